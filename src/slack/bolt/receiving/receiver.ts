import type { RequestListener } from 'node:http';
import { parse } from 'node:querystring';
import { type App, HTTPModuleFunctions as bolt, HTTPResponseAck, type Receiver } from '@slack/bolt';
import type { FetchFunction } from '@slack/web-api';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../../clock.ts';
import { sendText } from '../../../http/server.ts';
import type { Log } from '../../../log.ts';
import { slackLogger } from '../calls/clients.ts';
import { EventNotStored } from './inbox.ts';
import { createSignedListener, type SignedHandler } from './signed-requests.ts';
import { createSocketReceiver } from './socket-receiver.ts';

/** Receives Slack's requests, as signed HTTP requests or through Socket Mode. */
export interface SlackReceiver {
  receiver: Receiver;
  /** Handles Slack's HTTP requests. `takes` returns true if `listener` handles a request. In Socket Mode, `takes` always returns false. */
  http: { listener: RequestListener; takes(method: string, path: string): boolean };
  /** Returns false if Socket Mode has had no socket for a minute. With HTTP, always returns true. */
  isConnected(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  /** The setting `SLACK_APP_TOKEN`. If it is set, Slack's requests come through Socket Mode, otherwise over HTTP. */
  appToken?: string | undefined;
  signingSecret?: string | undefined;
  apiUrl?: string | undefined;
  fetch: FetchFunction;
  /** The proxy through which the socket of Socket Mode is opened, if one is configured. */
  proxy?: Dispatcher | undefined;
  clock: Clock;
  log: Log;
}

export function createReceiver(options: ReceiverOptions): SlackReceiver {
  return options.appToken ? createSocketReceiver(options, options.appToken) : createHttpReceiver(options);
}

const PATH = '/slack/events';

/** Receives Slack's requests over HTTP. Bolt's receiver would parse the body again, and could read other bytes than the verified ones. */
function createHttpReceiver({ signingSecret = '', clock, log }: ReceiverOptions): SlackReceiver {
  let app: App | undefined;
  const process: SignedHandler = async (bytes, request, response) => {
    const body = bodyOf(bytes, request.headers['content-type']);
    if (!body) return sendText(response, 400, 'This request cannot be read.');
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
      // Stops Bolt's timer, which would report a missing acknowledgement. The response is sent below instead.
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
      listener: createSignedListener({ path: PATH, signingSecret, clock, log }, process),
      takes: (method, path) => method === 'POST' && path === PATH,
    },
    // Always true, because this process cannot find out whether Slack can reach the proxy in front of it.
    isConnected: () => true,
    start: async () => {},
    stop: async () => {},
  };
}

type Body = Record<string, unknown>;

/** Matches a request of a kind that Slack sends. The most frequent kinds come first, because the kinds are tried in this order. */
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

/** Parses a request body as Bolt does. Returns undefined for a body of a kind that Slack does not send. */
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
