import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { workKinds } from '../../asks/schema.ts';
import { failureReasons, states } from '../../generations/generation.ts';
import { jobNames } from '../../jobs/jobs.ts';
import { createBacklogFigures } from './backlog.ts';
import {
  type DatabaseFailure,
  databaseFailures,
  known,
  type Outcome,
  outcomes,
  requestKinds,
  type SlackAnswer,
} from './labels.ts';

/** A generation, as far as figures go. */
interface Counted {
  state: string;
  work: string;
  failure?: { reason: string } | undefined;
}

/**
 * The figures of `/metrics`, for one app. None names a team or a person: values of labels are from the lists in labels.ts,
 * or routes and statuses.
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `deckhand_${name}`, help, labelNames, registers });

  const http = new Histogram({
    name: 'deckhand_http_request_seconds',
    help: 'Requests to this process, by route and status',
    labelNames: ['route', 'status'],
    registers,
  });
  const service = new Histogram({
    name: 'deckhand_service_request_seconds',
    help: 'Requests to the document service, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const acknowledged = new Histogram({
    name: 'deckhand_slack_ack_seconds',
    help: 'Time until Slack had its acknowledgement, for which it waits 3 s, by what it sent',
    labelNames: ['request'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5],
    registers,
  });
  const unacknowledged = counter(
    'slack_unacknowledged_total',
    'What Slack sent and nobody acknowledged, by what it was',
    'request',
  );
  const slackCalls = counter('slack_calls_total', 'Calls to Slack, by method and answer', 'method', 'answer');
  const asks = counter('asks_total', 'Asks that were taken, by what is to be made', 'work');
  const ended = counter(
    'asks_ended_total',
    'Asks that have come to an end, by what was to be made, how it ended, and why not as asked',
    ...(['work', 'outcome', 'reason'] as const),
  );
  const transitions = counter(
    'generation_transitions_total',
    'States that generations have come to',
    'state',
  );
  const jobFailures = counter('job_failures_total', 'Tries of jobs that failed, by queue', 'queue');
  const deadLetters = counter('dead_letters_total', 'Jobs that were given up, by queue', 'queue');
  const statements = counter('database_statements_total', 'Statements that this process has sent');
  const databaseErrors = counter('database_errors_total', 'Statements that failed', 'failure');
  // A series that begins with its first case does not rise: no alert would see that one.
  for (const queue of jobNames) for (const each of [jobFailures, deadLetters]) each.inc({ queue }, 0);
  for (const failure of databaseFailures) databaseErrors.inc({ failure }, 0);
  for (const state of states) transitions.inc({ state }, 0);
  for (const request of requestKinds) unacknowledged.inc({ request }, 0);
  for (const reason of failureReasons)
    for (const work of workKinds) ended.inc({ work, outcome: 'failed', reason }, 0);
  const connectionsLost = counter(
    'connections_lost_total',
    'Connections of teams that the service no longer takes',
  );
  const creditWarnings = counter('credit_warnings_total', 'Warnings that credits of a team run low');
  const ratings = counter(
    'ratings_total',
    'Thumbs under results, by what was thought and of what',
    ...(['rating', 'about'] as const),
  );
  let running = () => 0;
  new Gauge({
    name: 'deckhand_jobs_running',
    help: 'Jobs that this process is at work on: generations, exports, digests',
    registers,
    collect() {
      this.set(running());
    },
  });

  return {
    registry,
    http,
    service,
    taken: (work: string) => asks.inc(known({ work })),
    /** A generation has come to its state. */
    moved({ state, work, failure }: Counted): void {
      transitions.inc(known({ state }));
      if (!outcomes.includes(state as Outcome)) return;
      ended.inc(known({ work, outcome: state, reason: failure?.reason ?? 'none' }));
    },
    /** @param seconds until it was acknowledged; null where nobody did */
    received(request: string, seconds: number | null): void {
      if (seconds === null) unacknowledged.inc(known({ request }));
      else acknowledged.observe(known({ request }), seconds);
    },
    slackCalled: (method: string, answer: SlackAnswer) => slackCalls.inc(known({ method, answer })),
    jobFailed: (queue: string) => jobFailures.inc(known({ queue })),
    jobGivenUp: (queue: string) => deadLetters.inc(known({ queue })),
    statementSent: () => statements.inc(),
    databaseFailed: (failure: DatabaseFailure) => databaseErrors.inc(known({ failure })),
    connectionLost: () => connectionsLost.inc(),
    creditsLow: () => creditWarnings.inc(),
    rated: (rating: string, about: string) => ratings.inc(known({ rating, about })),
    /** Sets the function that counts the jobs at work, called whenever the figures are asked for. */
    runningIs(count: () => number): void {
      running = count;
    },
    backlogIs: createBacklogFigures(registry).readBy,
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
