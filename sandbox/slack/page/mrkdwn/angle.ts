import { decodeEntities } from './entities.ts';
import type { Inline } from './inline.ts';

const DATE = /^!date\^(-?\d+)\^([^^|]+)(?:\^([^|]+))?(?:\|(.*))?$/;

/** Parses the text between `<` and `>`: a mention, a date or a link. Returns null for anything else. */
export function angleToken(inside: string): Inline | null {
  const [target = '', label] = splitLabel(inside);
  if (/^@[UWB]/.test(target)) return { kind: 'user', id: target.slice(1) };
  if (/^#[CG]/.test(target)) return { kind: 'channel', id: target.slice(1), name: label };
  if (target.startsWith('!')) return special(inside, target, label);
  if (/^(https?:|mailto:|tel:)/i.test(target)) return { kind: 'link', url: decodeEntities(target), label };
  return null;
}

function splitLabel(inside: string): [string, string | null] {
  const bar = inside.indexOf('|');
  return bar < 0 ? [inside, null] : [inside.slice(0, bar), decodeEntities(inside.slice(bar + 1))];
}

function special(inside: string, target: string, label: string | null): Inline | null {
  const date = DATE.exec(inside);
  if (date) {
    const [, ts, format = '', url = null, fallback = ''] = date;
    return { kind: 'date', ts: Number(ts), format, url, fallback: decodeEntities(fallback) };
  }
  if (/^!(here|channel|everyone)$/.test(target)) return { kind: 'broadcast', range: target.slice(1) };
  return label === null ? null : { kind: 'broadcast', range: label.replace(/^@/, '') };
}
