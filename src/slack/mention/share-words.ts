import { ruleText } from '../../asks/mention/other-languages.ts';
import { isLikelyShare } from '../../asks/mention/topic-model.ts';
import { IT } from './document-questions.ts';

/** Finds out whether a sentence asks to post a result in a channel: "great, can you post the deck in <#C123|sales>?" */

const LEAD =
  "(?:(?:please|can you|could you|(?:how )?(?:can|do|could) (?:i|we)|let['’]?s|i want to|i meant?|ok|okay|great|perfect|nice|good|cool|thanks|thx|now|and|then|so|but|also|just|yes|no|wait|rather|what about (?:the|my|our) [\\p{L}\\d ]{2,30})[ ,.!?…-]+)*";
const TAIL =
  "(?:,? (?:(?:today|tomorrow|tonight|later|on \\p{L}+day|next \\p{L}+|at \\d{1,2}(?:[.:]\\d\\d)?(?: ?[ap]m)?)|too|as well|also|please|pls|now|instead|(?:when|once|as soon as) (?:(?:it['’]?s|it is) )?(?:done|ready|finished|there)|(?:so|for|because) .{2,80}|and (?:tell|say|write|ask|mention|add|let) .{2,150}))*[\\s.!?]*";
const VERB = '(?:share|post|put|send|publish|drop|forward|show)';
/** A result that is named by its kind or its title: "the linkedin post", "my offer". */
const NAMED =
  "(?:the|my|our|that|this) (?:(?!(?:in|to|into|with|on) )[\\p{L}\\d’'-]+ ){0,5}?[\\p{L}\\d’'-]{2,30}";
const TO = '(?:also |too )?(?:in|to|into|with|on)';

export interface ShareWish {
  /** The result as it is named, in lower case and without its article: "it", "linkedin post". */
  what: string;
  isIt: boolean;
  /** Id of the channel. Undefined if the sentence names none, or only by a name that is not known. */
  channel?: string | undefined;
  /** The name of a channel that the person cannot see. */
  closed?: string | undefined;
}

const IS_IT = new RegExp(`^${IT}$`, 'i');
const WISHES = [
  // In a channel that Slack has linked, or that is closed to the person.
  new RegExp(
    `^\\s*${LEAD}${VERB} (?<what>${IT}|${NAMED}|[^<>#]{3,80}?),? ${TO} (?:the channel )?(?:<#(?<channel>[CG][A-Z0-9]+)(?:\\|[^>]*)?>|#(?<closed>[\\p{L}\\d_-]{1,80}))(?: channel)?${TAIL}$`,
    'iu',
  ),
  // In a channel that is named without "#".
  new RegExp(
    `^\\s*${LEAD}(?:(?:share|post|publish|drop) (?<what>it|this|that) (?:in|into|to) (?:the |our |that )?[\\p{L}\\d_-]{2,40}(?: after all)?|${VERB} (?<named>${IT}|${NAMED}) ${TO} (?:the |our )?(?:[\\p{L}\\d_-]{2,40} ){1,3}channel|(?:share|post|publish|forward) (?<titled>${NAMED}) (?:also |too )?(?:in|to|into) [\\p{L}\\d_-]{2,40})${TAIL}$`,
    'iu',
  ),
  // Without a channel.
  new RegExp(`^\\s*${LEAD}(?:share|post|publish) (?<what>${IT}|${NAMED})${TAIL}$`, 'iu'),
];

/** Returns what a sentence wants to be shared; undefined for other sentences. @param mrkdwn the sentence */
export function shareIn(mrkdwn: string): ShareWish | undefined {
  for (const pattern of WISHES) {
    const { what, named, titled, channel, closed } = pattern.exec(mrkdwn)?.groups ?? {};
    const said = (what ?? named ?? titled)?.toLowerCase();
    if (said)
      return {
        what: said.replace(/^(?:the|my|our|that|this) (?=\S)/, ''),
        isIt: IS_IT.test(said) || / one$| (?:you|i|we) (?:have )?(?:just )?made$/.test(said),
        channel,
        closed,
      };
  }
  return undefined;
}

/** Matches a request whose last words may be a channel's name without "#": "share it in product-launch". */
export const SHARE_NAMED = new RegExp(
  `^\\s*${LEAD}(?<order>(?:share|post|put|send|publish|drop|forward) (?:${IT}|${NAMED}) ${TO}) (?:the |our )?(?:channel )?(?<name>(?!channel\\b)[\\p{L}\\d_-]{2,40}(?: (?!channel\\b)[\\p{L}\\d_-]{2,40}){0,2}?)(?: channel)?${TAIL}$`,
  'iu',
);

/** Matches a time for which a share is wished. */
export const AT_TIME =
  /\b(?:tomorrow|tonight|later|on \p{L}+day|next (?:week|month)|at \d{1,2}(?:[.:]\d\d)?(?: ?[ap]m)?)(?!\p{L})/iu;

/**
 * Returns the id of the channel in which a sentence likely asks to post a result; undefined for questions and other sentences. It may be in
 * any language.
 */
export function likelyTarget(mrkdwn: string): string | undefined {
  const channel = /<#([CG][A-Z0-9]+)/.exec(mrkdwn)?.[1];
  const isAsked = mrkdwn.trim().endsWith('?') && !POLITE.test(ruleText(mrkdwn));
  return isLikelyShare(mrkdwn) && !isAsked ? channel : undefined;
}
const POLITE = /^(?:\p{L}+[ ,]+){0,2}(?:can|could|would|will) (?:you|we|i)\b/iu;

/** Returns true if a sentence asks to share the last result. */
export function isShare(mrkdwn: string): boolean {
  const wish = shareIn(mrkdwn);
  return wish ? wish.isIt : likelyTarget(mrkdwn) !== undefined;
}
