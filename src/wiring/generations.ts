import { LRUCache } from 'lru-cache';
import { createPrivacyCheck } from '../asks/access.ts';
import { createDefaultsStore } from '../defaults/defaults.ts';
import { createCancellationWatcher } from '../generations/cancellation.ts';
import { createCollectedPages } from '../generations/collected-pages.ts';
import type { StepContext } from '../generations/context.ts';
import { createCreditWatch, queueAdminNote } from '../generations/delivery/admin-notes.ts';
import { createCardRunner } from '../generations/delivery/card.ts';
import { createExportRunner } from '../generations/delivery/export-from-card.ts';
import { deleteLeftFiles } from '../generations/delivery/files.ts';
import { createFinishedDocuments } from '../generations/finished-documents.ts';
import { createGenerations } from '../generations/generations.ts';
import { createFairLimiter } from '../generations/limiter.ts';
import { createReadingTurns } from '../generations/reading-turns.ts';
import { resumeWaiting } from '../generations/resume.ts';
import { createRunner } from '../generations/runner.ts';
import { limits, PLACES, TEAM_PLACES } from '../generations/waits-and-limits.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SlackClients } from '../slack/bolt/calls/clients.ts';
import { createMayStillChange } from '../slack/kit/change/document-change.ts';
import { conversationPorts } from '../slack/kit/lookups/conversation.ts';
import { createIsInGroup } from '../slack/kit/lookups/user-groups.ts';
import { createDelivery } from '../slack/result/deliver.ts';
import { createConversationReader } from '../sources/conversation-reader.ts';
import { createDirectory } from '../sources/directory.ts';
import { readFileText } from '../sources/file.ts';
import { FileProblem } from '../sources/files/blocks.ts';
import { createConverter } from '../sources/files/converter.ts';
import { SourceProblem } from '../sources/problem.ts';
import { createFilesReader, createSourceReader, type ReadFile } from '../sources/reader.ts';
import { createOptOuts } from '../storage/opt-outs.ts';
import type { Deps } from './deps.ts';
import type { ServiceModule } from './service.ts';

interface GenerationsDeps extends Deps {
  jobs: Jobs;
  clients: SlackClients;
  service: ServiceModule;
}

/** Maximum number of `card` jobs that run at once; the same for `export` jobs. An export can take 15 minutes, so teams are limited, too. */
const CARD_PLACES = { capacity: 100, perTeam: 20 };

/** Creates the generations module and the workers of its jobs. */
export function wireGenerations(deps: GenerationsDeps) {
  const { db, clock, log, jobs, clients, fetch } = deps;
  const apiUrl = deps.config.SLACK_API_URL;
  const converter = createConverter(clock, createFairLimiter(limits.convert));
  const readFile: ReadFile = async ({ team, person }, file, signal) => {
    const [client, token, optedOut] = await Promise.all([
      clients.reads(team),
      clients.token(team),
      createOptOuts(db).of(team),
    ]);
    return readFileText(file, { client, token, apiUrl, fetch, converter, person, optedOut }, signal);
  };
  const finished = createFinishedDocuments(deps, jobs);
  const watchCredits = createCreditWatch({
    ...deps,
    records: finished,
    onLow: deps.metrics.creditsLow,
  });
  const steps = stepContext(deps, readFile, {
    documentChanged: finished.changed,
    mayStillChange: createMayStillChange({
      ...deps,
      settings: deps.teamSettings,
      placesOf: finished.placesOf,
    }),
    isOfPrivateConversation: createPrivacyCheck(finished, conversationPorts(clients.reads)),
    onCredits: watchCredits,
  });
  const cancellations = createCancellationWatcher({ db, clock, log });
  const runner = createRunner(steps, cancellations);
  const exports = createExportRunner(steps, jobs);
  deps.metrics.readRunningFrom(jobs.running);
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
    readFile: (...file: Parameters<ReadFile>) => readFile(...file).catch(asFault),
    /** Resumes generations that wait for a connection, in teams that are connected again. */
    resumeWaiting: () => resumeWaiting(steps, jobs, deps.service.connections.usableIdOf),
    deleteLeftFiles,
    /** Stops checking whether running generations were stopped by a person. Call it after the jobs have stopped. */
    close: cancellations.close,
  };
}

/** Limits of the cache of new generations. Their first run reads them from this cache instead of the database. `ttl`: milliseconds. */
const STARTED = { max: 200, ttl: 2_000 };

function stepContext(
  deps: GenerationsDeps,
  readFile: ReadFile,
  listeners: Pick<
    StepContext,
    'onCredits' | 'documentChanged' | 'isOfPrivateConversation' | 'mayStillChange'
  >,
): StepContext {
  const { config, clients, service, fetch, clock, random, log, db, metrics, policy } = deps;
  const deployment = { serviceName: config.SERVICE_NAME, optOutReaction: config.OPT_OUT_REACTION };
  const defaults = createDefaultsStore(db);
  const readFiles = createFilesReader((...file) => readFile(...file).catch(asSourceProblem));
  return {
    db,
    delivery: createDelivery({
      clients,
      deployment,
      fetch,
      clock,
      log,
      usualLanguage: async (team) => (await defaults.of({ team, kind: 'team' })).language,
      ports: conversationPorts(clients.reads, { clock }),
    }),
    clientFor: service.clientFor,
    connectionOf: service.connections.idsOf,
    readSource: createSourceReader({
      files: readFiles,
      conversation: createConversationReader({
        readFiles,
        clientFor: clients.reads,
        ...conversationPorts(clients.reads),
        directory: createDirectory(clock),
        optedOut: createOptOuts(db).of,
        pagesOf: (team, generation) => createCollectedPages(db, { team, generation }),
        pageSize: config.SLACK_HISTORY_PAGE,
        reaction: config.OPT_OUT_REACTION,
      }),
    }),
    showsPictures: async (team) => (await deps.limitsOf(team)).pictures === 'on',
    ...listeners,
    onTaken: (generation) => metrics.askAccepted(generation.work),
    onState: metrics.stateReached,
    fetch: deps.outside.fetch,
    started: new LRUCache({ ...STARTED, ttlResolution: 0, perf: clock }),
    limitsOf: deps.limitsOf,
    isInGroup: createIsInGroup({ clientFor: clients.reads, clock }),
    audit: deps.audit.recordIn,
    tellAdmins: (tx, note) => queueAdminNote(tx, deps.jobs, note),
    clock,
    random,
    log,
    policy,
    limiters: {
      collect: createReadingTurns(limits.collect, clock),
      submit: createFairLimiter(limits.submit),
      poll: createFairLimiter(limits.poll),
      files: createFairLimiter(limits.files),
    },
  };
}

function asSourceProblem(error: unknown): never {
  if (error instanceof FileProblem) throw new SourceProblem(error.fault, error.message);
  throw error;
}

function asFault(error: unknown) {
  if (error instanceof FileProblem) return { fault: error.fault };
  throw error;
}
