import { IT } from './document-questions.ts';

/** Finds out whether a sentence asks to post a result in a channel. */

/** Matches a request to post the result in a channel, as mrkdwn: "great, can you post the deck in <#C123|sales>?" */
export const SHARE = new RegExp(
  `^\\s*(?:(?:please|can you|could you|(?:how )?(?:can|do|could) (?:i|we)|let['’]?s|i want to|ok|okay|great|perfect|nice|thanks|now|and|then|also|yes)[ ,.!]+)*(?:share|post|put|send|publish|drop|forward|show) ${IT} (?:also |too )?(?:in|to|into|with|on) (?:the channel )?(?:<#(?<channel>[CG][A-Z0-9]+)(?:\\|[^>]*)?>|#(?<closed>[\\p{L}\\d_-]{1,80}))(?: channel)?(?:,? (?:too|as well|also|please|now))*[\\s.!?]*$`,
  'iu',
);

export const isShare = (mrkdwn: string): boolean => SHARE.test(mrkdwn);

/** Matches a request that names the channel without "#": "could you put this in the revenue channel". */
export const SHARE_BY_NAME = new RegExp(
  `^\\s*(?:(?:please|can you|could you|now|and|ok)[ ,.!]+)*(?:post|drop) (?:it|this|that) (?:in|into|to) (?:the |our )?[\\p{L}\\d_-]{2,40}(?: please| pls| too)*[\\s.!?]*$|^\\s*(?:(?:please|can you|could you|(?:how )?(?:can|do|could) (?:i|we)|ok|great|nice|thanks|now|and)[ ,.!]+)*(?:share|post|put|send|publish|show) (?:${IT}|the [\\p{L}\\d -]{2,30} one) (?:also |too )?(?:in|to|into|with|on) (?:the |our )?(?:[\\p{L}\\d_-]{2,40} ){1,3}channel(?:,? (?:too|as well|also|please|now))*[\\s.!?]*$`,
  'iu',
);
