import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../../../clock.ts';
import { createBodyReader } from '../../../http/read-body.ts';
import { rejectUnread, sendText } from '../../../http/server.ts';
import type { Log } from '../../../log.ts';

interface SignedOptions {
  /** Path of the requests, for log lines. */
  path: string;
  signingSecret: string;
  clock: Clock;
  log: Log;
}

/** Handles a request whose signature is valid. */
export type SignedHandler = (
  body: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

/** Maximum size of one request body, in bytes. */
const BODY_LIMIT = 1024 * 1024;
/** Maximum size of all request bodies that are being read at the same time, in bytes. */
const BODIES_LIMIT = 64 * BODY_LIMIT;

/** Minimum milliseconds between two warnings with the same reason. Without this limit, invalid requests could fill the log. */
const WARN_EVERY_MS = 10 * 60_000;
const REFUSED = {
  secret: 'does not match SLACK_SIGNING_SECRET: if all are refused, copy the Signing Secret of the app again',
  clock: 'is more than five minutes off the clock of this machine: if all are refused, set the clock by NTP',
};

/** Returns a function that logs why a request was rejected. Slack shows only that the app “did not respond”. */
function createRefusals({ path, clock, log }: SignedOptions) {
  const warnedAt: Partial<Record<keyof typeof REFUSED, number>> = {};
  return (because: keyof typeof REFUSED, ahead: number): void => {
    const now = clock.now();
    if (now - (warnedAt[because] ?? Number.NEGATIVE_INFINITY) < WARN_EVERY_MS) return;
    warnedAt[because] = now;
    log.warn({ clockAheadSeconds: Math.round(ahead / 1000) }, `A request to ${path} ${REFUSED[because]}`);
  };
}

/** Creates a listener that passes a request's body to `handle` if the signature is valid. Checks the headers before reading the body. */
export function createSignedListener(options: SignedOptions, handle: SignedHandler): RequestListener {
  const refused = createRefusals(options);
  const read = createBodyReader({ perBody: BODY_LIMIT, total: BODIES_LIMIT });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
      if (!isSigned(bytes, claim, options.signingSecret)) {
        refused('secret', ahead);
        return sendText(response, 401, 'The signature is missing or wrong.');
      }
      await handle(bytes, request, response);
    } catch {
      // No answer can be sent, because the connection was closed or the body exceeded a limit.
      response.destroy();
    }
  }

  return (request, response) => void receive(request, response);
}

/**
 * Maximum difference between a request's timestamp and now in milliseconds, as Slack recommends. Timestamps in the future are limited, too,
 * so that a copied request cannot be sent again much later.
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

/** Verifies Slack's signature of a body. Bolt's function converts the bytes to text first, which can block the process for 20 ms. */
function isSigned(body: Buffer, { signature, at }: Claim, signingSecret: string): boolean {
  const mac = createHmac('sha256', signingSecret).update(`v0:${at}:`).update(body).digest('hex');
  return timingSafeEqual(Buffer.from(`v0=${mac}`), Buffer.from(signature));
}
