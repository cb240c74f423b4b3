import { createStopWatch } from '../generations/cancellation.ts';
import type { StepContext } from '../generations/context.ts';
import { createExportRunner } from '../generations/delivery/export-job.ts';
import type { Generations } from '../generations/generations.ts';
import { createFairGate } from '../generations/limiter.ts';
import { defaultPolicy, type Policy } from '../generations/policy.ts';
import { resumeWaiting } from '../generations/resume.ts';
import { createRunner } from '../generations/runner.ts';
import { createGenerations } from '../generations/start.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SlackClients } from '../slack/bolt/clients.ts';
import { createDelivery } from '../slack/result/deliver.ts';
import { FileUnreadable, readFileText } from '../sources/file.ts';
import { SourceProblem } from '../sources/problem.ts';
import { createSourceReader } from '../sources/reader.ts';
import type { Parts } from './parts.ts';
import type { ServiceSide } from './service.ts';
import { createTalkReader } from './talk.ts';

export type ReadFile = (team: string, id: string, signal: AbortSignal) => Promise<string>;

/** Generations and the jobs that run them. */
export interface Generating {
  generations: Generations;
  readFile: ReadFile;
  /** Sends on what waits for a connection, where there is one. */
  resumeWaiting(): Promise<void>;
  /** Lets go of what is watched; after the jobs have stopped. */
  close(): void;
}

interface GeneratingParts extends Parts {
  jobs: Jobs;
  clients: SlackClients;
  service: ServiceSide;
  policy?: Partial<Policy> | undefined;
}

export function createGenerating(parts: GeneratingParts): Generating {
  const { db, clock, log, jobs, clients, fetch } = parts;
  const readFile: ReadFile = async (team, id, signal) =>
    readFileText(id, { client: await clients.reads(team), token: await clients.token(team), fetch }, signal);
  const steps = stepContext(parts, readFile);
  const stops = createStopWatch({ db, clock, log });
  const runner = createRunner(steps, stops);
  const exports = createExportRunner(steps);
  parts.metrics.runningIs(jobs.running);
  jobs.take('generation', { capacity: 10_000, handler: runner.run, onDead: runner.onDead });
  jobs.take('export', { capacity: 100, handler: exports.run, onDead: exports.onDead });
  return {
    generations: createGenerations(steps, jobs, stops),
    readFile,
    resumeWaiting: () => resumeWaiting(steps, jobs, parts.service.connections.usableIdOf),
    close: stops.close,
  };
}

function stepContext(parts: GeneratingParts, readFile: ReadFile): StepContext {
  const { config, clients, service, fetch, clock, random, log, db, metrics } = parts;
  const words = { serviceName: config.SERVICE_NAME, optOutReaction: config.OPT_OUT_REACTION };
  return {
    db,
    delivery: createDelivery({ clients, words, fetch, clock }),
    clientFor: service.clientFor,
    connectionOf: service.connections.idOf,
    readSource: createSourceReader({
      file: (...file) => readFile(...file).catch(asSourceProblem),
      conversation: createTalkReader(parts),
    }),
    onCredits: service.connections.noteCredits,
    onState: (state) => metrics.transitions.inc({ state }),
    fetch,
    clock,
    random,
    log,
    policy: {
      ...defaultPolicy,
      pollIntervalMs: config.POLL_INTERVAL_MS,
      followLimitMs: config.FOLLOW_LIMIT_MINUTES * 60_000,
      ...parts.policy,
    },
    gates: {
      submit: createFairGate({ total: 32, perKey: 4 }),
      poll: createFairGate({ total: 96, perKey: 24 }),
      files: createFairGate({ total: 8, perKey: 2 }),
    },
  };
}

function asSourceProblem(error: unknown): never {
  if (error instanceof FileUnreadable) throw new SourceProblem('source_unreadable', error.message);
  throw error;
}
