import type { Log } from '../log.ts';
import { PAGE_LIMIT } from './options.ts';
import type { NamedPageQuery, Page } from './routes/page.ts';

/**
 * The items of a list that is paged through, batch by batch with the same filter, from `maxPages` batches at most.
 * A cursor that comes a second time is a fault of the service and ends the list: what was seen so far is still of use.
 */
export async function listAll<Item>(
  list: (query: NamedPageQuery) => Promise<Page<Item>>,
  { maxPages, log, ...query }: NamedPageQuery & { maxPages: number; log?: Log },
): Promise<Item[]> {
  const items: Item[] = [];
  const seen = new Set<string>();
  let after = query.after;
  for (let page = 0; page < maxPages; page++) {
    const batch = await list({ limit: PAGE_LIMIT, ...query, ...(after && { after }) });
    items.push(...batch.data);
    after = batch.nextCursor;
    if (!after) break;
    if (seen.has(after)) {
      log?.warn({ batches: page + 1 }, 'a list of the service does not end; the rest of it is left out');
      break;
    }
    seen.add(after);
  }
  return items;
}
