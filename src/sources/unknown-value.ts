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

/** The value where it is a text, with lone surrogates replaced; else an empty text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : '';
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
