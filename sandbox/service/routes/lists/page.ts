import { z } from 'zod';
import { Refusal } from '../../http/refusal.ts';
import type { PageQuery } from './schemas.ts';

/** A cursor has the list and query that it belongs to, so that it can be refused with others. */
const cursorSchema = z.strictObject({ list: z.string(), query: z.string(), at: z.int().min(1) });
type Cursor = z.output<typeof cursorSchema>;

interface Envelope<T> {
  data: T[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** Returns one page of the items whose name contains `query`, in any case. */
export function page<T extends { name: string }>(
  list: string,
  items: readonly T[],
  asked: PageQuery,
): Envelope<T> {
  const query = (asked.query ?? '').toLowerCase();
  const matching = items.filter(({ name }) => name.toLowerCase().includes(query));
  return batch({ list, query }, matching, asked);
}

/** Returns one page of a filtered list, and the cursor of the next page. */
export function batch<T>(
  of: { list: string; query: string },
  items: readonly T[],
  asked: { limit: number; after?: string | undefined },
): Envelope<T> {
  const start = asked.after === undefined ? 0 : startOf(asked.after, of);
  const end = start + asked.limit;
  const hasMore = end < items.length;
  return { data: items.slice(start, end), hasMore, nextCursor: hasMore ? encode({ ...of, at: end }) : null };
}

function startOf(after: string, of: { list: string; query: string }): number {
  const cursor = decode(after);
  if (cursor?.list !== of.list) throw new Refusal(400, 'Input validation errors: 1. after: invalid cursor.');
  if (cursor.query === of.query) return cursor.at;
  throw new Refusal(400, 'Input validation errors: 1. after: the cursor belongs to another query.');
}

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function decode(text: string): Cursor | undefined {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}
