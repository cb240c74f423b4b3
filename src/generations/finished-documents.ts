import { isDeepStrictEqual } from 'node:util';
import type { Jobs } from '../jobs/jobs.ts';
import type { Transaction } from '../storage/database.ts';
import { isUuid } from '../storage/tables.ts';
import type { StepContext } from './context.ts';
import { createDocumentSearch, type DocumentSearch } from './document-search.ts';
import { beganAt, type Changes, type Generation, SETTLED, type State } from './generation.ts';
import { generationTables, ofTeam, readGeneration, toColumns } from './store.ts';

/**
 * Searches finished documents and stores changes to them. A document has a card for the generation that made it, and a card for each share
 * and each change. Each method below updates all of these cards.
 */
export interface FinishedDocuments extends DocumentSearch {
  /** Writes the title and archived state that the service reports. Updates the cards if the title or the archived state has changed. */
  refresh(team: string, id: string, known: { title?: string; archived?: boolean }): Promise<void>;
  /**
   * Copies the title and the slides' titles of a finished change to the document's other cards, and the change's picture to the document's
   * first card.
   */
  changed(change: Generation): Promise<void>;
  /** Stores that the document is archived. Safe to call again. */
  markArchived(team: string, id: string): Promise<void>;
  /**
   * Stores that the document is deleted. Deletes its texts, links and files in Slack, and stops changes in progress. Safe to call again.
   */
  markDeleted(team: string, id: string): Promise<void>;
}

/** Creates the methods for finished documents. Each writes its update and the jobs that update the cards in one transaction. */
export function createFinishedDocuments(
  { db, clock }: Pick<StepContext, 'db' | 'clock'>,
  jobs: Jobs,
): FinishedDocuments {
  const now = () => new Date(clock.now());

  /** Updates all generations of the document that generation `id` belongs to, with the columns that `changesOf` returns for each. */
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

/**
 * Returns the columns that generation `one` takes over from the generation `id`, a finished change of the same document. Empty if a later
 * change is finished already, because that one has the newer values.
 */
function afterChange(id: string, one: Generation, all: Generation[]): Changes {
  const change = all.find((other) => other.id === id);
  const isLater = (other: Generation) =>
    other.work === 'edit' && other.state === 'delivered' && change && beganAt(other) > beganAt(change);
  if (!change || one.id === id || all.some(isLater)) return {};
  const { title, slideTitles } = change;
  // A card in another thread cannot show the change's picture, because Slack shows a picture only to people who can see its file.
  const isBelow = change.channel === one.channel && change.threadTs === (one.threadTs ?? one.rootTs);
  const thumbnail = (isBelow && change.thumbnail) || undefined;
  return {
    ...(title && title !== one.title && { title }),
    ...(one.work !== 'edit' && thumbnail !== one.thumbnail && { thumbnail: thumbnail ?? null }),
    ...(!isDeepStrictEqual(slideTitles, one.slideTitles) && { slideTitles: slideTitles ?? null }),
  };
}

/**
 * Empty values for the columns of a deleted document. `docId` is kept, because the service's search may still return the document.
 * `madeHere` finds the id, so the document is not shown as one that was made outside Deckhand.
 */
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

/**
 * Returns all generations of a document, in any state, and locks their rows: the one that made it, its shares and its changes.
 * @param id one of these generations. It must be delivered, or the result is empty
 */
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
  // Two teams can have the same document. If the generation with this id is another team's, nothing of this team changes.
  return all.some((one) => one.id === id) ? all : [];
}
