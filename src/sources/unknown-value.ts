import { withoutDirections } from '../text.ts';

/** Functions that read values of unknown type. They return a default instead of throwing. */

export type UnknownRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, otherwise an empty object. */
export function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}

/** Returns those items of a list that are objects; an empty list if the value is not a list. */
export function recordsOf(value: unknown): UnknownRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Returns the value if it is a string, otherwise ''. Removes marks of text direction, and replaces unpaired surrogates. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? withoutDirections(value.toWellFormed()) : '';
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Maximum depth of a nested value. Deeper values become null. */
const DEEPEST = 40;
/** Maximum number of keys of an object. The rest are dropped. */
const KEYS = 60;
/** Maximum characters of a short string. An object's short strings, such as ids, are copied even if `cutToRoom` has no room left. */
const SHORT = 200;
/** Number of characters that `cutToRoom` counts for each value, in addition to the characters of a string. */
const COST = 4;

/** Copies about `room` characters of a value. Short strings of an object come first, so that a cut message still has its author's id. */
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
