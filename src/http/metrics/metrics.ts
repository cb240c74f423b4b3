import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { workKinds } from '../../asks/schema.ts';
import { failureReasons, states } from '../../generations/generation.ts';
import { jobNames } from '../../jobs/jobs.ts';
import { readVersion } from '../../version.ts';
import { createBacklogFigures } from './backlog.ts';
import {
  blockers,
  type DatabaseFailure,
  databaseFailures,
  known,
  type Outcome,
  outcomes,
  requestKinds,
  type SlackAnswer,
} from './labels.ts';

/** The fields of a generation that the metrics use. */
interface Counted {
  state: string;
  work: string;
  failure?: { reason: string } | undefined;
  createdAt?: Date;
  updatedAt?: Date;
}

/** Creates the metrics of a process. No label names a team or a person: labels are routes, status codes and the lists in labels.ts. */
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
    help: 'Seconds until a request from Slack was acknowledged, by kind; Slack waits 3 s',
    labelNames: ['request'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5],
    registers,
  });
  const unacknowledged = counter(
    'slack_unacknowledged_total',
    'Requests from Slack that were never acknowledged, by kind',
    'request',
  );
  const slackCalls = counter('slack_calls_total', 'Calls to Slack, by method and answer', 'method', 'answer');
  const asks = counter('asks_total', 'Accepted asks, by kind of work', 'work');
  const ended = counter(
    'asks_ended_total',
    'Ended asks, by kind of work, outcome and reason of failure',
    ...(['work', 'outcome', 'reason'] as const),
  );
  const asked = new Histogram({
    name: 'deckhand_ask_seconds',
    help: 'Seconds from the acceptance of an ask until it was delivered, by kind of work',
    labelNames: ['work'],
    buckets: [15, 30, 60, 120, 300, 600, 1200, 1800, 3600],
    registers,
  });
  const refused = counter(
    'asks_refused_total',
    'Asks, and forms that were opened for one, that may not be made, by what blocks them',
    'blocker',
  );
  const transitions = counter(
    'generation_transitions_total',
    'Transitions of generations, by new state',
    'state',
  );
  const jobFailures = counter('job_failures_total', 'Failed attempts of jobs, by queue', 'queue');
  const deadLetters = counter('dead_letters_total', 'Jobs that were given up, by queue', 'queue');
  const statements = counter('database_statements_total', 'Statements that this process has sent');
  const databaseErrors = counter('database_errors_total', 'Statements that failed', 'failure');
  // A time series must exist before its first event, otherwise `increase()` misses that event and no alert fires.
  for (const queue of jobNames) for (const each of [jobFailures, deadLetters]) each.inc({ queue }, 0);
  for (const failure of databaseFailures) databaseErrors.inc({ failure }, 0);
  for (const state of states) transitions.inc({ state }, 0);
  for (const blocker of blockers) refused.inc({ blocker }, 0);
  for (const work of workKinds) asks.inc({ work }, 0);
  for (const work of workKinds) asked.zero({ work });
  for (const request of requestKinds) unacknowledged.inc({ request }, 0);
  for (const reason of failureReasons)
    for (const work of workKinds) ended.inc({ work, outcome: 'failed', reason }, 0);
  const connectionsLost = counter(
    'connections_lost_total',
    'Connections of teams that the service no longer accepts',
  );
  const creditWarnings = counter('credit_warnings_total', 'Warnings that the credits of a team are low');
  const ratings = counter(
    'ratings_total',
    'Thumbs up and down, by rating and kind of result',
    ...(['rating', 'about'] as const),
  );
  const build = { name: 'deckhand_build_info', help: '1, for each version that runs', registers };
  new Gauge({ ...build, labelNames: ['version', 'commit'] }).set(readVersion(), 1);
  let running = () => 0;
  new Gauge({
    name: 'deckhand_jobs_running',
    help: 'Jobs that this process is running',
    registers,
    collect() {
      this.set(running());
    },
  });

  return {
    registry,
    http,
    service,
    askAccepted: (work: string) => asks.inc(known({ work })),
    askRefused: (blocker: string) => refused.inc(known({ blocker })),
    stateReached({ state, work, failure, createdAt, updatedAt }: Counted): void {
      transitions.inc(known({ state }));
      if (state === 'delivered' && createdAt && updatedAt)
        asked.observe(known({ work }), (updatedAt.getTime() - createdAt.getTime()) / 1000);
      if (!outcomes.includes(state as Outcome)) return;
      ended.inc(known({ work, outcome: state, reason: failure?.reason ?? 'none' }));
    },
    /** Counts a request from Slack. @param seconds time until the request was acknowledged; null if it never was */
    requestReceived(request: string, seconds: number | null): void {
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
    /** Sets the function that returns the number of running jobs. The function is called for each request of `/metrics`. */
    readRunningFrom(count: () => number): void {
      running = count;
    },
    readBacklogFrom: createBacklogFigures(registry).readFrom,
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
