import type { PartialAsk } from './request-text.ts';

/**
 * Wishes are sentences that a person added to an open card and that no rule understood, for example "more about the prices". They are the
 * last lines of the prompt, and `wishes` of the ask is their number. The service gets them as instructions, so they are not printed in the
 * document. A request with a template has no field for instructions, so there they stand behind the text.
 */

/** Maximum length of a wish, in characters. A longer addition is content. */
const LONGEST = 300;

/** Splits the prompt of an ask into the text that the document is made from, and the wishes. Both may be empty. */
export function splitPrompt({ prompt = '', wishes = 0, source, work }: PartialAsk): {
  content: string;
  wishes: string;
} {
  if (work?.kind === 'image' || wishes === 0) return { content: prompt, wishes: '' };
  const lines = prompt.split('\n');
  const at = Math.max(lines.length - wishes, source.kind === 'text' ? 1 : 0);
  return { content: lines.slice(0, at).join('\n'), wishes: lines.slice(at).join('\n') };
}

type Before = PartialAsk & { prompt: string };

/** Counts the wishes in a changed prompt: the last lines that were wishes before, and short lines that a sentence added. */
export function wishesAfter(before: Before, prompt: string): number | undefined {
  const lines = prompt.split('\n');
  const isLonger = prompt.startsWith(`${before.prompt}\n`);
  const added = isLonger ? prompt.slice(before.prompt.length + 1) : (lines.at(-1) ?? '');
  return countIn(before, prompt, added.length <= LONGEST ? added.split('\n') : []);
}

/** Counts the wishes in a prompt that was edited in a form: the last lines that were wishes before. New lines are text. */
export function wishesKept(before: Before, prompt: string): number | undefined {
  return countIn(before, prompt, []);
}

function countIn(before: Before, prompt: string, added: string[]): number | undefined {
  const [old, lines] = [before.prompt.split('\n'), prompt.split('\n')];
  // The first line of a text is its topic. Everything that is said about a conversation or a file is a wish.
  const hasTopic = before.source.kind === 'text' || before.prompt !== '';
  // Otherwise only words within the lines were corrected.
  if (lines.length === old.length && hasTopic) return before.wishes;
  const wishes = [...(before.wishes ? old.slice(-before.wishes) : []), ...added];
  const last = lines.findLastIndex(
    (line, index) => (index === 0 && hasTopic) || line === '' || !wishes.includes(line),
  );
  return lines.length - 1 - last || undefined;
}
