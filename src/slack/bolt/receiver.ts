import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { HTTPReceiver, isValidSlackRequest, type Receiver, SocketModeReceiver } from '@slack/bolt';
import type { FetchFunction } from '@slack/web-api';
import { z } from 'zod';
import { answer } from '../../http/server.ts';
import type { Log } from '../../log.ts';
import { slackLogger } from './clients.ts';

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

/** Bytes, as Slack's own receivers have it. */
const BODY_LIMIT = 4 * 1024 * 1024;

function byHttp({ signingSecret = '', log }: ReceiverOptions): SlackReceiver {
  const receiver = new HTTPReceiver({
    signingSecret,
    logger: slackLogger(log),
    bodyLimit: '4mb',
    processEventErrorHandler: async ({ error, response }) => {
      log.warn({ err: error }, 'a request from Slack could not be read');
      answer(response, 400, 'This cannot be read.');
      return false;
    },
  });
  return {
    receiver,
    http: {
      listener: (request, response) => void receive(request, response, receiver, signingSecret),
      takes: (method, path) => method === 'POST' && path === '/slack/events',
    },
    start: async () => {},
    stop: async () => {},
  };
}

/**
 * Reads the body before Bolt does: one that is signed and yet nothing that Slack would send is answered here, where
 * Bolt would fail without an answer, or leave the sender waiting.
 */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  receiver: HTTPReceiver,
  signingSecret: string,
): Promise<void> {
  const body = await read(request).catch(() => null);
  if (!body) {
    response.setHeader('connection', 'close');
    return answer(response, 413, 'This is too large.');
  }
  if (isSigned(request, body, signingSecret) && !isFromSlack(body, request.headers['content-type'])) {
    return answer(response, 400, 'This cannot be read.');
  }
  receiver.requestListener(Object.assign(request, { rawBody: body }), response);
}

/** @returns null for a body that is longer than any of Slack's */
async function read(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_LIMIT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isSigned({ headers }: IncomingMessage, body: Buffer, signingSecret: string): boolean {
  const signature = headers['x-slack-signature'];
  const at = headers['x-slack-request-timestamp'];
  if (typeof signature !== 'string' || typeof at !== 'string') return false;
  return isValidSlackRequest({
    signingSecret,
    body: body.toString(),
    headers: { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(at) },
  });
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
