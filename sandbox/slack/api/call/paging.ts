import { SlackFault } from '../../fault.ts';

/** Returns a page of a list and the cursor of the next page. Throws `invalid_cursor` for a cursor that is not ours. */
export function pageOf<T>(all: T[], cursor: string | undefined, limit: number) {
  const from = cursor ? readCursor(cursor) : 0;
  const items = all.slice(from, from + limit);
  const next = from + items.length < all.length ? writeCursor(String(from + items.length)) : '';
  return { items, response_metadata: { next_cursor: next } };
}

const MARK = 'next:';
export const writeCursor = (place: string): string => Buffer.from(MARK + place).toString('base64');

/** Returns the position in a cursor. */
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
