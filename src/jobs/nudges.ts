import type { Database, Queries } from '../storage/database.ts';
import type { JobName } from './names.ts';

const CHANNEL = 'deckhand_jobs';

/** Tells all processes, once committed, that the queue has something to fetch. */
export async function nudge(db: Queries, queue: JobName): Promise<void> {
  await db.query('SELECT pg_notify($1, $2)', [CHANNEL, queue]);
}

/** `onNudge` gets the queue's name, or '' where notifications may have been missed: then look everywhere. */
export function listenForNudges(
  db: Database,
  onNudge: (queue: string) => void,
): Promise<() => Promise<void>> {
  return db.listen(CHANNEL, onNudge);
}
