import { isTypo } from './mention/typos.ts';

const reserved = ['help', 'recent', 'schedule', 'digests', 'settings', 'connect', 'disconnect'] as const;

/** Aliases of reserved words. `schedules` is the former name of `digests`. */
const aliases: Record<string, string> = { '?': 'help', schedules: 'digests' };

/** The meaning of the words after `/deck`. */
export type Command =
  | { kind: 'form' }
  | { kind: (typeof reserved)[number] }
  /** Makes a picture. `prompt` describes it, as mrkdwn. */
  | { kind: 'image'; prompt: string }
  /** Searches for documents. `prompt` has the words to search for, as mrkdwn. */
  | { kind: 'find'; prompt: string }
  /** Probably a reserved word that is misspelt or said differently. */
  | { kind: 'typo'; meant: (typeof reserved)[number]; prompt: string }
  /** A sentence, as mrkdwn. */
  | { kind: 'prompt'; prompt: string };

/** "image" followed by a description. Terms such as "image processing" are prompts instead. */
const IMAGE =
  /^(?:image|picture)(?:$|:\s*|\s+(?!processing\b|recognition\b|editing\b|campaign\b|quality\b|rights\b))(?<prompt>.*)$/is;

/**
 * Parses the words after `/deck`. A reserved word counts only if there are no other words: `/deck recent` lists documents, but
 * `/deck recent trends in retail` is a prompt. `find` and `image` take words. Upper case counts as lower case.
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
  if (kind) return { kind };
  const meant = /^[a-z ]{3,30}$/.test(lower) ? meantBy(lower) : undefined;
  return meant ? { kind: 'typo', meant, prompt: words } : { kind: 'prompt', prompt: words };
}

/** Other ways to say a reserved word. The person is asked first, because each of them may be a topic. */
const SAYINGS: [RegExp, (typeof reserved)[number]][] = [
  [/^(?:(?:list|show|see) )?(?:(?:me )?(?:my|our|all|the) )?digests?$/, 'digests'],
  [
    /^(?:(?:list|show|see) )?(?:(?:me )?(?:my|our|all|the) )(?:recent |last )?(?:decks|documents|docs|slides)$/,
    'recent',
  ],
  [/^(?:recents|history|list)$/, 'recent'],
  [
    /^(?:(?:my |the )?(?:setting|preferences|prefs|options|config|defaults)|(?:open|show|change) settings)$/,
    'settings',
  ],
  [/^(?:templates?|themes?|commands?|usage|manual)$/, 'help'],
  [/^(?:reconnect|login|log in|sign in)$/, 'connect'],
  [/^(?:logout|log out|sign out)$/, 'disconnect'],
];

/** Minimum length of a reserved word in which one letter may be wrong, missing or extra. In shorter ones, two may be swapped. */
const LONG = 6;

function meantBy(words: string): (typeof reserved)[number] | undefined {
  return (
    SAYINGS.find(([saying]) => saying.test(words))?.[1] ?? reserved.find((word) => isTypo(words, word, LONG))
  );
}
