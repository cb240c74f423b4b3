import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Clock } from '../../clock.ts';
import type { Misbehaviour } from '../control/misbehaviour.ts';
import { signatureHeaders } from './signature.ts';

/** What became of a request to the app. */
export type Delivered =
  | { outcome: 'answered'; status: number; contentType: string; text: string; noRetry: boolean }
  | { outcome: 'timeout' }
  | { outcome: 'failed'; cause: string };

interface Outgoing {
  /** An event's type, `command`, `block_actions`, …; misbehaviour is asked by it. */
  kind: string;
  body: string;
  contentType: 'application/json' | 'application/x-www-form-urlencoded';
  headers?: Record<string, string>;
}

export interface Sender {
  connect(appUrl: string): void;
  /** Where the app's `/slack/install` is. */
  installUrl(): string | undefined;
  /** Sends one signed request; never throws. */
  send(outgoing: Outgoing): Promise<Delivered>;
  /** Counts work that follows a request's answer, so that settle() waits for it too. */
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
  /** Closed after each answer, so that an app that shuts down does not wait for our idle connections. */
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
    const late = waitFor(answerWithin, given.signal);
    const answer = post(agent, address, headers, outgoing.body, given.signal);
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

/** The app's time is real time, whatever clock the rest goes by: sockets know no other. */
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
