import { createHash, randomUUID } from 'node:crypto';
import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import type { Log } from '../../../log.ts';
import { type LogContext, withLogContext } from '../../../log-context.ts';

interface Options {
  log: Log;
  /** Called for every request, for metrics. `seconds` is the time until the request was acknowledged; null if it was not acknowledged. */
  onReceived(kind: string, seconds: number | null): void;
}

interface Body {
  type?: unknown;
  command?: unknown;
  event_id?: unknown;
  view?: { id?: unknown } | null;
}

const KINDS: Record<string, string> = {
  block_actions: 'press',
  block_suggestion: 'menu',
  event_callback: 'event',
  message_action: 'shortcut',
  shortcut: 'shortcut',
  view_submission: 'form',
};

/** Wraps a receiver so that it counts and logs requests, and gives each request a reference that is on all its log lines. */
export function watchRequests(receiver: Receiver, { log, onReceived }: Options): Receiver {
  async function process(app: Pick<App, 'processEvent'>, received: ReceiverEvent): Promise<void> {
    const kind = kindOf(received.body);
    const begun = performance.now();
    const secondsSince = () => Math.round(performance.now() - begun) / 1000;
    let acknowledged: number | null = null;
    const ack: ReceiverEvent['ack'] = async (answer) => {
      await received.ack(answer);
      if (acknowledged !== null) return;
      acknowledged = secondsSince();
      onReceived(kind, acknowledged);
    };
    try {
      await app.processEvent({ ...received, ack });
    } finally {
      if (acknowledged === null) onReceived(kind, null);
      log.info({ kind, acknowledged, seconds: secondsSince() }, 'Slack request');
    }
  }

  return {
    init(app) {
      const processEvent: App['processEvent'] = (received) =>
        withLogContext(idsOf(received.body), () => process(app, received));
      receiver.init({ processEvent } as App);
    },
    start: (...given) => receiver.start(...given),
    stop: (...given) => receiver.stop(...given),
  };
}

function idsOf(body: Body): LogContext {
  const view = body.view?.id;
  return { request: referenceOf(body), ...(typeof view === 'string' && { view }) };
}

/** Returns the kind of a request for logs and metrics, such as `form` or `press`. */
export function kindOf({ type, command }: Body): string {
  return command === undefined ? (KINDS[String(type)] ?? 'other') : 'command';
}

/** Returns a reference of 8 characters for a request. An event has the same reference in each delivery and each attempt. */
export function referenceOf({ event_id: event }: Body): string {
  if (typeof event !== 'string') return randomUUID().slice(0, 8);
  return createHash('sha256').update(event).digest('hex').slice(0, 8);
}
