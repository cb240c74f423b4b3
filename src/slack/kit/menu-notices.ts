import type { PlainTextOption } from '@slack/types';
import { plain } from './text.ts';

/**
 * A menu has no place for a sentence of its own, so one that could not be filled offers the reason as its
 * only choice.
 */
const PREFIX = 'deckhand-notice:';

export function noticeOption(reason: string, sentence: string): PlainTextOption {
  return { text: plain(sentence, 75), value: `${PREFIX}${reason}` };
}

export function isNotice(value: string): boolean {
  return value.startsWith(PREFIX);
}
