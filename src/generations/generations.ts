import type { Ask } from '../asks/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { ExportFormat } from '../service/options.ts';
import type { Transaction } from '../storage/database.ts';
import { createSeen } from '../storage/seen.ts';
import { clipAtWord } from '../text.ts';
import type { CancellationWatcher } from './cancellation.ts';
import type { StepContext } from './context.ts';
import { openDelivery, setPayload } from './delivery/outbox.ts';
import { createEdits, type Edits } from './edits.ts';
import { type Changes, type Generation, RUNNING, type State } from './generation.ts';
import { resume } from './resume.ts';
import { areUnderWay, documentIn, findGeneration, insertGeneration, recentGenerations } from './store.ts';
import { fullAsk, toRun } from './stored-ask.ts';
import { recordTransition, transition } from './transitions.ts';
import { TEAM_PLACES } from './waits-and-limits.ts';

/** All that the surfaces (slack/, digests/) may do with generations. Every call names the team; a foreign id finds nothing. */
export interface Generations {
  /**
   * Accepts an ask: durable before it returns, so the person can be told that it was accepted.
   * `key` names the one click it came from (a view id, an event id): the same key again gives the same generation.
   */
  start(ask: Ask, key: string): Promise<Generation>;
  find(team: string, id: string): Promise<Generation | null>;
  /** The ask with its prompt; null once its texts were deleted. */
  askOf(team: string, id: string): Promise<Ask | null>;
  /** Newest first, of one person. */
  recent(team: string, person: string, limit: number): Promise<Generation[]>;
  /** The latest document of a thread that is there to be changed. @param thread `ts` of its first message */
  documentIn(team: string, thread: { channel: string; ts: string }): Promise<Generation | null>;
  /** Answers `unsure`. 'again' may spend credits again. False where the generation no longer waits for it. */
  resolveUnsure(team: string, id: string, choice: 'again' | 'leave'): Promise<boolean>;
  /** Goes on following one that is `late`. */
  checkAgain(team: string, id: string): Promise<boolean>;
  /** Stops following; the service has no cancel, so the doc may still be made there. */
  stop(team: string, id: string): Promise<boolean>;
  /** Takes up one that was stopped, where the service has given its id: nothing is asked for or spent again. */
  followAgain(team: string, id: string): Promise<boolean>;
  /**
   * Asks the service for an export of a delivered doc; the file comes into the same thread. `key` as in start; another one
   * within two minutes is taken for impatience, and changes nothing.
   */
  exportDoc(team: string, id: string, exportAs: ExportFormat, by: string, key: string): Promise<boolean>;
  /** False where as much of this team is under way as may be, in all processes. */
  hasRoom(team: string): Promise<boolean>;
  /** The team's connection works again: what waited for it goes on. */
  reconnected(team: string): Promise<void>;
  /** Changes of documents. */
  edits: Edits;
}

/** An export takes up to about two minutes. */
const ONE_EXPORT_WITHIN_MS = 120_000;

/** Each change and the job that acts on it are written in one transaction. */
export function createGenerations(
  context: Pick<StepContext, 'db' | 'clock' | 'log' | 'onTaken' | 'onState' | 'policy' | 'started'>,
  jobs: Jobs,
  cancellations: CancellationWatcher,
): Generations {
  const { db, clock } = context;
  const now = () => new Date(clock.now());
  const job = (generation: Pick<Generation, 'team' | 'id'>) => ({
    team: generation.team,
    generation: generation.id,
  });

  /** A person's answer: changes the state if it still waits for it, and sends the generation on its way. */
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

  async function start(
    ask: Ask,
    key: string,
    besides?: (tx: Transaction) => Promise<void>,
  ): Promise<Generation> {
    const { generation, made } = await db.transaction(async (tx) => {
      const inserted = await insertGeneration(tx, ask, { key, label: labelOf(ask), now: now() });
      const { generation } = inserted;
      if (inserted.made) await jobs.send('generation', job(generation), { tx, key: generation.id });
      await besides?.(tx);
      return inserted;
    });
    if (made) {
      context.started?.set(generation.id, toRun(generation, ask));
      context.onTaken?.(generation);
      recordTransition(generation, context);
    }
    return generation;
  }

  return {
    start: (ask, key) => start(ask, key),
    find: (team, id) => findGeneration(db, team, id),
    async askOf(team, id) {
      const generation = await findGeneration(db, team, id);
      const stored = generation && (await fullAsk(db, generation.id));
      return stored?.ask ?? null;
    },
    recent: (team, person, limit) => recentGenerations(db, team, person, limit),
    hasRoom: async (team) => !(await areUnderWay(db, team, TEAM_PLACES)),
    documentIn: (team, thread) => documentIn(db, team, thread),
    async resolveUnsure(team, id, choice) {
      if (choice === 'leave') return answer(team, id, ['unsure'], 'stopped');
      // The answer to the create call may have come after all: then it is followed, and nothing spent again.
      const known = (await findGeneration(db, team, id))?.generationId !== undefined;
      return known
        ? answer(team, id, ['unsure'], 'following', { failure: null, followSince: now() })
        : answer(team, id, ['unsure'], 'collecting', { failure: null });
    },
    checkAgain: (team, id) => answer(team, id, ['late'], 'following', { followSince: now() }),
    async stop(team, id) {
      const done = await answer(team, id, [...RUNNING, 'unsure', 'disconnected'], 'stopped');
      if (done) cancellations.cancel(id);
      return done;
    },
    async followAgain(team, id) {
      // An id that was given stays: what has one is never created again.
      if (!(await findGeneration(db, team, id))?.generationId) return false;
      return answer(team, id, ['stopped'], 'following', { failure: null, followSince: now() });
    },
    async exportDoc(team, id, exportAs, by, key) {
      const generation = await findGeneration(db, team, id);
      if (generation?.state !== 'delivered' || !generation.docId || generation.deletedAt) return false;
      await db.transaction(async (tx) => {
        // With the job or not at all: a press that was lost is not one that was made a moment ago.
        if (!(await createSeen(tx).claim(team, `export:${id}:${exportAs}`, ONE_EXPORT_WITHIN_MS))) return;
        const row = await openDelivery(tx, generation, { kind: 'file', sequence: key }, now());
        if (row.payload) return;
        await setPayload(tx, row.id, { exportAs, by });
        await jobs.send('export', { team, delivery: row.id }, { tx, key: row.id });
      });
      return true;
    },
    reconnected: (team) => resume(team, context, jobs),
    edits: createEdits({ ...context, jobs, start, answer }),
  };
}

const LABEL_LENGTH = 80;

/** The name of a generation until the service has given it a title: the beginning of what was asked for. */
export function labelOf(ask: Pick<Ask, 'title' | 'prompt' | 'source'>): string {
  const text = (ask.title || ask.prompt || nameOf(ask.source)).replace(/\s+/g, ' ').trim();
  return clipAtWord(text, LABEL_LENGTH);
}

function nameOf(source: Ask['source']): string {
  if (source.kind === 'file') return source.name;
  if (source.kind === 'thread') return source.name || 'A thread';
  return source.kind === 'channel' ? 'What was said in a channel' : '';
}
