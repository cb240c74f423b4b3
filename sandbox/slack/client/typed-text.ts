import type { Team } from '../workspace/model.ts';

/** Links and mentions that are already encoded. `TYPED` are addresses, mentions and channels as people type them. */
const KEPT = /<(?:[@#!][^>\s]+|https?:[^>\s]+|mailto:[^>\s]+)(?:\|[^>]*)?>/g;
const TYPED =
  /https?:\/\/[^\s<>]+[^\s<>.,;:!?)'"\]]|(?<![\p{L}\p{N}])(?:@[\p{L}\w.-]+(?: \p{Lu}[\p{L}\w'-]+)?|#[a-z0-9_-]+)/gu;

/**
 * Encodes typed text as a Slack client does: `@Ben` becomes `<@U…>`, `#general` becomes `<#C…|general>`, addresses are
 * put in angle brackets, and `&`, `<`, `>` are escaped. In code in backticks, names stay as they are.
 * @param author id of the person who types. Only members of a private channel can link it
 */
export function encodeTyped(team: Team, text: string, author?: string): string {
  return apart(text, /```[\s\S]*?```|`[^`\n]+`/g, escapeText, (plain) =>
    apart(
      plain,
      KEPT,
      (kept) => kept,
      (rest) => apart(rest, TYPED, (token) => encodeToken(team, token, author), escapeText),
    ),
  );
}

/** Maps the matches of a pattern with `found`, and the text between them with `between`. */
function apart(
  text: string,
  pattern: RegExp,
  found: (part: string) => string,
  between: (part: string) => string,
): string {
  let result = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    result += between(text.slice(from, match.index)) + found(match[0]);
    from = match.index + match[0].length;
  }
  return result + between(text.slice(from));
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const BROADCASTS = new Set(['@here', '@channel', '@everyone']);

function encodeToken(team: Team, token: string, author: string | undefined): string {
  if (token.startsWith('http')) return `<${token.replaceAll('&', '&amp;')}>`;
  if (token.startsWith('#')) return encodeChannel(team, token, author);
  if (BROADCASTS.has(token)) return `<!${token.slice(1)}>`;
  const named = mentioned(team, token.slice(1));
  return named ? `<@${named.id}>${escapeText(token.slice(1 + named.length))}` : escapeText(token);
}

function encodeChannel(team: Team, token: string, author: string | undefined): string {
  const name = token.slice(1);
  const channel = team.channels.find(
    ({ kind, name: other, members }) =>
      other === name &&
      (kind === 'channel' || (kind === 'private' && author !== undefined && members.includes(author))),
  );
  return channel ? `<#${channel.id}|${name}>` : token;
}

/** Finds a person by handle, first name or full name. The longest name that fits wins. */
function mentioned(team: Team, typed: string): { id: string; length: number } | undefined {
  const names = team.people.flatMap((person) =>
    [person.name, person.handle, person.name.split(' ')[0] ?? ''].map((name) => ({ id: person.id, name })),
  );
  const fits = names.filter(({ name }) => name && isWordAtStart(typed, name));
  const best = fits.sort((one, other) => other.name.length - one.name.length)[0];
  return best && { id: best.id, length: best.name.length };
}

const isWordAtStart = (typed: string, name: string): boolean =>
  typed.toLowerCase().startsWith(name.toLowerCase()) && !/^[\p{L}\w-]/u.test(typed.slice(name.length));
