import { unescapeSlack } from '../text.ts';

/** The meaning of the words behind `/deck`. */
export type Command =
  | { kind: 'form' }
  | { kind: 'help' }
  | { kind: 'recent' }
  | { kind: 'schedule' }
  | { kind: 'schedules' }
  | { kind: 'settings' }
  | { kind: 'connect' }
  | { kind: 'disconnect' }
  | { kind: 'prompt'; prompt: string };

const RESERVED: Record<string, Command> = {
  help: { kind: 'help' },
  '?': { kind: 'help' },
  recent: { kind: 'recent' },
  schedule: { kind: 'schedule' },
  schedules: { kind: 'schedules' },
  settings: { kind: 'settings' },
  connect: { kind: 'connect' },
  disconnect: { kind: 'disconnect' },
};

/**
 * A reserved word counts only when it stands alone: `/deck recent` lists, `/deck recent trends in retail` is
 * a prompt. Letter case and the space around it do not matter.
 */
export function parseCommand(text: string): Command {
  const words = unescapeSlack(text).trim();
  if (words === '') return { kind: 'form' };
  const key = words.toLowerCase();
  if (Object.hasOwn(RESERVED, key)) return RESERVED[key] as Command;
  return { kind: 'prompt', prompt: words };
}
