import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { type App, HTTPModuleFunctions as bolt, HTTPResponseAck, type Receiver } from '@slack/bolt';
import type { FetchFunction } from '@slack/web-api';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import { createBodyReader } from '../../../http/read-body.ts';
import { rejectUnread, sendText } from '../../../http/server.ts';
import type { Log } from '../../../log.ts';
import { slackLogger } from '../calls/clients.ts';
import { EventNotStored } from './inbox.ts';
import { createSocketReceiver } from './socket-receiver.ts';

/** Receives Slack's requests, as signed HTTP requests or through Socket Mode. */
export interface SlackReceiver {
  receiver: Receiver;
  /**
   * Handles Slack's HTTP requests. `takes` returns true for the requests that `listener` handles. In Socket Mode it always returns false.
   */
  http: { listener: RequestListener; takes(method: string, path: string): boolean };
  /** Returns false if there has been no socket for a minute. Always returns true with HTTP. */
  isConnected(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  /** `SLACK_APP_TOKEN`. If set, Socket Mode is used. */
  appToken?: string | undefined;
  signingSecret?: string | undefined;
  apiUrl?: string | undefined;
  fetch: FetchFunction;
  /** Opens the socket of Socket Mode through a proxy, if one is configured. */
  proxy?: Dispatcher | undefined;
  clock: Clock;
  log: Log;
}

export function createReceiver(options: ReceiverOptions): SlackReceiver {
  return options.appToken ? createSocketReceiver(options, options.appToken) : createHttpReceiver(options);
}

/** Maximum size of one request body, in bytes. */
const BODY_LIMIT = 1024 * 1024;
/** Maximum size of all request bodies that are being read at the same time, in bytes. */
const BODIES_LIMIT = 64 * BODY_LIMIT;

/**
 * Receives Slack's requests over HTTP. Bolt's receiver is not used, because it would verify and parse the body a second time and could
 * parse other bytes than the verified ones.
 */
function createHttpReceiver({ signingSecret = '', clock, log }: ReceiverOptions): SlackReceiver {
  let app: App | undefined;
  const refused = createRefusals(clock, log);
  const read = createBodyReader({ perBody: BODY_LIMIT, total: BODIES_LIMIT });
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
      // Stops Bolt's timer for a missing acknowledgement, because the response is sent here.
      ack.ack();
      if (error instanceof EventNotStored) return sendText(response, 503, 'The event could not be stored.');
      log.warn({ err: error }, 'A request from Slack could not be processed');
      sendText(response, 400, 'This request cannot be read.');
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
      listener: (request, response) =>
        void receive(request, response, { process, read, refused, signingSecret }),
      takes: (method, path) => method === 'POST' && path === '/slack/events',
    },
    // This process cannot know whether Slack can reach the proxy in front of it.
    isConnected: () => true,
    start: async () => {},
    stop: async () => {},
  };
}

type Body = Record<string, unknown>;
type Process = (body: Body, request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Reading {
  process: Process;
  read(request: IncomingMessage): Promise<Buffer | null>;
  refused: ReturnType<typeof createRefusals>;
  signingSecret: string;
}

/** Minimum milliseconds between two warnings with the same reason. Otherwise anybody could fill the log with such requests. */
const WARN_EVERY_MS = 10 * 60_000;
const REFUSED = {
  secret:
    'A request to /slack/events does not match SLACK_SIGNING_SECRET: if all are refused, copy the Signing Secret of the app again',
  clock:
    'A request to /slack/events is more than five minutes off the clock of this machine: if all are refused, set the clock by NTP',
};

/**
 * Returns a function that warns about refused requests. If the secret or the clock is wrong, Slack only shows people that the app “did not
 * respond”, so the log has to say why.
 */
function createRefusals(clock: Clock, log: Log) {
  const warnedAt: Partial<Record<keyof typeof REFUSED, number>> = {};
  return (because: keyof typeof REFUSED, ahead: number): void => {
    const now = clock.now();
    if (now - (warnedAt[because] ?? Number.NEGATIVE_INFINITY) < WARN_EVERY_MS) return;
    warnedAt[because] = now;
    log.warn({ clockAheadSeconds: Math.round(ahead / 1000) }, REFUSED[because]);
  };
}

/**
 * Reads, verifies and processes a request. A request without a signature, or with a timestamp that is too far from now, is rejected before
 * its body is read. A signed body of a kind that Slack does not send is also rejected, because Bolt would not respond to it.
 */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { process, read, refused, signingSecret }: Reading,
): Promise<void> {
  const claim = claimOf(request);
  if (!claim) return rejectUnread(response, 401, 'The signature is missing or wrong.');
  const ahead = Date.now() - Number(claim.at) * 1000;
  if (Math.abs(ahead) > MAX_TIME_DIFFERENCE_MS) {
    refused('clock', ahead);
    return rejectUnread(response, 401, 'The timestamp is too far from now.');
  }
  try {
    if (request.headers.expect) response.writeContinue();
    const bytes = await read(request);
    if (!bytes) return rejectUnread(response, 413, 'The body is too large.');
    if (!isSigned(bytes, claim, signingSecret)) {
      refused('secret', ahead);
      return sendText(response, 401, 'The signature is missing or wrong.');
    }
    const body = bodyOf(bytes, request.headers['content-type']);
    if (!body) return sendText(response, 400, 'This request cannot be read.');
    await process(body, request, response);
  } catch {
    // The connection was closed, or the body exceeded a limit.
    response.destroy();
  }
}

/**
 * Maximum difference between a request's timestamp and now, in milliseconds. Slack recommends five minutes. The limit also applies to
 * timestamps in the future, which Bolt accepts: a copied request with such a timestamp could be sent again much later.
 */
const MAX_TIME_DIFFERENCE_MS = 5 * 60_000;

/** Returns the signature and the timestamp in a request's headers; undefined if one is missing or malformed. */
function claimOf({ headers }: IncomingMessage): Claim | undefined {
  const signature = headers['x-slack-signature'];
  const at = headers['x-slack-request-timestamp'];
  if (typeof signature !== 'string' || !/^v0=[0-9a-f]{64}$/.test(signature)) return undefined;
  if (typeof at !== 'string' || !/^\d{1,12}$/.test(at)) return undefined;
  return { signature, at };
}

interface Claim {
  signature: string;
  at: string;
}

/**
 * Verifies Slack's signature of the received bytes. Bolt's function is not used, because it converts the bytes to text first. For arbitrary
 * bytes this takes 20 ms per megabyte and blocks all other requests.
 */
function isSigned(body: Buffer, { signature, at }: Claim, signingSecret: string): boolean {
  const mac = createHmac('sha256', signingSecret).update(`v0:${at}:`).update(body).digest('hex');
  return timingSafeEqual(Buffer.from(`v0=${mac}`), Buffer.from(signature));
}

/** Matches each kind of request that Slack sends, by the field that identifies the kind. The most frequent kind is first. */
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

/** Parses a body as Bolt does. Returns undefined if Slack does not send bodies of this kind. */
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
