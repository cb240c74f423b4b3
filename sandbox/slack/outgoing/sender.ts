import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Clock } from '../../clock.ts';
import type { Misbehaviour } from '../control/misbehaviour.ts';
import { signatureHeaders } from './signature.ts';

/** The outcome of a request to the app. */
export type Delivered =
  | { outcome: 'answered'; status: number; contentType: string; text: string; noRetry: boolean }
  | { outcome: 'timeout' }
  | { outcome: 'failed'; cause: string };

interface Outgoing {
  /** What fault rules match: an event's type, `command`, `block_actions`, … */
  kind: string;
  body: string;
  contentType: 'application/json' | 'application/x-www-form-urlencoded';
  headers?: Record<string, string>;
  /** Path of the request at the app; `/slack/events` by default. */
  path?: string;
  /** Time limit of the answer in milliseconds of real time; Slack's for events and interactions by default. */
  withinMs?: number;
}

export interface Sender {
  connect(appUrl: string): void;
  /** Returns the address of the app's `/slack/install`; undefined before connect(). */
  installUrl(): string | undefined;
  /** Sends a signed request. Never throws. */
  send(outgoing: Outgoing): Promise<Delivered>;
  /** Makes settle() wait for this work, too. */
  track<T>(work: Promise<T>): Promise<T>;
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const REQUEST_PATH = '/slack/events';
const UNREACHABLE: Delivered = { outcome: 'failed', cause: 'no app is connected' };

export function createSender(options: {
  clock: Clock;
  signingSecret: string;
  misbehaviour: Misbehaviour;
  /** Milliseconds. */
  answerWithin: number;
}): Sender {
  const { clock, signingSecret, misbehaviour, answerWithin } = options;
  /** Without keep-alive, so that an app that shuts down does not wait for idle connections. */
  const agent = new Agent({ pipelining: 0 });
  const inHand = new Set<Promise<unknown>>();
  let address: string | undefined;

  const track = <T>(work: Promise<T>): Promise<T> => {
    inHand.add(work);
    const done = () => inHand.delete(work);
    work.then(done, done);
    return work;
  };

  const once = async (outgoing: Outgoing): Promise<Delivered> => {
    if (!address) return UNREACHABLE;
    const headers = {
      'content-type': outgoing.contentType,
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      ...signatureHeaders(signingSecret, outgoing.body, clock.now()),
      ...outgoing.headers,
    };
    const given = new AbortController();
    const late = waitFor(outgoing.withinMs ?? answerWithin, given.signal);
    const url = new URL(outgoing.path ?? REQUEST_PATH, address).href;
    const answer = post(agent, url, headers, outgoing.body, given.signal);
    const delivered = await Promise.race([answer, late]);
    given.abort();
    return delivered;
  };

  return {
    connect(appUrl) {
      address = new URL(REQUEST_PATH, appUrl).href;
    },
    installUrl: () => address && new URL('/slack/install', address).href,
    track,
    send(outgoing) {
      const rule = misbehaviour.forOutgoing(outgoing.kind);
      if (rule?.deliver === 'never') return Promise.resolve({ outcome: 'timeout' });
      const first = track(once(outgoing));
      if (rule?.deliver === 'twice') track(once(outgoing));
      return first;
    },
    async settle() {
      do {
        await Promise.allSettled(inHand);
        await nextTurn();
      } while (inHand.size > 0);
    },
    async stop() {
      await agent.destroy();
    },
  };
}

/** Times out after `ms` of real time, because the app does not use the stand-in's clock for its responses. */
const waitFor = (ms: number, signal: AbortSignal): Promise<Delivered> =>
  sleep(ms, undefined, { signal }).then(
    () => ({ outcome: 'timeout' }),
    () => ({ outcome: 'failed', cause: 'answered' }),
  );

async function post(
  agent: Agent,
  address: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<Delivered> {
  try {
    const answer = await request(address, { method: 'POST', dispatcher: agent, headers, body, signal });
    return {
      outcome: 'answered',
      status: answer.statusCode,
      contentType: String(answer.headers['content-type'] ?? ''),
      text: await answer.body.text(),
      noRetry: answer.headers['x-slack-no-retry'] === '1',
    };
  } catch (error) {
    return { outcome: 'failed', cause: String(error) };
  }
}
