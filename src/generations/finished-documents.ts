import { isDeepStrictEqual } from 'node:util';
import type { Jobs } from '../jobs/jobs.ts';
import type { Transaction } from '../storage/database.ts';
import { isUuid } from '../storage/tables.ts';
import type { StepContext } from './context.ts';
import { createDocumentSearch, type DocumentSearch } from './document-search.ts';
import { beganAt, type Changes, type Generation, SETTLED, type State } from './generation.ts';
import { generationTables, ofTeam, readGeneration, toColumns } from './store.ts';

/** Searches and changes finished documents. A document can have several cards: its own, and one for each share and each change of it. */
export interface FinishedDocuments extends DocumentSearch {
  /** Stores the title and the archived state that the service reports. If one of them has changed, the cards are updated. */
  refresh(team: string, id: string, known: { title?: string; archived?: boolean }): Promise<void>;
  /** Updates the document's other cards after a finished change: title, slide titles, picture and warnings. */
  changed(change: Generation): Promise<void>;
  /** Stores that the document was archived at the service. Safe to call again. */
  markArchived(team: string, id: string): Promise<void>;
  /** Stores that the document was deleted. Deletes its texts, links and Slack files, and stops its running changes. Safe to call again. */
  markDeleted(team: string, id: string): Promise<void>;
}

/** Creates the methods for finished documents. Each change and the jobs that update the cards are written in one transaction. */
export function createFinishedDocuments(
  { db, clock }: Pick<StepContext, 'db' | 'clock'>,
  jobs: Jobs,
): FinishedDocuments {
  const now = () => new Date(clock.now());

  /** Updates all generations of a document with the columns that `changesOf` returns for each. @param id one of these generations */
  async function changeAll(
    team: string,
    id: string,
    changesOf: (one: Generation, all: Generation[]) => Changes & { state?: State },
  ): Promise<void> {
    await db.transaction(async (tx) => {
      const all = await ofSameDocument(tx, team, id);
      for (const one of all) await change(tx, one, changesOf(one, all));
    });
  }

  async function change(tx: Transaction, one: Generation, changes: Changes & { state?: State }) {
    const { state = one.state, ...columns } = changes;
    if (Object.keys(changes).length === 0) return;
    await generationTables(tx)
      .updateTable('generations')
      .set({ ...toColumns(tx, one, columns), state, updatedAt: now() })
      .where('id', '=', one.id)
      .execute();
    await jobs.send('card', { team: one.team, generation: one.id }, { tx, key: one.id });
  }

  return {
    ...createDocumentSearch(db),
    refresh: (team, id, { title, archived }) =>
      changeAll(team, id, (one) => ({
        ...(title && title !== one.title && { title }),
        ...(archived === true && !one.archivedAt && { archivedAt: now() }),
        ...(archived === false && one.archivedAt && { archivedAt: null }),
      })),
    changed: ({ team, id }) => changeAll(team, id, (one, all) => afterChange(id, one, all)),
    markArchived: (team, id) =>
      changeAll(team, id, ({ archivedAt }) => ({ archivedAt: archivedAt ?? now() })),
    markDeleted: (team, id) =>
      changeAll(team, id, ({ state }) => ({
        ...DELETED_COLUMNS,
        deletedAt: now(),
        ...(!SETTLED.includes(state) && { state: 'stopped' }),
      })),
  };
}

/** Returns the updates of `one` after the change `id` of the same document. Empty if a later change was delivered. */
function afterChange(id: string, one: Generation, all: Generation[]): Changes {
  const change = all.find((other) => other.id === id);
  const isLater = (other: Generation) =>
    other.work === 'edit' && other.state === 'delivered' && change && beganAt(other) > beganAt(change);
  if (!change || one.id === id || all.some(isLater)) return {};
  const { title, slideTitles } = change;
  // Only cards in the thread of the change can show its picture, because Slack shows a picture only to people who can see its file.
  const isBelow = change.channel === one.channel && change.threadTs === (one.threadTs ?? one.rootTs);
  const thumbnail = (isBelow && change.thumbnail) || undefined;
  return {
    ...(title && title !== one.title && { title }),
    // Clear the warnings, because they are about the document before the change, for example that it has fewer slides than requested.
    ...(one.work !== 'edit' && one.warnings && { warnings: null }),
    ...(one.work !== 'edit' && thumbnail !== one.thumbnail && { thumbnail: thumbnail ?? null }),
    ...(!isDeepStrictEqual(slideTitles, one.slideTitles) && { slideTitles: slideTitles ?? null }),
  };
}

/** Columns that are emptied when a document is deleted. `docId` is kept, so that a search can recognize a document of Deckhand. */
const DELETED_COLUMNS = {
  label: '',
  ask: null,
  collected: null,
  title: null,
  docUrl: null,
  thumbnail: null,
  warnings: null,
  sourceNote: null,
  highlights: null,
  slideTitles: null,
  failure: null,
} satisfies Changes;

/** Locks and returns all generations of the document that generation `id` has delivered. Empty if `id` is not delivered or is deleted. */
async function ofSameDocument(tx: Transaction, team: string, id: string): Promise<Generation[]> {
  if (!isUuid(id)) return [];
  const document = generationTables(tx)
    .selectFrom('generations')
    .select('docId')
    .where('id', '=', id)
    .where('state', '=', 'delivered')
    .where('deletedAt', 'is', null);
  const rows = await ofTeam(tx, team)
    .where('docId', '=', document)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const all = rows.map((row) => readGeneration(tx, row));
  // The query also finds rows if `id` belongs to another team that has the same document. Return nothing then.
  return all.some((one) => one.id === id) ? all : [];
}
