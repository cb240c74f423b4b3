import type { Actor } from '../actor.ts';
import { type AskLimit, type BudgetBlocker, LimitReached } from '../asks/limits.ts';
import { isOnlyAudience } from '../asks/mention/audience.ts';
import type { Ask } from '../asks/schema.ts';
import { titleIn } from '../asks/title.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { withLock } from '../storage/database.ts';
import { createSeen } from '../storage/seen.ts';
import { clipAtWord } from '../text.ts';
import { limitReachedBy } from './asks-of-person.ts';
import { auditMade } from './audit-line.ts';
import type { CancellationWatcher } from './cancellation.ts';
import type { StepContext } from './context.ts';
import { type CreditRequests, createCreditRequests, peopleWithRequests } from './credit-requests.ts';
import type { ExportKind } from './delivery/delivery.ts';
import { openDelivery, setPayload } from './delivery/outbox.ts';
import { createDocumentSearch } from './document-search.ts';
import { type ExpectedCredits, expectedCredits, type Priced as Sized } from './expected-credits.ts';
import { type Changes, type Generation, offeredDocument, RUNNING, type State } from './generation.ts';
import { resume } from './resume.ts';
import { budgetBlocker, type Priced, spentByPerson, spentByTeam, type UsedOfLimit } from './spending.ts';
import {
  change,
  documentIn,
  editsUnderWay,
  findGeneration,
  generationTables,
  historyOfDocument,
  insertGeneration,
  peopleWithGenerations,
  recentGenerations,
  SHARED,
  saveFound,
} from './store.ts';
import { fullAsk } from './stored-ask.ts';
import { recordTransition, transition } from './transitions.ts';
import { rememberUnnamed } from './unnamed-documents.ts';
import { reportedCredits, type Usage, type UsageRow, type UsageScope, usageOf, usageRows } from './usage.ts';

/** Functions for generations. A result is false if the team has no such generation, or if the state does not allow the call. */
export interface Generations extends CreditRequests {
  /**
   * Stores an ask and queues its job. After this returns, the ask cannot be lost, so the asker may be told that it was accepted.
   * @param key idempotency key, for example the id of a modal or an event
   * @param options `isScheduled`: the ask is a scheduled run of a digest, for which the limits on asks do not apply
   * @throws LimitReached if the person or the team has reached a limit
   */
  start(ask: Ask, key: string, options?: { isScheduled?: boolean }): Promise<Generation>;
  /**
   * Like `start`, for a change of a document. The changes of one document are made one after another.
   * @returns null if three changes of the document already wait
   */
  startEdit(ask: Ask, key: string): Promise<Generation | null>;
  find(team: string, id: string): Promise<Generation | null>;
  /** Returns the ask with its prompt; null if the ask was deleted. The prompt is empty if the texts were deleted (see `isPurged`). */
  askOf(team: string, id: string): Promise<Ask | null>;
  /** Returns a person's generations, newest first. */
  recent(team: string, person: string, limit: number): Promise<Generation[]>;
  /** Returns the ids of the people of a team who have had something made or wait for an admin, with the pseudonyms of erased people. */
  people(team: string): Promise<string[]>;
  /** Returns a thread's newest document (in progress or finished) that is not archived or deleted. @param thread `ts`: its first message */
  documentIn(team: string, thread: { channel: string; ts: string }): Promise<Generation | null>;
  /** Returns the generations that made a document and changed it, oldest first, without shares. @param docId the service's id */
  historyOf(team: string, docId: string): Promise<Generation[]>;
  /**
   * Writes a person's decision about an `unsure` generation: `leave` stops it, `again` repeats the create call, which may spend credits
   * twice.
   * @returns false if the generation is no longer `unsure`
   */
  resolveUnsure(team: string, id: string, choice: 'again' | 'leave'): Promise<boolean>;
  /**
   * Writes the asker's answer to the question whether the found document is the requested one. Returns `taken` if another generation has
   * delivered this document already.
   * @returns null if the question was answered before
   */
  answerFound(
    team: string,
    id: string,
    choice: 'post' | 'decline',
  ): Promise<'posted' | 'declined' | 'taken' | null>;
  /** Continues polling for a `late` generation, whose polling has reached its time limit. */
  checkAgain(team: string, id: string): Promise<boolean>;
  /** Stops a generation. The service has no cancellation, so the document may still be made there. */
  stop(team: string, id: string): Promise<boolean>;
  /** Removes a failed generation from the person's lists. */
  dismiss(team: string, id: string): Promise<void>;
  /** Continues polling for a stopped generation, if the service has returned an id for it. No credits are spent. */
  followAgain(team: string, id: string): Promise<boolean>;
  /**
   * Exports a delivered document and posts the file in its thread. A second export of the same kind within two minutes is ignored.
   * @param by id of the person whom the message with the file mentions
   * @param key idempotency key, for example the id of the click
   */
  exportDoc(team: string, id: string, exportAs: ExportKind, by: string, key: string): Promise<boolean>;
  /**
   * Posts a delivered document with its file in another channel, once. The caller must have checked that it may be shown there.
   * @returns null if the document does not exist, is archived or is deleted
   */
  share(team: string, id: string, channel: string): Promise<Generation | null>;
  /**
   * Returns what an ask is expected to cost; undefined if the costs of the team's earlier documents are not known.
   * @param messages number of messages in the channel that it is about, if it is known
   */
  expectedCredits(ask: Sized, messages?: number): Promise<ExpectedCredits | undefined>;
  /** Returns why the ask may not spend credits now (asks/limits.ts); undefined if it may. This is only a check and reserves no credits. */
  budgetBlocker(ask: Priced & { channel: string | undefined }): Promise<BudgetBlocker | undefined>;
  /** Returns the credits that a person has used this month, and the limit. */
  spentByPerson(actor: Actor): Promise<UsedOfLimit>;
  /** Returns the credits that a team has used this month, and the limit of the whole workspace. */
  spentByTeam(team: string): Promise<UsedOfLimit>;
  /** Returns what a team or one person has spent in the month that contains `at`. */
  usage(scope: UsageScope, at: number): Promise<Usage>;
  /** Returns what the team has spent in the month of `at`, with a row for each combination of day, person, place and kind of ask. */
  usageRows(team: string, at: number): Promise<UsageRow[]>;
  /** Returns the credits that the service has reported for generations, by id. */
  reportedCredits(team: string, ids: string[]): Promise<Map<string, number>>;
  /** Returns the limit on the number of asks that the team or the person has reached; undefined if no limit is reached. */
  limitReached(actor: Actor): Promise<AskLimit | undefined>;
  /** Continues the team's generations that wait until the team is connected to the service. */
  reconnected(team: string): Promise<void>;
}

/** Maximum number of changes of one document that may wait until an earlier change of the document has ended. */
const MOST_WAITING_EDITS = 3;

/** Milliseconds within which a second export of a document to the same format is ignored. An export takes about two minutes. */
const ONE_EXPORT_WITHIN_MS = 120_000;

/** Creates the functions for generations. An update and the job that follows it are written in one transaction. */
export function createGenerations(
  context: Parameters<typeof createCreditRequests>[0] &
    Pick<StepContext, 'onTaken' | 'onState' | 'started' | 'audit'>,
  jobs: Jobs,
  cancellations: CancellationWatcher,
): Generations {
  const { db, clock, limitsOf } = context;
  const now = () => new Date(clock.now());
  const job = (generation: Pick<Generation, 'team' | 'id'>) => ({
    team: generation.team,
    generation: generation.id,
  });

  /** Changes a generation's state after a person's decision, and queues the job. Returns false if the old state is not in `from`. */
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
    // Without this lock, simultaneous asks could exceed a limit of the person or the team.
    const lock = limits && `asks ${ask.team}`;
    const { generation, made } = await db.transaction(async (tx) => {
      const limit = limits && limitReachedBy(tx, ask, limits, now());
      const inserted = await insertGeneration(tx, ask, { key, label: labelOf(ask), now: now() }, limit);
      const { generation } = inserted;
      // If an ask with this key was stored before, `inserted.limit` is null, so a repeated request is not refused.
      if (inserted.limit) throw new LimitReached(inserted.limit);
      if (inserted.made) await jobs.send('generation', job(generation), { tx, key: generation.id });
      return inserted;
    }, lock);
    if (made) {
      const isShort = ask.source.kind === 'text' && ask.prompt.length <= SHORT_PROMPT;
      const stored = isShort ? { ask, collected: null } : undefined;
      context.started?.set(generation.id, { generation, stored });
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
      // Without this lock, two simultaneous clicks could exceed the limit of waiting changes.
      return withLock(db, `edits ${team} ${docId}`, async () => {
        const others = await editsUnderWay(db, { team, docId }, key);
        // The first change is in progress and does not wait. If the service refused it because of a change outside Deckhand, it waits, too.
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
    people: async (team) => [
      ...new Set([...(await peopleWithGenerations(db, team)), ...(await peopleWithRequests(db, team))]),
    ],
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
    expectedCredits: (ask, messages) => expectedCredits(db, ask, { messages }),
    async limitReached(actor) {
      const reached = limitReachedBy(db, actor, await limitsOf(actor.team), now());
      const { limit } = await generationTables(db)
        .selectNoFrom(reached.as('limit'))
        .executeTakeFirstOrThrow();
      return limit ?? undefined;
    },
    budgetBlocker: (ask) => budgetBlocker(ask, context),
    spentByPerson: (actor) => spentByPerson(actor, context),
    spentByTeam: (team) => spentByTeam(team, context),
    ...createCreditRequests(context),
    usage: (scope, at) => usageOf(db, scope, at),
    usageRows: (team, at) => usageRows(db, team, at),
    reportedCredits: (team, ids) => reportedCredits(db, team, ids),
    documentIn: (team, thread) => documentIn(db, team, thread),
    historyOf: (team, docId) => historyOfDocument(db, team, docId),
    async resolveUnsure(team, id, choice) {
      if (choice === 'leave') return answer(team, id, ['unsure'], 'stopped');
      // If the service's id is known, the response to the create call came late. Polling then continues, and no credits are spent.
      const found = await findGeneration(db, team, id);
      const known = found?.generationId !== undefined;
      // The first call may have made a document whose id is unknown. Store this. Otherwise a search could show it as made outside Deckhand.
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
      // Two generations may have found the same document. With this lock, only one of them can deliver it.
      const lock = `document ${docId}`;
      return db.transaction(async (tx) => {
        const isTaken = choice === 'post' && (await createDocumentSearch(tx).madeHere([docId])).size > 0;
        const moved =
          choice === 'post' && !isTaken
            ? await transition(tx, generation, ['unsure'], 'delivering', now(), {
                ...{ docId, docUrl, title, found: null, failure: null },
              })
            : await saveFound(tx, generation, { ...document, isDeclined: true });
        if (!moved) return null;
        await jobs.send('generation', job(moved), { tx, key: id });
        if (moved.state !== 'unsure') await auditMade(tx, moved, context);
        if (moved.state === 'unsure') return isTaken ? 'taken' : 'declined';
        recordTransition(moved, context);
        return 'posted';
      }, lock);
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
      // A generation without an id of the service cannot be polled. It would need another create call, so it stays stopped.
      if (!(await findGeneration(db, team, id))?.generationId) return false;
      return answer(team, id, ['stopped'], 'following', { failure: null, followSince: now() });
    },
    async exportDoc(team, id, exportAs, by, key) {
      const generation = await findGeneration(db, team, id);
      if (generation?.state !== 'delivered' || !generation.docId || generation.deletedAt) return false;
      await db.transaction(async (tx) => {
        // Claims the key against double clicks in the transaction. If the transaction fails, the person can click again at once.
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

/** Maximum characters of a prompt that stays in memory until it is sent. The number is low, because 10,000 asks may wait. */
const SHORT_PROMPT = 2_000;

const LABEL_LENGTH = 80;

/**
 * Returns a name for lists: the ask's title, or the topic in the prompt's first line, because later lines may be corrections ("make it
 * shorter"). A conversation or a file is named by its source if the prompt names only an audience, such as "for the board".
 */
export function labelOf({ title, prompt, source, work }: Ask): string {
  const first = prompt.split('\n').find((line) => /[\p{L}\p{N}]/u.test(line)) ?? prompt;
  const isLeftover = source.kind !== 'text' && isOnlyAudience(first);
  const topic = work.kind === 'edit' ? prompt : isLeftover ? '' : titleIn(first);
  const text = (title || topic || nameOf(source) || prompt).replace(/\s+/g, ' ').trim();
  return clipAtWord(text, LABEL_LENGTH);
}

/** Name of a generation from the days of a channel whose prompt names no topic. Deckhand does not know the channel's name here. */
export const CHANNEL_LABEL = 'What was said in a channel';

function nameOf(source: Ask['source']): string {
  if (source.kind === 'file') return source.files.map(({ name }) => name).join(', ');
  if (source.kind === 'thread') return source.name || 'A thread';
  return source.kind === 'channel' ? CHANNEL_LABEL : '';
}
