import { sql } from 'kysely';
import type { Queries } from '../../storage/database.ts';
import { generationTables } from '../store.ts';

/** Conversions in a row that may take their process with them. */
const FATAL_LIMIT = 3;

/** The conversion of this generation's source is not tried again. */
export class FatalConversion extends Error {}

/**
 * Converts what people wrote, and counts the times that this was begun and did not end, since its process died. Converting is
 * the only step that could take a process with it, and all others' work, again in each process that takes it up. The queue's
 * own count of attempts does not serve: it counts each deploy, and all jobs that a dead process held, most of which only
 * wait for somebody. Reading, which can take an hour, is not counted, so that three crashes in that time harm nobody: whoever is
 * converting for some hundred milliseconds at each of three deaths in a row is hardly innocent. A process that stops in good order
 * lets a conversion come to its end, and so does one that has lost its lease.
 * @throws FatalConversion once it has not ended three times in a row
 */
export async function convertAtMostThrice<T>(
  db: Queries,
  generation: string,
  convert: () => Promise<T>,
): Promise<T> {
  const row = generationTables(db).updateTable('generations').where('id', '=', generation);
  const begun = await row
    .set({ conversions: sql<number>`coalesce(conversions, 0) + 1` })
    .returning('conversions')
    .executeTakeFirst();
  const end = () => row.set({ conversions: null }).execute();
  if ((begun?.conversions ?? 0) > FATAL_LIMIT) {
    // A person may try it again.
    await end();
    throw new FatalConversion(`The conversion of a source has not ended ${FATAL_LIMIT} times in a row.`);
  }
  try {
    return await convert();
  } finally {
    await end();
  }
}
