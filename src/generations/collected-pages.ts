import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type NumberedPage, type Page, type PageStore, pageSchema } from '../sources/pages.ts';
import { inSlices } from '../sources/slices.ts';
import type { Database, Queries } from '../storage/database.ts';
import { openRow, sealRow, type WithSealed } from '../storage/sealed-columns.ts';
import { tablesOf } from '../storage/tables.ts';

/** Columns of `collected_pages`, the pages that a generation has read. A page is stored in parts, because large statements block PGlite. */
interface PageColumns {
  generation: string;
  team: string;
  /** Name of the page's list: `history` (messages of the channel or thread), `replies` (of the channel's threads), or `CONVERSIONS`. */
  walk: string;
  number: number;
  part: number;
  /** A part of the page's JSON, at most `PART` characters long. */
  page: string;
  createdAt: Date;
}
const TABLE = 'collected_pages';
export interface PageTables {
  collectedPages: WithSealed<typeof TABLE, PageColumns>;
}
const tables = tablesOf<PageTables>;

/** Maximum characters in one part of a page. */
const PART = 50_000;
/** A generation fails if this many conversions of its pages to text in a row have begun and not ended. */
const MOST_CRASHES = 3;
/** Value of `walk` in the rows that count conversions. Each conversion inserts one row, without a page, when it begins. */
const CONVERSIONS = 'conversions';

/** Thrown if the last `MOST_CRASHES` conversions began and did not end, probably because they crashed the process. */
export class ConversionCrashes extends Error {
  override name = 'ConversionCrashes';
}

/** Returns the store of the pages that one generation has read. The pages are encrypted. */
export function createCollectedPages(
  db: Database,
  { team, generation }: { team: string; generation: string },
): PageStore {
  const rowsOf = (list: string) =>
    tables(db)
      .selectFrom('collectedPages')
      .where('generation', '=', generation)
      .where('team', '=', team)
      .where('walk', '=', list);
  const rowsWithPage = (list: string) =>
    rowsOf(list).select(['number', 'part', 'page']).orderBy('number').orderBy('part');

  /** Decrypts sorted rows. If a row cannot be decrypted, deletes all pages and throws, so that the pages are read again. */
  async function open(
    list: string,
    rows: Awaited<ReturnType<ReturnType<typeof rowsWithPage>['execute']>>,
  ): Promise<NumberedPage[]> {
    const texts = new Map<number, string>();
    for await (const row of inSlices(rows)) {
      const { page } = openRow(db, TABLE, { team, generation, walk: list, ...row });
      if (typeof page !== 'string') {
        await purgePages(db, generation);
        throw new Error('A stored page cannot be decrypted any more, so the conversation is read again');
      }
      texts.set(row.number, (texts.get(row.number) ?? '') + page);
    }
    const pages: NumberedPage[] = [];
    for await (const [number, text] of inSlices(texts))
      pages.push({ ...pageSchema.parse(JSON.parse(text)), number });
    return pages;
  }

  async function conversionsBegun(): Promise<number> {
    return (await rowsOf(CONVERSIONS).select('number').execute()).length;
  }

  /** Inserts a page. Does nothing if another process has inserted this page, or if the generation was deleted with its team. */
  async function save(list: string, number: number, page: Page | null): Promise<void> {
    const text = JSON.stringify(page);
    await db.transaction(async (tx) => {
      for (let part = 0; part * PART < text.length; part += 1) {
        const slice = text.slice(part * PART, (part + 1) * PART);
        const sealed = sealRow(tx, TABLE, { team, generation, walk: list, number, part }, { page: slice });
        const { rows } = await sql`
          insert into collected_pages (generation, team, walk, number, part, page)
          select ${generation}::uuid, ${team}, ${list}, ${number}::int, ${part}::int, ${sealed.page}
          where exists (select 1 from generations where id = ${generation}::uuid)
          on conflict do nothing
          returning part`.execute(tables(tx));
        if (rows.length === 0) return;
        await setImmediate();
      }
    });
  }

  return {
    async last(list) {
      const newest = rowsOf(list).select((eb) => eb.fn.max('number').as('number'));
      return (await open(list, await rowsWithPage(list).where('number', '=', newest).execute()))[0];
    },
    async page(list, number) {
      const [page] = await open(list, await rowsWithPage(list).where('number', '=', number).execute());
      if (!page) throw new Error('A stored page of the conversation was deleted');
      return page;
    },
    pages: async (list) => open(list, await rowsWithPage(list).execute()),
    save: (list, { number, ...page }) => save(list, number, page),
    /** Converts the pages to text. Counts the crashes, so that a page that crashes a process cannot crash all processes in turn. */
    async converting(convert) {
      // The queue's count of attempts is not used, because it includes restarts after deploys.
      const begun = await conversionsBegun();
      const end = () => deleteConversions(db, generation).execute();
      if (begun >= MOST_CRASHES) {
        // Deletes the count, so that a person can try again.
        await end();
        throw new ConversionCrashes(`${MOST_CRASHES} conversions in a row began and did not end`);
      }
      await save(CONVERSIONS, begun, null);
      try {
        return await convert();
      } finally {
        await end();
      }
    },
  };
}

/** Returns the statement that deletes the count of conversions. */
const deleteConversions = (db: Queries, generation: string) =>
  tables(db)
    .deleteFrom('collectedPages')
    .where('generation', '=', generation)
    .where('walk', '=', CONVERSIONS);

export async function purgePages(db: Queries, generation: string): Promise<void> {
  await tables(db).deleteFrom('collectedPages').where('generation', '=', generation).execute();
}
