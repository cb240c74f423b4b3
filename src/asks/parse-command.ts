import { unescapeSlack } from '../text.ts';

const reserved = ['help', 'recent', 'schedule', 'digests', 'settings', 'connect', 'disconnect'] as const;

/** Words that stand for a reserved one; `schedules` is the former name of `digests`. */
const aliases: Record<string, string> = { '?': 'help', schedules: 'digests' };

/** The meaning of the words behind `/deck`. */
export type Command =
  | { kind: 'form' }
  | { kind: (typeof reserved)[number] }
  | { kind: 'prompt'; prompt: string };

/**
 * A reserved word counts only when it stands alone: `/deck recent` lists, `/deck recent trends in retail` is
 * a prompt. Letter case and the space around it do not matter.
 */
export function parseCommand(text: string): Command {
  const words = unescapeSlack(text).trim();
  if (words === '') return { kind: 'form' };
  const lower = words.toLowerCase();
  const wanted = Object.hasOwn(aliases, lower) ? aliases[lower] : lower;
  const kind = reserved.find((word) => word === wanted);
  return kind ? { kind } : { kind: 'prompt', prompt: words };
}
