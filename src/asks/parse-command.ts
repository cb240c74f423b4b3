const reserved = ['help', 'recent', 'schedule', 'digests', 'settings', 'connect', 'disconnect'] as const;

/** Words that stand for a reserved one; `schedules` is the former name of `digests`. */
const aliases: Record<string, string> = { '?': 'help', schedules: 'digests' };

/** The meaning of the words behind `/deck`. */
export type Command =
  | { kind: 'form' }
  | { kind: (typeof reserved)[number] }
  /** A picture, and what it should show: mrkdwn. */
  | { kind: 'image'; prompt: string }
  /** A search, by words of the document: mrkdwn. */
  | { kind: 'find'; prompt: string }
  /** A sentence, as Slack gives it: mrkdwn. */
  | { kind: 'prompt'; prompt: string };

/** Words that follow "image" are what it shows, unless they make another word of it, as in "image processing". */
const IMAGE =
  /^(?:image|picture)(?:$|:\s*|\s+(?!processing\b|recognition\b|editing\b|campaign\b|quality\b|rights\b))(?<prompt>.*)$/is;

/**
 * A reserved word counts only when it stands alone: `/deck recent` lists, `/deck recent trends in retail` is
 * a prompt. `find` goes with words: `/deck find retail` searches. Letter case and the space around it do not matter.
 */
export function parseCommand(text: string): Command {
  const words = text.trim();
  if (words === '') return { kind: 'form' };
  const image = IMAGE.exec(words);
  if (image) return { kind: 'image', prompt: image.groups?.prompt?.trim() ?? '' };
  const find = /^find(?:\s+(.*))?$/is.exec(words);
  if (find) return { kind: 'find', prompt: find[1] ?? '' };
  const lower = words.toLowerCase();
  const wanted = Object.hasOwn(aliases, lower) ? aliases[lower] : lower;
  const kind = reserved.find((word) => word === wanted);
  return kind ? { kind } : { kind: 'prompt', prompt: words };
}
