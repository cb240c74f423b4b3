/** Reading values that somebody else wrote, so that whatever comes, nothing throws. */

export type Loose = Record<string, unknown>;

export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; an empty one where it is none. */
export function looseOf(value: unknown): Loose {
  return isLoose(value) ? value : {};
}

/** The objects in a list; none where it is no list. */
export function eachOf(value: unknown): Loose[] {
  return Array.isArray(value) ? value.filter(isLoose) : [];
}

/** The value where it is a text, in whole characters; else an empty one. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : '';
}

export function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
