import type { Queries } from '../storage/database.ts';

/** The pages that a generation has read so far; see the table. */
export function createCollectedPages<Page>(db: Queries, { team, generation }: Owner) {
  return {
    async pages(walk: string): Promise<Page[]> {
      const rows = await db.query<{ page: string }>(
        'SELECT page FROM collected_pages WHERE generation = $1 AND team = $2 AND walk = $3 ORDER BY number',
        [generation, team, walk],
      );
      return rows.map(({ page }) => JSON.parse(page) as Page);
    },
    async save(walk: string, number: number, page: Page): Promise<void> {
      await db.query(KEEP, [generation, team, walk, number, JSON.stringify(page)]);
    },
  };
}

interface Owner {
  team: string;
  generation: string;
}

/** Once the whole text was written down, or is of no more use. */
export async function forgetPages(db: Queries, generation: string): Promise<void> {
  await db.query('DELETE FROM collected_pages WHERE generation = $1', [generation]);
}

// Two processes can hold one generation for a moment; the page that came first is as good as the other. A team that
// has left in the meantime gets no row.
const KEEP = `
  INSERT INTO collected_pages (generation, team, walk, number, page)
  SELECT $1::uuid, $2, $3, $4::int, $5 WHERE EXISTS (SELECT 1 FROM generations WHERE id = $1::uuid)
  ON CONFLICT DO NOTHING`;
