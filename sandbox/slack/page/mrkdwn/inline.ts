import { angleToken } from './angle.ts';
import { decodeEntities } from './entities.ts';

/** A part of a line of mrkdwn. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'bold' | 'italic' | 'strike'; of: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'emoji'; name: string }
  | { kind: 'link'; url: string; label: string | null }
  | { kind: 'user'; id: string }
  | { kind: 'channel'; id: string; name: string | null }
  | { kind: 'broadcast'; range: string }
  | { kind: 'date'; ts: number; format: string; url: string | null; fallback: string };

const spans = { '*': 'bold', _: 'italic', '~': 'strike' } as const;
type Mark = keyof typeof spans;
const isMark = (char: string): char is Mark => char in spans;

const EMOJI = /^:([a-z0-9_+'-]+)(?:::skin-tone-\d)?:/;
const BARE_URL = /^https?:\/\/[^\s<>|`*~]+[^\s<>|`*~.,;:!?'")\]]/;

/** Parses mrkdwn within a line, so without quotes and fences. */
export function parseInline(source: string): Inline[] {
  const found: Inline[] = [];
  let plain = '';
  let at = 0;
  const flush = (): void => {
    if (plain) found.push({ kind: 'text', text: decodeEntities(plain) });
    plain = '';
  };
  while (at < source.length) {
    const next = tokenAt(source, at);
    if (next) {
      flush();
      found.push(next.token);
      at += next.length;
    } else {
      plain += source[at];
      at += 1;
    }
  }
  flush();
  return found;
}

interface Found {
  token: Inline;
  length: number;
}

function tokenAt(source: string, at: number): Found | null {
  const char = source[at] ?? '';
  const rest = source.slice(at);
  if (char === '\n') return { token: { kind: 'break' }, length: 1 };
  if (char === '`') return code(rest);
  if (char === '<') return angle(rest);
  if (char === ':') return emoji(rest);
  if (isMark(char)) return span(source, at, char);
  if (char === 'h' && isBoundary(source[at - 1])) return bareUrl(rest);
  return null;
}

function code(rest: string): Found | null {
  const text = /^`([^`\n]+)`/.exec(rest)?.[1];
  return text === undefined
    ? null
    : { token: { kind: 'code', text: decodeEntities(text) }, length: text.length + 2 };
}

function angle(rest: string): Found | null {
  const inside = /^<([^<>\n]+)>/.exec(rest)?.[1];
  const token = inside === undefined ? null : angleToken(inside);
  return token && inside !== undefined ? { token, length: inside.length + 2 } : null;
}

function emoji(rest: string): Found | null {
  const match = EMOJI.exec(rest);
  return match?.[1] ? { token: { kind: 'emoji', name: match[1] }, length: match[0].length } : null;
}

function bareUrl(rest: string): Found | null {
  const url = BARE_URL.exec(rest)?.[0];
  return url ? { token: { kind: 'link', url: decodeEntities(url), label: null }, length: url.length } : null;
}

/** Matches `*bold*` as in Slack: between word boundaries, on one line and without spaces next to the marks. */
function span(source: string, at: number, mark: Mark): Found | null {
  if (!isBoundary(source[at - 1]) || /[\s]/.test(source[at + 1] ?? ' ') || source[at + 1] === mark)
    return null;
  const end = spanEnd(source, at + 1, mark);
  if (end < 0) return null;
  const token: Inline = { kind: spans[mark], of: parseInline(source.slice(at + 1, end)) };
  return { token, length: end - at + 1 };
}

function spanEnd(source: string, from: number, mark: Mark): number {
  for (let at = from; at < source.length; at += 1) {
    const char = source[at];
    if (char === '\n') return -1;
    if (char === '<' || char === '`') at += skipped(source.slice(at));
    else if (char === mark && at > from && !/\s/.test(source[at - 1] ?? '') && isBoundary(source[at + 1]))
      return at;
  }
  return -1;
}

/** Returns whether a mark is inside a link or code, where it does not end formatting. */
const skipped = (rest: string): number =>
  Math.max((/^(<[^<>\n]+>|`[^`\n]+`)/.exec(rest)?.[0].length ?? 1) - 1, 0);

const isBoundary = (char: string | undefined): boolean => char === undefined || !/[\p{L}\p{N}]/u.test(char);
