import { SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import type { Log } from '../../../log.ts';
import { retry } from '../../../retry.ts';
import { slackLogger } from '../calls/clients.ts';
import type { ReceiverOptions, SlackReceiver } from './receiver.ts';

/** How long Deckhand counts as ready without a socket, in milliseconds. Slack replaces sockets every few hours, which takes seconds. */
const NOT_READY_AFTER_MS = 60_000;

/** Wait between two attempts to connect, in milliseconds. Slack allows about one call of `apps.connections.open` a minute. */
const RETRY_MS = 60_000;

/** Receives Slack's requests through a WebSocket that Deckhand opens (Socket Mode). */
export function createSocketReceiver(options: ReceiverOptions, appToken: string): SlackReceiver {
  const { apiUrl, proxy, clock, log } = options;
  const receiver = new SocketModeReceiver({
    appToken,
    ...(proxy && { dispatcher: proxy }),
    logger: slackLogger(log),
    installerOptions: { clientOptions: { ...(apiUrl && { slackApiUrl: apiUrl }) } },
  });
  const { client } = receiver;
  ignoreUnknownFrames(client, log);
  const stopping = new AbortController();
  let closedSince: number | undefined;
  client.on('connected', () => {
    closedSince = undefined;
    // Close this socket if `stop` was called while the socket was being opened, because `stop` could not close it then.
    if (stopping.signal.aborted) void client.disconnect();
  });
  client.on('close', () => {
    closedSince ??= clock.now();
  });
  return {
    receiver,
    http: { listener: () => {}, takes: () => false },
    isConnected: () => closedSince === undefined || clock.now() - closedSince < NOT_READY_AFTER_MS,
    async start() {
      await receiver.start();
      retryConnecting(client, options, stopping.signal);
    },
    async stop() {
      stopping.abort();
      await receiver.stop();
      await proxy?.destroy();
    },
  };
}

type Client = SocketModeReceiver['client'];

/** Makes Bolt's client retry until it is connected. By itself, the client gives up silently after a failure, and receives nothing more. */
function retryConnecting(client: Client, { clock, log }: ReceiverOptions, signal: AbortSignal): void {
  const open = client.start.bind(client);
  const waitMs = (error: unknown) => {
    log.error({ err: error }, 'Could not open a socket to Slack; retrying in a minute');
    return RETRY_MS;
  };
  // `retry` rejects only after `stop` was called, when the result is not used any more.
  client.start = () => retry(open, { clock, signal, waitMs }).catch(() => ({ ok: false }));
}

/** The fields of Slack's frames (WebSocket messages) that Bolt's client uses. */
const frame = z.union([
  z.object({ type: z.enum(['hello', 'disconnect']) }),
  z.object({
    type: z.enum(['slash_commands', 'interactive']),
    envelope_id: z.string().min(1),
    payload: z.looseObject({}),
  }),
  z.object({
    type: z.literal('events_api'),
    envelope_id: z.string().min(1),
    payload: z.object({ event: z.object({ type: z.string().min(1) }) }),
  }),
]);

/** Makes Bolt's client ignore undocumented frames, which could cause an unhandled rejection or trigger the client's internal events. */
function ignoreUnknownFrames(client: Client, log: Log): void {
  const [read] = client.listeners('ws_message');
  client.removeAllListeners('ws_message');
  client.on('ws_message', (data: unknown) => {
    if (typeof data === 'string' && frame.safeParse(jsonIn(data)).success) return void read?.(data, false);
    log.warn('An invalid frame from the socket was ignored');
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
