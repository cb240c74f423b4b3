import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { HTTPReceiver, type Receiver, SocketModeReceiver } from '@slack/bolt';
import type { FetchFunction } from '@slack/web-api';
import { z } from 'zod';
import { createBodyReader } from '../../http/read-body.ts';
import { answer, refuseUnread } from '../../http/server.ts';
import type { Log } from '../../log.ts';
import { slackLogger } from './clients.ts';
import { NotKept } from './inbox.ts';

/** How Slack's requests come in: by HTTP, signed, or through a socket that Deckhand opens. */
export interface SlackReceiver {
  receiver: Receiver;
  /** Slack's requests over HTTP; takes none in Socket Mode. */
  http: { listener: RequestListener; takes(method: string, path: string): boolean };
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  /** `SLACK_APP_TOKEN`: Socket Mode. */
  appToken?: string | undefined;
  signingSecret?: string | undefined;
  apiUrl?: string | undefined;
  fetch: FetchFunction;
  log: Log;
}

export function createReceiver(options: ReceiverOptions): SlackReceiver {
  return options.appToken ? bySocket(options, options.appToken) : byHttp(options);
}

function bySocket({ apiUrl, log }: ReceiverOptions, appToken: string): SlackReceiver {
  const receiver = new SocketModeReceiver({
    appToken,
    logger: slackLogger(log),
    installerOptions: { clientOptions: { ...(apiUrl && { slackApiUrl: apiUrl }) } },
  });
  return {
    receiver,
    http: { listener: () => {}, takes: () => false },
    start: async () => void (await receiver.start()),
    stop: () => receiver.stop(),
  };
}

/** Bytes of one of Slack's requests, and of all that are being read at one moment. */
const BODY_LIMIT = 1024 * 1024;
const BODIES_LIMIT = 64 * BODY_LIMIT;

function byHttp({ signingSecret = '', log }: ReceiverOptions): SlackReceiver {
  const receiver = new HTTPReceiver({
    signingSecret,
    logger: slackLogger(log),
    bodyLimit: '1mb',
    processEventErrorHandler: async ({ error, response }) => {
      if (error instanceof NotKept) {
        answer(response, 503, 'This could not be written down.');
        // Bolt waits for no other answer then.
        return true;
      }
      log.warn({ err: error }, 'a request from Slack could not be read');
      answer(response, 400, 'This cannot be read.');
      return false;
    },
  });
  const read = createBodyReader({ perBody: BODY_LIMIT, together: BODIES_LIMIT });
  return {
    receiver,
    http: {
      listener: (request, response) => void receive(request, response, { receiver, read, signingSecret }),
      takes: (method, path) => method === 'POST' && path === '/slack/events',
    },
    start: async () => {},
    stop: async () => {},
  };
}

interface Reading {
  receiver: HTTPReceiver;
  read(request: IncomingMessage): Promise<Buffer | null>;
  signingSecret: string;
}

/**
 * Reads a request before Bolt does. One without a signature, or of another time, is refused before its body is read; one
 * that is signed and yet nothing that Slack would send is answered here, where Bolt would fail without an answer, or leave
 * the sender waiting.
 */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { receiver, read, signingSecret }: Reading,
): Promise<void> {
  const claim = claimOf(request, Date.now());
  if (!claim) return refuseUnread(response, 401, 'This is not signed.');
  try {
    if (request.headers.expect) response.writeContinue();
    const body = await read(request);
    if (!body) return refuseUnread(response, 413, 'This is too large.');
    if (!isSigned(body, claim, signingSecret)) {
      return answer(response, 401, 'This is not signed.');
    }
    if (!isFromSlack(body, request.headers['content-type'])) {
      return answer(response, 400, 'This cannot be read.');
    }
    receiver.requestListener(Object.assign(request, { rawBody: body }), response);
  } catch {
    // The sender is gone, or was cut off: nobody waits for an answer.
    response.destroy();
  }
}

/** Milliseconds by which a request may be older than now, or newer: Slack says five minutes for older ones. */
const TIME_APART_MS = 5 * 60_000;

/**
 * The signature that a request claims to have, and its time; undefined where it has none, or is not of now. (Bolt takes
 * a time in the future, by which a copied request could be sent again much later.)
 * @param now by the world's clock, as Slack has it
 */
function claimOf({ headers }: IncomingMessage, now: number): Claim | undefined {
  const signature = headers['x-slack-signature'];
  const at = headers['x-slack-request-timestamp'];
  if (typeof signature !== 'string' || !/^v0=[0-9a-f]{64}$/.test(signature)) return undefined;
  if (typeof at !== 'string' || !/^\d{1,12}$/.test(at)) return undefined;
  if (Math.abs(now - Number(at) * 1000) > TIME_APART_MS) return undefined;
  return { signature, at };
}

interface Claim {
  signature: string;
  at: string;
}

/**
 * Slack's signature of the bytes as they came. (Bolt's own check takes them as text, of which a stranger's megabyte makes
 * three to be hashed: twenty milliseconds each, in which nobody else is served.)
 */
function isSigned(body: Buffer, { signature, at }: Claim, signingSecret: string): boolean {
  const mac = createHmac('sha256', signingSecret).update(`v0:${at}:`).update(body).digest('hex');
  return timingSafeEqual(Buffer.from(`v0=${mac}`), Buffer.from(signature));
}

/** The kinds of requests that Slack sends, each by the field that identifies it. */
const slackRequest = z.union([
  z.object({ event: z.object({ type: z.string() }) }),
  z.object({ command: z.string() }),
  z.object({ ssl_check: z.string() }),
  z.object({
    type: z.enum([
      'block_actions',
      'block_suggestion',
      'message_action',
      'shortcut',
      'url_verification',
      'view_closed',
      'view_submission',
    ]),
  }),
]);

/** True for a body of a kind that Slack sends, read as Slack's receivers read it. */
export function isFromSlack(body: Buffer, contentType: string | undefined): boolean {
  try {
    return slackRequest.safeParse(contentOf(body.toString(), contentType)).success;
  } catch {
    return false;
  }
}

function contentOf(text: string, contentType: string | undefined): unknown {
  if (contentType !== 'application/x-www-form-urlencoded') return JSON.parse(text);
  const form = parse(text);
  return typeof form.payload === 'string' ? JSON.parse(form.payload) : { ...form };
}
