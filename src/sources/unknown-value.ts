import { withoutDirections } from '../text.ts';

/** Parsing of values that somebody else wrote: nothing here throws, whatever comes. */

export type UnknownRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value where it is an object; else an empty object. */
export function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}

/** The objects in a list; none where the value is no list. */
export function recordsOf(value: unknown): UnknownRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The value where it is a text, without lone surrogates and marks of direction; else an empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? withoutDirections(value.toWellFormed()) : '';
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Levels of a value, keys of an object, and characters of a text that is kept in any case. */
const DEEPEST = 40;
const KEYS = 60;
const SHORT = 200;
/** Characters that every value counts as, whatever it holds. */
const COST = 4;

/**
 * A copy with room for so many characters; what goes beyond is left out. Short texts of an object come first, so that
 * words are never without the id of who wrote them.
 */
export function cutToRoom(whole: unknown, room: number): { value: unknown; size: number; isCut: boolean } {
  let left = room;
  let isCut = false;
  const isShort = (value: unknown) =>
    typeof value === 'string' ? value.length <= SHORT : typeof value !== 'object';
  function copy(value: unknown, depth: number): unknown {
    if (depth > DEEPEST || (left <= 0 && !isShort(value))) {
      isCut = true;
      return null;
    }
    left -= COST;
    if (typeof value === 'string') {
      const text = isShort(value) ? value : value.slice(0, Math.max(left, SHORT));
      if (text.length < value.length) isCut = true;
      left -= text.length;
      return text;
    }
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) if (left > 0) items.push(copy(item, depth + 1));
      if (items.length < value.length) isCut = true;
      return items;
    }
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).sort(([, one], [, other]) => +isShort(other) - +isShort(one));
    if (entries.length > KEYS) isCut = true;
    return Object.fromEntries(entries.slice(0, KEYS).map(([key, each]) => [key, copy(each, depth + 1)]));
  }
  const value = copy(whole, 0);
  return { value, size: room - left, isCut };
}
