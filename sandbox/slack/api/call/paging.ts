import { SlackFault } from '../../fault.ts';

/** One page of a list by position, with the cursor of the next; a cursor that is not ours is `invalid_cursor`. */
export function pageOf<T>(all: T[], cursor: string | undefined, limit: number) {
  const from = cursor ? readCursor(cursor) : 0;
  const items = all.slice(from, from + limit);
  const next = from + items.length < all.length ? writeCursor(String(from + items.length)) : '';
  return { items, response_metadata: { next_cursor: next } };
}

const MARK = 'next:';
export const writeCursor = (place: string): string => Buffer.from(MARK + place).toString('base64');

/** The place that a cursor names. */
export function placeOf(cursor: string): string {
  const text = Buffer.from(cursor, 'base64').toString('utf8');
  if (!text.startsWith(MARK)) throw new SlackFault('invalid_cursor');
  return text.slice(MARK.length);
}

function readCursor(cursor: string): number {
  const place = Number(placeOf(cursor));
  if (!Number.isInteger(place) || place < 0) throw new SlackFault('invalid_cursor');
  return place;
}
