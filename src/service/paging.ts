import { PAGE_LIMIT } from './options.ts';
import type { NamedPageQuery, Page } from './routes/page.ts';

/**
 * Returns the items of at most `maxPages` pages of a list. The list also ends if a cursor comes a second time, which is a fault of the
 * service.
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
