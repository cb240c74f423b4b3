import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { type App, HTTPModuleFunctions as bolt, HTTPResponseAck, type Receiver } from '@slack/bolt';
import type { FetchFunction } from '@slack/web-api';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { createBodyReader } from '../../http/read-body.ts';
import { answer, refuseUnread } from '../../http/server.ts';
import type { Log } from '../../log.ts';
import { slackLogger } from './clients.ts';
import { NotKept } from './inbox.ts';
import { createSocketReceiver } from './socket-receiver.ts';

/** How Slack's requests come in: by HTTP, signed, or through a socket that Deckhand opens. */
export interface SlackReceiver {
  receiver: Receiver;
  /** Slack's requests over HTTP; takes none in Socket Mode. */
  http: { listener: RequestListener; takes(method: string, path: string): boolean };
  /** False where Slack cannot reach this process, and has not for a minute. */
  isHearing(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  /** `SLACK_APP_TOKEN`: Socket Mode. */
  appToken?: string | undefined;
  signingSecret?: string | undefined;
  apiUrl?: string | undefined;
  fetch: FetchFunction;
  /** What Socket Mode's socket is opened by, where a proxy leads out. */
  proxy?: Dispatcher | undefined;
  clock: Clock;
  log: Log;
}

export function createReceiver(options: ReceiverOptions): SlackReceiver {
  return options.appToken ? createSocketReceiver(options, options.appToken) : byHttp(options);
}

/** Bytes of one of Slack's requests, and of all that are being read at one moment. */
const BODY_LIMIT = 1024 * 1024;
const BODIES_LIMIT = 64 * BODY_LIMIT;

/**
 * (Bolt's own receiver would look at the signature a second time and read the body anew: a sixth of what a press costs, and
 * what was looked at here need not be what it reads.)
 */
function byHttp({ signingSecret = '', log }: ReceiverOptions): SlackReceiver {
  let app: App | undefined;
  const read = createBodyReader({ perBody: BODY_LIMIT, together: BODIES_LIMIT });
  const process: Process = async (body, request, response) => {
    if (body.ssl_check) return bolt.buildSSLCheckResponse(response);
    if (body.type === 'url_verification') return bolt.buildUrlVerificationResponse(response, body);
    const ack = new HTTPResponseAck({
      logger: slackLogger(log),
      processBeforeResponse: false,
      httpRequest: request,
      httpRequestBody: body,
      httpResponse: response,
    });
    const retryNum = bolt.extractRetryNumFromHTTPRequest(request);
    const retryReason = bolt.extractRetryReasonFromHTTPRequest(request);
    try {
      await app?.processEvent({
        ...{ body, ack: ack.bind() },
        ...(retryNum !== undefined && { retryNum }),
        ...(retryReason !== undefined && { retryReason }),
      });
    } catch (error) {
      // Answered here, so Bolt waits for no other answer.
      ack.ack();
      if (error instanceof NotKept) return answer(response, 503, 'This could not be written down.');
      log.warn({ err: error }, 'a request from Slack could not be read');
      answer(response, 400, 'This cannot be read.');
    }
  };
  return {
    receiver: {
      init(given) {
        app = given;
      },
      start: async () => {},
      stop: async () => {},
    },
    http: {
      listener: (request, response) => void receive(request, response, { process, read, signingSecret }),
      takes: (method, path) => method === 'POST' && path === '/slack/events',
    },
    // Whether a proxy in front of it is reached cannot be seen from here.
    isHearing: () => true,
    start: async () => {},
    stop: async () => {},
  };
}

type Body = Record<string, unknown>;
type Process = (body: Body, request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Reading {
  process: Process;
  read(request: IncomingMessage): Promise<Buffer | null>;
  signingSecret: string;
}

/**
 * Reads a request. One without a signature, or of another time, is refused before its body is read; one that is signed and
 * yet nothing that Slack would send is answered here, where Bolt would fail without an answer, or leave the sender waiting.
 */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { process, read, signingSecret }: Reading,
): Promise<void> {
  const claim = claimOf(request, Date.now());
  if (!claim) return refuseUnread(response, 401, 'This is not signed.');
  try {
    if (request.headers.expect) response.writeContinue();
    const bytes = await read(request);
    if (!bytes) return refuseUnread(response, 413, 'This is too large.');
    if (!isSigned(bytes, claim, signingSecret)) {
      return answer(response, 401, 'This is not signed.');
    }
    const body = bodyOf(bytes, request.headers['content-type']);
    if (!body) return answer(response, 400, 'This cannot be read.');
    await process(body, request, response);
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

/** The kinds of requests that Slack sends, each by the field that identifies it; the most frequent first. */
const slackRequest = z.union([
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
  z.object({ event: z.object({ type: z.string() }) }),
  z.object({ command: z.string() }),
  z.object({ ssl_check: z.string() }),
]);

/** A body of a kind that Slack sends, read as Slack's receivers read it; undefined for all else. */
function bodyOf(bytes: Buffer, contentType: string | undefined): Body | undefined {
  try {
    const content = contentOf(bytes.toString(), contentType);
    return slackRequest.safeParse(content).success ? (content as Body) : undefined;
  } catch {
    return undefined;
  }
}

function contentOf(text: string, contentType: string | undefined): unknown {
  if (contentType !== 'application/x-www-form-urlencoded') return JSON.parse(text);
  const form = parse(text);
  return typeof form.payload === 'string' ? JSON.parse(form.payload) : { ...form };
}
