import { isTypo } from './mention/typos.ts';

const reserved = ['help', 'recent', 'schedule', 'digests', 'settings', 'connect', 'disconnect'] as const;

/** Aliases of reserved words. `schedules` is the former name of `digests`. */
const aliases: Record<string, string> = { '?': 'help', schedules: 'digests' };

/** The meaning of the words after `/deck`. */
export type Command =
  | { kind: 'form' }
  | { kind: (typeof reserved)[number] }
  /** A request for a picture. `prompt` describes the picture, as mrkdwn. */
  | { kind: 'image'; prompt: string }
  /** A search for documents. `prompt` has the search words, as mrkdwn. */
  | { kind: 'find'; prompt: string }
  /** Words that probably mean the reserved word `meant`, such as a typo, or "login" for `connect`. The person is asked to confirm. */
  | { kind: 'typo'; meant: (typeof reserved)[number]; prompt: string }
  /** Words that describe a document. They are the prompt, as mrkdwn. */
  | { kind: 'prompt'; prompt: string };

/** Matches "image" or "picture", alone or before a description. Does not match "picture of a tram" and "image processing". */
const IMAGE =
  /^(?:image|picture)(?:$|:\s*|\s+(?!of\b|processing\b|recognition\b|editing\b|campaign\b|quality\b|rights\b))(?<prompt>.*)$/is;

/** Parses the words after `/deck`. A reserved word is a command only if it stands alone. “recent trends in retail” is a prompt. */
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

/** Words that probably mean a reserved word, such as "login" for `connect`. The person is asked, because the words may be a topic. */
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
  [/^(?:templates?|themes?|commands?|manual)$/, 'help'],
  [/^(?:reconnect|login|log in|sign in)$/, 'connect'],
  [/^(?:logout|log out|sign out)$/, 'disconnect'],
];

/** Minimum length of a reserved word that is recognized with a wrong, missing or extra letter. Shorter words: only with swapped letters. */
const LONG = 6;

function meantBy(words: string): (typeof reserved)[number] | undefined {
  return (
    SAYINGS.find(([saying]) => saying.test(words))?.[1] ?? reserved.find((word) => isTypo(words, word, LONG))
  );
}
