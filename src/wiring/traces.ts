import type { App, Receiver } from '@slack/bolt';
import type { fetch as undiciFetch } from 'undici';
import type { JobName, JobPayloads, Jobs, WorkOptions } from '../jobs/jobs.ts';
import type { CallReport } from '../service/http/call.ts';
import { kindOf } from '../slack/bolt/watch-requests.ts';
import type { Traces } from '../tracing/traces.ts';

/** Where traces are made of what the pieces do. Without a collector none of it is there: all is as it was given. */

/** Jobs that are about an ask. What looks for comments and low credits goes on for days. */
const TRACED: JobName[] = ['generation', 'export', 'card', 'digest', 'inbox'];

/** Jobs, each try of which is part of the trace of the ask that it is about. */
export function tracedJobs(jobs: Jobs, traces: Traces | undefined): Jobs {
  if (!traces) return jobs;
  return {
    ...jobs,
    work<N extends JobName>(name: N, options: WorkOptions<N>) {
      jobs.work(name, TRACED.includes(name) ? traced(name, options, traces) : options);
    },
  };
}

function traced<N extends JobName>(name: N, options: WorkOptions<N>, traces: Traces): WorkOptions<N> {
  const { handler, onDeadLetter } = options;
  const begun = (payload: JobPayloads[N], signal?: AbortSignal) => ({
    name,
    generation: 'generation' in payload ? payload.generation : undefined,
    isRun: name === 'generation',
    standsAlone: name === 'digest',
    signal,
  });
  return {
    ...options,
    handler: (payload, signal) => traces.during(begun(payload, signal), () => handler(payload, signal)),
    ...(onDeadLetter && {
      onDeadLetter: (payload) => traces.during(begun(payload), () => onDeadLetter(payload)),
    }),
  };
}

/** A receiver whose requests are part of the trace of the ask that comes of them. */
export function tracedRequests(receiver: Receiver, traces: Traces | undefined): Receiver {
  if (!traces) return receiver;
  return {
    init(app) {
      const processEvent: App['processEvent'] = (received) =>
        traces.during({ name: kindOf(received.body) }, () => app.processEvent(received));
      receiver.init({ processEvent } as App);
    },
    start: (...given) => receiver.start(...given),
    stop: (...given) => receiver.stop(...given),
  };
}

/** A fetch for files, of which nothing is said but how it ended: their addresses are secrets. */
export function tracedFiles(
  name: string,
  fetch: typeof undiciFetch,
  traces: Traces | undefined,
): typeof undiciFetch {
  if (!traces) return fetch;
  return async (address, init) => {
    const begun = performance.now();
    const report = (status: number | 'network') =>
      traces.called({ name, seconds: (performance.now() - begun) / 1000, ...outcomeOf(status) });
    try {
      const response = await fetch(address, init);
      report(response.status);
      return response;
    } catch (error) {
      report('network');
      throw error;
    }
  };
}

/** How a call to the document service ended, as a span. */
export function serviceCall({
  route,
  status,
  seconds,
  attempt,
  isPoll,
}: CallReport): Parameters<Traces['called']>[0] {
  const [method = '', template = ''] = route.split(' ');
  const { error, attributes } = outcomeOf(status);
  return {
    name: route,
    seconds,
    isPoll,
    error,
    attributes: {
      ...attributes,
      'http.request.method': method,
      'url.template': template,
      ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
    },
  };
}

/** How a call to Slack ended, as a span. */
export function slackCall(method: string, answer: string, seconds: number): Parameters<Traces['called']>[0] {
  return {
    name: `Slack ${method}`,
    seconds,
    attributes: { 'slack.method': method, 'slack.answer': answer },
    error: answer === 'ok' ? undefined : answer,
  };
}

function outcomeOf(status: number | 'network' | 'timeout') {
  if (typeof status !== 'number') return { attributes: {}, error: status };
  const attributes = { 'http.response.status_code': status };
  return { attributes, error: status < 400 ? undefined : String(status) };
}
