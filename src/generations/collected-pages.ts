import { sql } from 'kysely';
import { type Page, type PageStore, pageSchema } from '../sources/pages.ts';
import { inSlices } from '../sources/slices.ts';
import type { Queries } from '../storage/database.ts';
import { tablesOf } from '../storage/tables.ts';

/** The columns of `collected_pages`: the pages that a generation has read so far of a long thread or channel. */
interface PageTables {
  collectedPages: {
    generation: string;
    team: string;
    /** The list that is paged through: the channel's history, or one thread of it. */
    walk: string;
    number: number;
    /** JSON, as text: jsonb does not hold every character that JSON does. */
    page: string;
    createdAt: Date;
  };
}
const tables = tablesOf<PageTables>;

export function createCollectedPages(
  db: Queries,
  { team, generation }: { team: string; generation: string },
): PageStore {
  return {
    async pages(walk) {
      const rows = await tables(db)
        .selectFrom('collectedPages')
        .select('page')
        .where('generation', '=', generation)
        .where('team', '=', team)
        .where('walk', '=', walk)
        .orderBy('number')
        .execute();
      const pages: Page[] = [];
      for await (const { page } of inSlices(rows)) pages.push(pageSchema.parse(JSON.parse(page)));
      return pages;
    },
    // Two processes can work on one generation for a moment; the page that came first is as good as the other. A team
    // that has left in the meantime gets no row.
    async save(walk: string, number: number, page: Page) {
      await sql`
        insert into collected_pages (generation, team, walk, number, page)
        select ${generation}::uuid, ${team}, ${walk}, ${number}::int, ${JSON.stringify(page)}
        where exists (select 1 from generations where id = ${generation}::uuid)
        on conflict do nothing`.execute(tables(db));
    },
  };
}

/** For a text that was written down as a whole, or is of no more use. */
export async function purgePages(db: Queries, generation: string): Promise<void> {
  await tables(db).deleteFrom('collectedPages').where('generation', '=', generation).execute();
}
