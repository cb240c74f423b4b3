import { isForDeckhand } from '../../asks/mention/understand.ts';
import type { SlackMessage } from '../message.ts';

/**
 * A message without what it asks of Deckhand, which is no part of the conversation; undefined where nothing else is in it.
 * Only the sentence with the mention goes: the others of the same message, its files and what it shares were said to
 * everybody. So was a sentence with a mention that asks for nothing.
 * @param ownUser Deckhand's
 */
export function withoutAsks(message: SlackMessage, ownUser: string): SlackMessage | undefined {
  const { text = '' } = message;
  if (!ownUser || !text.includes(`<@${ownUser}`)) return message;
  // Each sentence, and what parts it from the next one.
  const parts = text.split(BETWEEN);
  const mentioning = parts.filter((part, index) => index % 2 === 0 && part.includes(`<@${ownUser}`));
  const asks = new Set(mentioning.slice(0, ASKS).filter((part) => isAsk(part, ownUser)));
  if (asks.size === 0) return message;
  const rest = parts
    .filter((part, index) => !asks.has(index % 2 === 0 ? part : (parts[index - 1] ?? '')))
    .join('')
    .trim();
  const { files = [], attachments = [] } = message;
  const isEmpty = !/[\p{L}\p{N}]/u.test(rest);
  if (isEmpty && files.length === 0 && attachments.length === 0) return undefined;
  // Blocks hold the same words once more; those typed by people are whole in the text.
  return { ...message, text: isEmpty ? '' : rest, blocks: undefined };
}

/** Sentences of one message that are looked at: whoever mentions Deckhand more often asks for nothing. */
const ASKS = 20;

/** What parts sentences: lines, and spaces behind a full stop. Captured, so that they are kept between the parts. */
const BETWEEN = /(\n+|(?<=[.!?])[^\S\n]+(?!\p{Ll}))/u;

/** All that may stand before a mention that begins a sentence. */
const GREETING = /^(?:(?:hey|hi|hello|ok|okay|so|and|now|please|thanks|[^\p{L}\p{N}])+|)$/iu;

function isAsk(sentence: string, ownUser: string): boolean {
  const mention = new RegExp(`<@${ownUser}(?:\\|[^<>]*)?>[,:]?`);
  const [before = '', after] = sentence.split(mention, 2);
  if (after === undefined) return false;
  return isForDeckhand(`${before} ${after}`, GREETING.test(before) ? 'first' : 'within');
}
