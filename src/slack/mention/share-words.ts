import { findAsk } from '../../asks/mention/find-ask.ts';
import { ruleText } from '../../asks/mention/other-languages.ts';
import { isLikelyShare } from '../../asks/mention/topic-model.ts';

/** Finds out whether a sentence asks to post a result in a channel: "great, can you post the deck in <#C123|sales>?" */

/**
 * Returns true if a sentence, in any language, asks to post a result in a channel.
 * @param text the classifier knows no titles, so the caller writes "the deck" in place of one
 */
export function isShare(text: string): boolean {
  const isAsked = text.trim().endsWith('?') && !POLITE.test(ruleText(text));
  const isNew = findAsk(ruleText(text)) && !IT.test(text);
  return isLikelyShare(text) && !isAsked && !isNew;
}

const IT = /\b(?:it|this|that|them)\b/i;
/** Matches an order in the form of a question. */
const POLITE = /^(?:\p{L}+[ ,]+){0,2}(?:can|could|would|will|what about|kannst|peux)\b/iu;

/** Matches the words in a wish that may be the name of a channel without "#": "share it in product-launch". */
export const CHANNEL_NAME =
  /^(?<order>.*\b(?:in|to|into|with)) (?:the |our )?(?:channel )?(?<name>(?!channel\b)[\p{L}\d_-]{2,40}(?: (?!channel\b)[\p{L}\d_-]{2,40}){0,2}?)(?: channel)?(?=[.,!?]*$|[.,!?] | (?:please|pls|too|also|as well|now|instead|today|tomorrow|later|when|once|as soon|so|because|and)\b)/iu;

/** Matches a time for which a share is wished. */
export const AT_TIME =
  /\b(?:tomorrow|tonight|later|on \p{L}+day|next (?:week|month)|at \d{1,2}(?:[.:]\d\d)?(?: ?[ap]m)?)(?!\p{L})/iu;
