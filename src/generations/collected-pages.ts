import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Page, type PageStore, pageSchema } from '../sources/pages.ts';
import { inSlices } from '../sources/slices.ts';
import type { Database, Queries } from '../storage/database.ts';
import { openRow, sealRow, type WithSealed } from '../storage/sealed-columns.ts';
import { tablesOf } from '../storage/tables.ts';

/**
 * The columns of `collected_pages`: the pages that a generation has read so far of a long thread or channel. A page of large
 * messages has megabytes: it is written in parts, since an embedded database holds up the process for as long as a statement
 * takes to write.
 */
interface PageColumns {
  generation: string;
  team: string;
  /** The list that is paged through: the channel's history, or one thread of it. */
  walk: string;
  number: number;
  part: number;
  /** This part of the page's JSON. */
  page: string;
  createdAt: Date;
}
const TABLE = 'collected_pages';
export interface PageTables {
  collectedPages: WithSealed<typeof TABLE, PageColumns>;
}
const tables = tablesOf<PageTables>;

/** Characters of one part. */
const PART = 50_000;

export function createCollectedPages(
  db: Database,
  { team, generation }: { team: string; generation: string },
): PageStore {
  return {
    async pages(walk) {
      const rows = await tables(db)
        .selectFrom('collectedPages')
        .select(['number', 'part', 'page'])
        .where('generation', '=', generation)
        .where('team', '=', team)
        .where('walk', '=', walk)
        .orderBy('number')
        .orderBy('part')
        .execute();
      const texts: string[] = [];
      for await (const row of inSlices(rows)) {
        const { page } = openRow(db, TABLE, [generation, walk, row.number, row.part], row);
        // From one that cannot be opened any more, they are read again.
        if (typeof page !== 'string') {
          texts.splice(row.number);
          break;
        }
        texts[row.number] = (texts[row.number] ?? '') + page;
      }
      const pages: Page[] = [];
      for await (const text of inSlices(texts)) pages.push(pageSchema.parse(JSON.parse(text)));
      return pages;
    },
    // Two processes can work on one generation for a moment; the page that came first is as good as the other. A team
    // that has left in the meantime gets no row.
    async save(walk: string, number: number, page: Page) {
      const text = JSON.stringify(page);
      await db.transaction(async (tx) => {
        for (let part = 0; part * PART < text.length; part += 1) {
          const slice = text.slice(part * PART, (part + 1) * PART);
          const sealed = sealRow(tx, TABLE, [generation, walk, number, part], { page: slice });
          const { rows } = await sql`
            insert into collected_pages (generation, team, walk, number, part, page)
            select ${generation}::uuid, ${team}, ${walk}, ${number}::int, ${part}::int, ${sealed.page}
            where exists (select 1 from generations where id = ${generation}::uuid)
            on conflict do nothing
            returning part`.execute(tables(tx));
          if (rows.length === 0) return;
          await setImmediate();
        }
      });
    },
  };
}

/** For a text that was written down as a whole. */
export async function purgePages(db: Queries, generation: string): Promise<void> {
  await tables(db).deleteFrom('collectedPages').where('generation', '=', generation).execute();
}
