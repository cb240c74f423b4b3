import type { Log } from '../log.ts';
import { PAGE_LIMIT } from './options.ts';
import type { Page } from './schemas/page.ts';

/** No list of a workspace is longer than this many batches; a cursor that never ends is a fault of the service. */
const MOST_BATCHES = 200;

type List<Query, Item> = (query: Query, signal?: AbortSignal) => Promise<Page<Item>>;

/**
 * Every item of a list that is paged through, asking for the next batch only when it is wanted and keeping the same
 * filters. A cursor that comes a second time ends the list: what was seen so far is still of use.
 */
export async function* each<Query extends { limit?: number | undefined; after?: string | undefined }, Item>(
  list: List<Query, Item>,
  query: Query,
  { signal, log }: { signal?: AbortSignal | undefined; log?: Log | undefined },
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  let after = query.after;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const page = await list({ limit: PAGE_LIMIT, ...query, ...(after && { after }) }, signal);
    yield* page.data;
    after = page.nextCursor;
    if (!after) return;
    if (seen.has(after)) break;
    seen.add(after);
  }
  log?.warn({ batches: seen.size }, 'a list of the service does not end; the rest of it is left out');
}
