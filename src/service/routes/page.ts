import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { PAGE_LIMIT } from '../options.ts';
import { fieldsOf, rows } from './answer.ts';

/** One page of a list with a forward cursor (see "Pagination rules" in the service's API reference). */
export interface Page<T> {
  data: T[];
  hasMore: boolean;
  /** The value of `after` for the next page. Undefined on the last page. */
  nextCursor?: string;
}

const limit = z.number().int().min(1).max(PAGE_LIMIT);
const after = z.string().min(1);

export const pageQuery = z.strictObject({ limit: limit.optional(), after: after.optional() });
export const namedPageQuery = pageQuery.extend({ query: z.string().optional() });

/** `query` searches in names and ignores case. `limit` is 1 to 50 (the service's default is 20). */
export type NamedPageQuery = z.input<typeof namedPageQuery>;

/** Schema of one page of a list. The rows are under `data`, or in some deployments of the service under one of `otherNames`. */
export function pageOf<T extends z.ZodType>(row: T, ...otherNames: string[]) {
  const envelope = z.object({
    data: rows(row),
    hasMore: lenient(z.boolean()),
    nextCursor: lenient(after),
  });
  return listUnder(otherNames, envelope).transform(
    ({ data, hasMore = false, nextCursor }): Page<z.output<T>> => {
      // Without a cursor there is no next page, whatever `hasMore` says.
      return hasMore && nextCursor ? { data, hasMore, nextCursor } : { data, hasMore: false };
    },
  );
}

/** Schema of a list without pages. The answer is the list itself, or has it under `data` or under one of `otherNames`. */
export function listOf<T extends z.ZodType>(row: T, ...otherNames: string[]) {
  return listUnder(otherNames, z.object({ data: rows(row) })).transform(({ data }) => data);
}

function listUnder<T extends z.ZodType>(otherNames: string[], envelope: T) {
  return z.preprocess((answer) => {
    if (Array.isArray(answer)) return { data: answer };
    const fields = fieldsOf(answer);
    if (!fields || 'data' in fields) return answer;
    const name = otherNames.find((other) => other in fields);
    return name === undefined ? answer : { ...fields, data: fields[name] };
  }, envelope);
}

/** Returns the items of at most `maxPages` pages. Stops at a repeated cursor, which would return the same pages again. */
export async function listAll<Item>(
  list: (query: NamedPageQuery) => Promise<Page<Item>>,
  { maxPages, ...query }: NamedPageQuery & { maxPages: number },
): Promise<Item[]> {
  const items: Item[] = [];
  const seen = new Set<string>();
  let after = query.after;
  for (let page = 0; page < maxPages; page++) {
    const batch = await list({ limit: PAGE_LIMIT, ...query, after });
    items.push(...batch.data);
    after = batch.nextCursor;
    if (!after || seen.has(after)) break;
    seen.add(after);
  }
  return items;
}
