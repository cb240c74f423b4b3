import { PAGE_LIMIT } from './options.ts';
import type { NamedPageQuery, Page } from './routes/page.ts';

/**
 * The items of a list that is paged through, batch by batch with the same filter, from `maxPages` batches at most.
 * A cursor that comes a second time is a fault of the service and ends the list: what was seen so far is still of use.
 */
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
