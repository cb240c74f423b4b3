import { LRUCache } from 'lru-cache';
import type { Actor } from '../actor.ts';
import { createCreditWatch } from '../documents/credits.ts';
import { createCancellationWatcher } from '../generations/cancellation.ts';
import { createCollectedPages } from '../generations/collected-pages.ts';
import type { StepContext } from '../generations/context.ts';
import { createCardRunner } from '../generations/delivery/card.ts';
import { createExportRunner } from '../generations/delivery/export-from-card.ts';
import { deleteLeftFiles } from '../generations/delivery/temporary-file.ts';
import { createFinishedDocuments } from '../generations/finished-documents.ts';
import { createGenerations } from '../generations/generations.ts';
import { createFairLimiter } from '../generations/limiter.ts';
import { resumeWaiting } from '../generations/resume.ts';
import { createRunner } from '../generations/runner.ts';
import type { ToRun } from '../generations/stored-ask.ts';
import { PLACES, TEAM_PLACES } from '../generations/waits-and-limits.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SlackClients } from '../slack/bolt/clients.ts';
import { conversationPorts } from '../slack/kit/conversation.ts';
import { createDelivery } from '../slack/result/deliver.ts';
import { createConversationReader } from '../sources/conversation-reader.ts';
import { createDirectory } from '../sources/directory.ts';
import { FileUnreadable, readFileText } from '../sources/file.ts';
import { SourceProblem } from '../sources/problem.ts';
import { createSourceReader } from '../sources/reader.ts';
import { createOptOuts } from '../storage/opt-outs.ts';
import type { Deps } from './deps.ts';
import type { ServiceModule } from './service.ts';
import { tracedFiles } from './traces.ts';

type ReadFile = (actor: Actor, id: string, signal: AbortSignal) => Promise<string>;

interface GenerationsDeps extends Deps {
  jobs: Jobs;
  clients: SlackClients;
  service: ServiceModule;
}

/** For what is pressed on a card: a file can take a quarter of an hour, and no team's presses keep others waiting so long. */
const CARD_PLACES = { capacity: 100, perTeam: 20 };

/** Milliseconds; what waits for longer is read again as it is run. */
const STARTED_FOR_MS = 2_000;

/** Generations and the jobs that run them. */
export function wireGenerations(deps: GenerationsDeps) {
  const { db, clock, log, jobs, clients, fetch } = deps;
  const apiUrl = deps.config.SLACK_API_URL;
  const files = tracedFiles('file from Slack', fetch, deps.traces);
  const readFile: ReadFile = async ({ team, person }, id, signal) => {
    const [client, token] = await Promise.all([clients.reads(team), clients.token(team)]);
    return readFileText(id, { client, token, apiUrl, fetch: files, person }, signal);
  };
  const finished = createFinishedDocuments(deps, jobs);
  const watchCredits = createCreditWatch({
    ...deps,
    records: finished,
    onLow: deps.metrics.creditsLow,
  });
  const steps = stepContext(deps, readFile, {
    documentChanged: finished.changed,
    onCredits: watchCredits,
  });
  const cancellations = createCancellationWatcher({ db, clock, log });
  const runner = createRunner(steps, cancellations);
  const exports = createExportRunner(steps);
  deps.metrics.runningIs(jobs.running);
  const cards = createCardRunner(steps);
  jobs.work('generation', {
    capacity: PLACES,
    perTeam: TEAM_PLACES,
    handler: runner.run,
    onDeadLetter: runner.onDeadLetter,
  });
  jobs.work('card', { ...CARD_PLACES, handler: cards.run, onDeadLetter: cards.onDeadLetter });
  jobs.work('export', { ...CARD_PLACES, handler: exports.run, onDeadLetter: exports.onDeadLetter });
  return {
    generations: createGenerations(steps, jobs, cancellations),
    finished,
    readFile,
    /** Resumes generations that wait for a connection, where there is one. */
    resumeWaiting: () => resumeWaiting(steps, jobs, deps.service.connections.usableIdOf),
    deleteLeftFiles: () => deleteLeftFiles(),
    /** Ends what still watches for stopped generations; after the jobs have stopped. */
    close: cancellations.close,
  };
}

function stepContext(
  deps: GenerationsDeps,
  readFile: ReadFile,
  told: Pick<StepContext, 'onCredits' | 'documentChanged'>,
): StepContext {
  const { config, clients, service, fetch, clock, random, log, db, metrics, traces, policy } = deps;
  const deployment = { serviceName: config.SERVICE_NAME, optOutReaction: config.OPT_OUT_REACTION };
  return {
    db,
    delivery: createDelivery({
      clients,
      deployment,
      fetch: tracedFiles('file to Slack', fetch, traces),
      clock,
      log,
      ports: conversationPorts(clients.reads, clock),
    }),
    clientFor: service.clientFor,
    connectionOf: service.connections.idsOf,
    readSource: createSourceReader({
      file: (...file) => readFile(...file).catch(asSourceProblem),
      conversation: createConversationReader({
        clientFor: clients.reads,
        ...conversationPorts(clients.reads, clock),
        directory: createDirectory(clock),
        optedOut: createOptOuts(db).of,
        pagesOf: (team, generation) => createCollectedPages(db, { team, generation }),
        clock,
        pageSize: config.SLACK_HISTORY_PAGE,
        reaction: config.OPT_OUT_REACTION,
      }),
    }),
    showsPictures: async (team) => (await deps.teamSettings.of(team)).pictures === 'on',
    ...told,
    onTaken(generation) {
      metrics.taken(generation.work);
      traces?.taken(generation);
    },
    onStep: traces?.moved,
    onState(generation) {
      metrics.moved(generation);
      traces?.moved(generation);
    },
    started: new LRUCache<string, ToRun>({ max: 200, ttl: STARTED_FOR_MS, perf: clock, ttlResolution: 0 }),
    fetch: tracedFiles('file from the service', deps.outside.fetch, traces),
    clock,
    random,
    log,
    policy,
    limiters: {
      collect: createFairLimiter({ total: 64, perKey: 4 }),
      submit: createFairLimiter({ total: 32, perKey: 4 }),
      poll: createFairLimiter({ total: 96, perKey: 24 }),
      files: createFairLimiter({ total: 8, perKey: 2 }),
    },
  };
}

function asSourceProblem(error: unknown): never {
  if (error instanceof FileUnreadable) throw new SourceProblem('source_unreadable', error.message);
  throw error;
}
