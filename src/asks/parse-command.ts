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
  /** Probably the reserved word `meant`, misspelt or in other words ("login" for `connect`). The person is asked whether they mean it. */
  | { kind: 'typo'; meant: (typeof reserved)[number]; prompt: string }
  /** Any other words. `prompt` has them, as mrkdwn. */
  | { kind: 'prompt'; prompt: string };

/** Matches "image" or "picture", alone or followed by a description. Does not match terms such as "image processing", because they begin a topic. */
const IMAGE =
  /^(?:image|picture)(?:$|:\s*|\s+(?!processing\b|recognition\b|editing\b|campaign\b|quality\b|rights\b))(?<prompt>.*)$/is;

/**
 * Parses the words after `/deck`. A reserved word counts only if there are no other words: `/deck recent` lists documents, but `/deck
 * recent trends in retail` is a prompt. Other words may follow only `find` and `image`. Case is ignored.
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

/** Other words for reserved words. The person is asked whether the reserved word is meant, because the words may also be a topic. */
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

/**
 * Minimum length of a reserved word for which one wrong, missing or extra letter counts as a typo. In a shorter reserved word, only two
 * swapped neighbouring letters count as a typo.
 */
const LONG = 6;

function meantBy(words: string): (typeof reserved)[number] | undefined {
  return (
    SAYINGS.find(([saying]) => saying.test(words))?.[1] ?? reserved.find((word) => isTypo(words, word, LONG))
  );
}
