import { SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import type { Log } from '../../../log.ts';
import { retry } from '../../../retry.ts';
import { slackLogger } from '../calls/clients.ts';
import type { ReceiverOptions, SlackReceiver } from './receiver.ts';

/** Deckhand is not ready if it has had no socket for this many milliseconds. Slack replaces sockets every few hours, which takes seconds. */
const NOT_READY_AFTER_MS = 60_000;

/** Wait between two attempts to connect, in milliseconds. `apps.connections.open` may be called about once a minute. */
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
    // If `stop` was called while this socket was being opened, `stop` has not closed it, so close it now.
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

/**
 * Makes the client retry until it is connected. If `apps.connections.open` fails after a disconnect, Bolt's client gives up
 * silently, and the process would never receive a request again.
 */
function retryConnecting(client: Client, { clock, log }: ReceiverOptions, signal: AbortSignal): void {
  const open = client.start.bind(client);
  const waitMs = (error: unknown) => {
    log.error({ err: error }, 'Could not open a socket to Slack; retrying in a minute');
    return RETRY_MS;
  };
  // `retry` rejects only when the receiver is stopped. Nothing uses the result after that.
  client.start = () => retry(open, { clock, signal, waitMs }).catch(() => ({ ok: false }));
}

/** The fields of Slack's frames that Bolt's client uses. */
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

/**
 * Makes the client ignore frames that do not have the form that Slack documents. The client does not validate frames, and it emits events
 * whose names come from a frame. So an invalid frame could cause an unhandled rejection or trigger the client's internal events.
 */
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
