import type { Actor } from '../actor.ts';
import { type AskLimit, type BudgetBlocker, LimitReached } from '../asks/limits.ts';
import type { Ask } from '../asks/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { withLock } from '../storage/database.ts';
import { createSeen } from '../storage/seen.ts';
import { clipAtWord } from '../text.ts';
import { limitReachedBy, lockAsksOf } from './asks-of-person.ts';
import type { CancellationWatcher } from './cancellation.ts';
import type { StepContext } from './context.ts';
import { type CreditRequests, createCreditRequests } from './credit-requests.ts';
import type { ExportKind } from './delivery/delivery.ts';
import { openDelivery, setPayload } from './delivery/outbox.ts';
import { createDocumentSearch } from './document-search.ts';
import { type ExpectedCredits, expectedCredits } from './expected-credits.ts';
import { type Changes, type Generation, offeredDocument, RUNNING, type State } from './generation.ts';
import { resume } from './resume.ts';
import { budgetBlocker, type Priced } from './spending.ts';
import {
  change,
  documentIn,
  editsUnderWay,
  findGeneration,
  insertGeneration,
  recentGenerations,
  SHARED,
  saveFound,
} from './store.ts';
import { fullAsk } from './stored-ask.ts';
import { recordTransition, transition } from './transitions.ts';
import { rememberUnnamed } from './unnamed-documents.ts';
import { type Usage, type UsageRow, type UsageScope, usageOf, usageRows } from './usage.ts';

/**
 * The calls on generations for slack/ and digests/. Every call takes the team and does not find generations of other teams. A call that
 * changes a generation returns false if the generation does not exist or its state does not allow the change.
 */
export interface Generations extends CreditRequests {
  /**
   * Accepts and stores an ask. When this returns, the ask cannot be lost, so the asker can be told that it was accepted.
   * @param key idempotency key, for example the id of a view or an event
   * @param options `isScheduled`: the ask is the scheduled run of a digest, so the limits of asks do not apply
   * @throws LimitReached if the person or the team has reached a limit
   */
  start(ask: Ask, key: string, options?: { isScheduled?: boolean }): Promise<Generation>;
  /**
   * Like `start`, for a change of a document. The changes of one document are sent to the service one after another.
   * @returns null if three changes of the document already wait
   */
  startEdit(ask: Ask, key: string): Promise<Generation | null>;
  find(team: string, id: string): Promise<Generation | null>;
  /** Returns the ask with its prompt; null if the ask was deleted. The prompt is empty if only the texts were deleted (`isPurged`). */
  askOf(team: string, id: string): Promise<Ask | null>;
  /** Returns a person's generations, newest first. */
  recent(team: string, person: string, limit: number): Promise<Generation[]>;
  /**
   * Returns a thread's newest document that is neither archived nor deleted.
   * @param thread `ts` is the `ts` of the thread's first message
   */
  documentIn(team: string, thread: { channel: string; ts: string }): Promise<Generation | null>;
  /**
   * Writes a person's decision about an `unsure` generation, whose create call got no response. 'again' repeats the call, which may spend
   * credits twice. But if the response has come since, the service is polled instead and nothing is spent. 'leave' stops it.
   * @returns false if the generation is no longer `unsure`
   */
  resolveUnsure(team: string, id: string, choice: 'again' | 'leave'): Promise<boolean>;
  /**
   * Writes whether the document that was found for an `unsure` generation is the requested one. `post`: yes, so it is delivered as the
   * result. `decline`: no. `taken` is returned if another generation got this document meanwhile. After `taken` and `decline`, the asker
   * decides as if no document had been found.
   * @returns null if the generation was decided before
   */
  answerFound(
    team: string,
    id: string,
    choice: 'post' | 'decline',
  ): Promise<'posted' | 'declined' | 'taken' | null>;
  /** Polls again for a generation that is `late`, which means that polling has reached its time limit. */
  checkAgain(team: string, id: string): Promise<boolean>;
  /** Stops a generation. The service has no cancellation, so the document may still be made there. */
  stop(team: string, id: string): Promise<boolean>;
  /** Leaves a failed generation out of the person's lists. */
  dismiss(team: string, id: string): Promise<void>;
  /** Polls again for a stopped generation, if the service has returned an id for it. Nothing is submitted or spent again. */
  followAgain(team: string, id: string): Promise<boolean>;
  /**
   * Exports a delivered document to a file, or to pictures of its first slides, and posts the result in the document's thread. Another
   * export of the same kind within two minutes is ignored.
   * @param by id of the person whom the message with the file mentions
   * @param key as in `start`
   */
  exportDoc(team: string, id: string, exportAs: ExportKind, by: string, key: string): Promise<boolean>;
  /**
   * Posts a delivered document with its file in another channel. Nothing is spent. The caller must have checked that the document may be
   * shown there. A second call returns the same generation and posts nothing.
   * @returns null if there is no such document, or if it is archived or deleted
   */
  share(team: string, id: string, channel: string): Promise<Generation | null>;
  /** Returns what an ask is expected to cost; undefined if the costs of the team's earlier documents are not known. */
  expectedCredits(ask: Ask): Promise<ExpectedCredits | undefined>;
  /** Returns why credits may not be spent on an ask now (asks/limits.ts); undefined if they may. Reserves nothing. */
  budgetBlocker(ask: Priced & { channel: string | undefined }): Promise<BudgetBlocker | undefined>;
  /** Returns what a team or one person has spent in the month that contains `at`. */
  usage(scope: UsageScope, at: number): Promise<Usage>;
  /** Returns the team's usage as rows by day, person, place and kind, for a download. */
  usageRows(team: string, at: number): Promise<UsageRow[]>;
  /** Returns the limit of asks that the team or the person has reached; undefined if neither has. */
  limitReached(actor: Actor): Promise<AskLimit | undefined>;
  /** Resumes generations that waited for the team's connection. */
  reconnected(team: string): Promise<void>;
}

/** Maximum number of changes of one document that may wait for another change of the same document. */
const MOST_WAITING_EDITS = 3;

/** Milliseconds within which a second export of the same document to the same format is ignored. An export takes about two minutes. */
const ONE_EXPORT_WITHIN_MS = 120_000;

/** Creates the calls on generations. Each writes its update and the generation's job in one transaction. */
export function createGenerations(
  context: Pick<
    StepContext,
    'db' | 'clock' | 'log' | 'onTaken' | 'onState' | 'policy' | 'limitsOf' | 'isInGroup' | 'tellAdmins'
  >,
  jobs: Jobs,
  cancellations: CancellationWatcher,
): Generations {
  const { db, clock, limitsOf } = context;
  const now = () => new Date(clock.now());
  const job = (generation: Pick<Generation, 'team' | 'id'>) => ({
    team: generation.team,
    generation: generation.id,
  });

  /**
   * Writes a person's decision as the state `to`, and queues the generation's job. Returns false if the generation does not exist or its
   * state is not in `from`.
   */
  async function answer(
    team: string,
    id: string,
    from: State[],
    to: State,
    changes: Changes = {},
  ): Promise<boolean> {
    const found = await findGeneration(db, team, id);
    if (!found) return false;
    return db.transaction(async (tx) => {
      const moved = await transition(tx, found, from, to, now(), changes);
      if (!moved) return false;
      await jobs.send('generation', job(moved), { tx, key: id });
      recordTransition(moved, context);
      return true;
    });
  }

  async function start(ask: Ask, key: string, { isScheduled = false } = {}): Promise<Generation> {
    const limits = isScheduled ? undefined : await limitsOf(ask.team);
    const { generation, made } = await db.transaction(async (tx) => {
      if (limits) await lockAsksOf(tx, ask);
      const reached = limits && (await limitReachedBy(tx, ask, limits, now()));
      const inserted = await insertGeneration(tx, ask, { key, label: labelOf(ask), now: now() });
      const { generation } = inserted;
      // A redelivered request has the same key and gets its existing generation, even if the limit has been reached since.
      if (inserted.made && reached) throw new LimitReached(reached);
      if (inserted.made) await jobs.send('generation', job(generation), { tx, key: generation.id });
      return inserted;
    });
    if (made) {
      context.onTaken?.(generation);
      recordTransition(generation, context);
    }
    return generation;
  }

  return {
    start,
    async startEdit(ask, key) {
      const { team, work } = ask;
      if (work.kind !== 'edit') throw new Error('The ask is not for a change of a document');
      const { docId } = work.document;
      // Without the lock, two clicks at the same moment could exceed the limit of waiting changes together.
      return withLock(db, `edits ${team} ${docId}`, async () => {
        const others = await editsUnderWay(db, { team, docId }, key);
        // The first of the other changes is being made, so it does not count as waiting. But it waits, too, if the service has refused it
        // because somebody changes the document at the service itself.
        const isRefused = others.some(({ failure }) => failure !== undefined);
        const waiting = isRefused ? others.length : others.length - 1;
        return waiting < MOST_WAITING_EDITS ? start(ask, key) : null;
      });
    },
    find: (team, id) => findGeneration(db, team, id),
    async askOf(team, id) {
      const generation = await findGeneration(db, team, id);
      const stored = generation && (await fullAsk(db, generation.id));
      return stored?.ask ?? null;
    },
    recent: (team, person, limit) => recentGenerations(db, team, person, limit),
    async share(team, id, channel) {
      const found = await findGeneration(db, team, id);
      const { ask, state, docId, deletedAt, archivedAt, label } = found ?? {};
      if (!ask || !docId || state !== 'delivered' || deletedAt || archivedAt) return null;
      const key = `${SHARED}${id}:${channel}`;
      return db.transaction(async (tx) => {
        const shared = { ...ask, digest: undefined, destination: { channel } };
        const { generation, made } = await insertGeneration(tx, shared, {
          key,
          label: label ?? '',
          now: now(),
        });
        if (!made) return generation;
        await jobs.send('generation', job(generation), { tx, key: generation.id });
        const { docUrl, title, exportAs, madeWith } = found ?? {};
        const known = { docId, docUrl, title, exportAs, madeWith };
        return transition(tx, generation, ['queued'], 'delivering', now(), known);
      });
    },
    expectedCredits: (ask) => expectedCredits(db, ask),
    limitReached: async (actor) => limitReachedBy(db, actor, await limitsOf(actor.team), now()),
    budgetBlocker: (ask) => budgetBlocker(ask, context),
    ...createCreditRequests(context),
    usage: (scope, at) => usageOf(db, scope, at),
    usageRows: (team, at) => usageRows(db, team, at),
    documentIn: (team, thread) => documentIn(db, team, thread),
    async resolveUnsure(team, id, choice) {
      if (choice === 'leave') return answer(team, id, ['unsure'], 'stopped');
      // If the response to the create call came late, the service's id is known, so the service can be polled and nothing is spent again.
      const found = await findGeneration(db, team, id);
      const known = found?.generationId !== undefined;
      // If the service's id is not known, the create call may have made a document that Deckhand never learns of. This is recorded
      // (unnamed-documents.ts).
      if (!known && found?.state === 'unsure' && found.madeWith && found.submittedAt)
        await rememberUnnamed(db, found.madeWith, found.submittedAt);
      return known
        ? answer(team, id, ['unsure'], 'following', { failure: null, found: null, followSince: now() })
        : answer(team, id, ['unsure'], 'collecting', { failure: null, found: null });
    },
    async answerFound(team, id, choice) {
      const generation = await findGeneration(db, team, id);
      const document = generation && offeredDocument(generation);
      if (!document) return null;
      const { docId, docUrl, title } = document;
      return db.transaction(async (tx) => {
        // Two generations may have found the same document. Without the lock, both could take it.
        await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`document ${docId}`]);
        const isTaken = choice === 'post' && (await createDocumentSearch(tx).madeHere([docId])).size > 0;
        const moved =
          choice === 'post' && !isTaken
            ? await transition(tx, generation, ['unsure'], 'delivering', now(), {
                ...{ docId, docUrl, title, found: null, failure: null },
              })
            : await saveFound(tx, generation, { ...document, isDeclined: true });
        if (!moved) return null;
        await jobs.send('generation', job(moved), { tx, key: id });
        if (moved.state === 'unsure') return isTaken ? 'taken' : 'declined';
        recordTransition(moved, context);
        return 'posted';
      });
    },
    checkAgain: (team, id) => answer(team, id, ['late'], 'following', { followSince: now() }),
    async stop(team, id) {
      const done = await answer(team, id, [...RUNNING, 'unsure', 'disconnected'], 'stopped');
      if (done) cancellations.cancel(id);
      return done;
    },
    async dismiss(team, id) {
      await change(db, id)
        .set({ archivedAt: now() })
        .where('team', '=', team)
        .where('state', '=', 'failed')
        .execute();
    },
    async followAgain(team, id) {
      // Only a generation with the service's id can be polled. Without the id, it would need another create call, so it stays stopped.
      if (!(await findGeneration(db, team, id))?.generationId) return false;
      return answer(team, id, ['stopped'], 'following', { failure: null, followSince: now() });
    },
    async exportDoc(team, id, exportAs, by, key) {
      const generation = await findGeneration(db, team, id);
      if (generation?.state !== 'delivered' || !generation.docId || generation.deletedAt) return false;
      await db.transaction(async (tx) => {
        // Claims the debounce key in the job's transaction, so a click that failed can be repeated at once.
        if (!(await createSeen(tx).claim(team, `export:${id}:${exportAs}`, ONE_EXPORT_WITHIN_MS))) return;
        const row = await openDelivery(tx, generation, { kind: 'file', sequence: key }, now());
        if (row.payload) return;
        await setPayload(tx, row.id, { exportAs, by });
        await jobs.send('export', { team, delivery: row.id }, { tx, key: row.id });
      });
      return true;
    },
    reconnected: (team) => resume(team, context, jobs),
  };
}

const LABEL_LENGTH = 80;

/** Returns the name of a generation until the service has given it a title: the beginning of the ask, at most 80 characters. */
export function labelOf(ask: Pick<Ask, 'title' | 'prompt' | 'source'>): string {
  const text = (ask.title || ask.prompt || nameOf(ask.source)).replace(/\s+/g, ' ').trim();
  return clipAtWord(text, LABEL_LENGTH);
}

function nameOf(source: Ask['source']): string {
  if (source.kind === 'file') return source.files.map(({ name }) => name).join(', ');
  if (source.kind === 'thread') return source.name || 'A thread';
  return source.kind === 'channel' ? 'What was said in a channel' : '';
}
