import type { Jobs } from '../jobs/jobs.ts';
import type { Transaction } from '../storage/database.ts';
import { isUuid } from '../storage/tables.ts';
import type { StepContext } from './context.ts';
import { createDocumentSearch, type DocumentSearch } from './document-search.ts';
import { beganAt, type Changes, type Generation, SETTLED, type State } from './generation.ts';
import { generationTables, ofTeam, readGeneration, toColumns } from './store.ts';

/**
 * What generations know of finished documents, for those who look for them or change them. Every call names the team. A
 * document has a message of what made it and one of each change: what becomes of it, all of them say.
 */
export interface FinishedDocuments extends DocumentSearch {
  /** Takes over what the service says of a document now; its messages follow where that changes anything. */
  refresh(team: string, id: string, known: { title?: string; archived?: boolean }): Promise<void>;
  /** A change of a document is through: its other messages take over the title, and the first one the picture. */
  changed(change: Generation): Promise<void>;
  /** Notes that the document is archived. May be done again. */
  markArchived(team: string, id: string): Promise<void>;
  /**
   * Notes that the document is deleted: its texts and links go, and its files in Slack. Changes of it that are under way are
   * stopped. May be done again.
   */
  markDeleted(team: string, id: string): Promise<void>;
}

/** Each change and the job that draws the card anew are written in one transaction. */
export function createFinishedDocuments(
  { db, clock }: Pick<StepContext, 'db' | 'clock'>,
  jobs: Jobs,
): FinishedDocuments {
  const now = () => new Date(clock.now());

  /** Changes the delivered document, and whatever else is about the same one, as `changesOf` says of each. */
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
      .set({ ...toColumns(tx, one.id, columns), state, updatedAt: now() })
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
        ...NOTHING_LEFT,
        deletedAt: now(),
        ...(!SETTLED.includes(state) && { state: 'stopped' }),
      })),
  };
}

/** What another message of the document takes over from the change with this id, unless a later one is through. */
function afterChange(id: string, one: Generation, all: Generation[]): Changes {
  const change = all.find((other) => other.id === id);
  const isLater = (other: Generation) =>
    other.work === 'edit' && other.state === 'delivered' && change && beganAt(other) > beganAt(change);
  if (!change || one.id === id || all.some(isLater)) return {};
  const { title } = change;
  // Slack shows a picture to those alone who can see the file, which stands in the thread of the change.
  const isBelow = change.channel === one.channel && change.threadTs === (one.threadTs ?? one.rootTs);
  const thumbnail = (isBelow && change.thumbnail) || undefined;
  return {
    ...(title && title !== one.title && { title }),
    ...(one.work !== 'edit' && thumbnail !== one.thumbnail && { thumbnail: thumbnail ?? null }),
  };
}

/** The id of the document at the service stays, so that a search there that still finds it shows it to nobody. */
const NOTHING_LEFT = {
  label: '',
  ask: null,
  collected: null,
  title: null,
  docUrl: null,
  thumbnail: null,
  warnings: null,
  sourceNote: null,
  failure: null,
} satisfies Changes;

/** The delivered document and whatever else is about the same one, in any state; locked until the transaction has ended. */
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
  // An id is looked up for its team, also where another team has the same document.
  return all.some((one) => one.id === id) ? all : [];
}
