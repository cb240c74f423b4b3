import { IT } from './document-questions.ts';

/** Finds out whether a sentence asks to post a result in a channel. */

const LEAD =
  "(?:(?:please|can you|could you|(?:how )?(?:can|do|could) (?:i|we)|let['’]?s|i want to|ok|okay|great|perfect|nice|thanks|now|and|then|also|yes)[ ,.!]+)*";
const TAIL =
  "(?:,? (?:too|as well|also|please|pls|now|(?:when|once|as soon as) (?:(?:it['’]?s|it is) )?(?:done|ready|finished|there)))*[\\s.!?]*";

/** Matches a request to post the result in a channel, as mrkdwn: "great, can you post the deck in <#C123|sales>?" */
export const SHARE = new RegExp(
  `^\\s*${LEAD}(?:share|post|put|send|publish|drop|forward|show) ${IT} (?:also |too )?(?:in|to|into|with|on) (?:the channel )?(?:<#(?<channel>[CG][A-Z0-9]+)(?:\\|[^>]*)?>|#(?<closed>[\\p{L}\\d_-]{1,80}))(?: channel)?${TAIL}$`,
  'iu',
);

/** Matches a request whose last words may be a channel's name without "#": "share it in product-launch". */
export const SHARE_NAMED = new RegExp(
  `^\\s*${LEAD}(?<order>(?:share|post|put|send|publish|drop|forward) (?:${IT}|the [\\p{L}\\d -]{2,30} one) (?:also |too )?(?:in|to|into|with|on)) (?:the |our )?(?:channel )?(?<name>(?!channel\\b)[\\p{L}\\d_-]{2,40}(?: (?!channel\\b)[\\p{L}\\d_-]{2,40}){0,2}?)(?: channel)?${TAIL}$`,
  'iu',
);

/** Matches a request that surely means a channel, so that the person can choose it if its name is not known. */
export const SHARE_BY_NAME = new RegExp(
  `^\\s*${LEAD}(?:(?:share|post|publish|drop) (?:it|this|that) (?:in|into|to) (?:the |our |that )?[\\p{L}\\d_-]{2,40}(?: after all)?|(?:share|post|put|send|publish|show) (?:${IT}|the [\\p{L}\\d -]{2,30} one) (?:also |too )?(?:in|to|into|with|on) (?:the |our )?(?:[\\p{L}\\d_-]{2,40} ){1,3}channel)${TAIL}$`,
  'iu',
);

export const isShare = (mrkdwn: string): boolean => SHARE.test(mrkdwn) || SHARE_BY_NAME.test(mrkdwn);
