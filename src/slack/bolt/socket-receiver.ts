import { SocketModeReceiver } from '@slack/bolt';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import { retry } from '../../retry.ts';
import { slackLogger } from './clients.ts';
import type { ReceiverOptions, SlackReceiver } from './receiver.ts';

/** Milliseconds without a socket until Slack counts as out of reach. Slack replaces sockets every few hours, within seconds. */
const DEAF_AFTER_MS = 60_000;

/** Milliseconds until Slack is asked for a socket again: `apps.connections.open` may be called about once a minute. */
const AGAIN_MS = 60_000;

/** Slack's requests through a socket that Deckhand opens (Socket Mode). */
export function createSocketReceiver(options: ReceiverOptions, appToken: string): SlackReceiver {
  const { apiUrl, proxy, clock, log } = options;
  const receiver = new SocketModeReceiver({
    appToken,
    ...(proxy && { dispatcher: proxy }),
    logger: slackLogger(log),
    installerOptions: { clientOptions: { ...(apiUrl && { slackApiUrl: apiUrl }) } },
  });
  const { client } = receiver;
  passEnvelopesAlone(client, log);
  const stopping = new AbortController();
  let deafSince: number | undefined;
  client.on('connected', () => {
    deafSince = undefined;
    // Asked for before the stop, and nobody would close it.
    if (stopping.signal.aborted) void client.disconnect();
  });
  client.on('close', () => {
    deafSince ??= clock.now();
  });
  return {
    receiver,
    http: { listener: () => {}, takes: () => false },
    isHearing: () => deafSince === undefined || clock.now() - deafSince < DEAF_AFTER_MS,
    async start() {
      await receiver.start();
      openUntilOpen(client, options, stopping.signal);
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
 * Once Slack has refused another socket, or could not be reached for one, Bolt's client asks no more and says so to nobody: the
 * process would be deaf for good. A token that was renewed at Slack, or a network that is back, is to be enough.
 */
function openUntilOpen(client: Client, { clock, log }: ReceiverOptions, signal: AbortSignal): void {
  const open = client.start.bind(client);
  const waitMs = (error: unknown) => {
    log.error({ err: error }, 'Slack opens no socket for this app; it is asked again in a minute');
    return AGAIN_MS;
  };
  // Only stopping ends it without a socket, and then nobody looks at the answer.
  client.start = () => retry(open, { clock, signal, waitMs }).catch(() => ({ ok: false }));
}

/** What comes through a socket, as far as Bolt's client relies on it. */
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
 * Lets through what is as Slack documents it. The client names its own signs by what is in a frame, and looks into it
 * without asking: anything else would fail where nobody looks, or be taken for a sign of its own.
 */
function passEnvelopesAlone(client: Client, log: Log): void {
  const [read] = client.listeners('ws_message');
  client.removeAllListeners('ws_message');
  client.on('ws_message', (data: unknown) => {
    if (typeof data === 'string' && frame.safeParse(jsonIn(data)).success) return void read?.(data, false);
    log.warn('something came through the socket that cannot be read');
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
