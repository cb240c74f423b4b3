import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Logger, LogLevel, WebClient } from '@slack/web-api';
import { onTestFinished } from 'vitest';
import { createHandClock } from '../../test/hand-clock.ts';
import type { Seed, SlackStandIn, StandInOptions } from '../stand-in.ts';
import { createSlackStandIn } from '../stand-in.ts';

export const SIGNING_SECRET = 'a signing secret of the tests';
export const BOT_TOKEN = 'xoxb-test-token';
export const MANIFEST = readFileSync(new URL('./manifest.fixture.yml', import.meta.url), 'utf8');

const person = (id: string, name: string, role: 'owner' | 'member') => ({
  id,
  name,
  handle: name.split(' ')[0]?.toLowerCase() ?? '',
  title: '',
  initials: name.slice(0, 1),
  color: '#336699',
  role,
  tz: 'Europe/Berlin',
  email: `${id.toLowerCase()}@example.com`,
});

export const ANA = 'U00000ANA';
export const BEN = 'U00000BEN';

/** Two teams. In the first are Ana, Ben and four channels: public and private ones with the app and without. */
export const smallSeed: Seed = {
  teams: [
    {
      id: 'T00000ONE',
      name: 'One',
      domain: 'one',
      initials: 'O',
      color: '#123456',
      installed: true,
      people: [person(ANA, 'Ana Reyes', 'owner'), person(BEN, 'Ben Okafor', 'member')],
      conversations: [
        channel('C0GENERAL', 'general', true, [ANA, BEN]),
        channel('C00RANDOM', 'random', false, [ANA, BEN]),
        { ...channel('C0PRIVATE', 'leadership', false, [ANA]), kind: 'private' },
        { ...channel('C00SECRET', 'board', true, [ANA]), kind: 'private' },
      ],
    },
    {
      id: 'T00000TWO',
      name: 'Two',
      domain: 'two',
      initials: 'T',
      color: '#654321',
      installed: false,
      people: [person('U00000CLEO', 'Cleo Marsh', 'owner')],
      conversations: [channel('C000OTHER', 'elsewhere', false, ['U00000CLEO'])],
    },
  ],
};

function channel(id: string, name: string, app: boolean, members: string[]) {
  return { id, kind: 'channel' as const, name, topic: '', members, app, messages: [] };
}

interface Received {
  headers: Record<string, string | string[] | undefined>;
  raw: string;
  /** The form of a command, the payload of an interaction or the envelope of an event. */
  // biome-ignore lint/suspicious/noExplicitAny: payloads of every kind, read by tests that know which one they asked for
  body: any;
}

type Reply = {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
  silent?: boolean;
};

/** Starts an app that records what Slack sends. The app answers with an empty 200 until a test calls `answers`. */
async function startProbe() {
  const received: Received[] = [];
  let answer: (request: Received) => Reply | Promise<Reply> = () => ({});
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const part of request) raw += part;
    const one = { headers: request.headers, raw, body: parse(raw, request.headers['content-type'] ?? '') };
    received.push(one);
    const { status = 200, json, text = '', headers = {}, silent } = await answer(one);
    if (silent) return;
    response.writeHead(status, { ...(json ? { 'content-type': 'application/json' } : {}), ...headers });
    response.end(json ? JSON.stringify(json) : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers(how: typeof answer) {
      answer = how;
    },
    /** Returns the received bodies of a kind, which is the type of an event or interaction, or `command`. */
    of: (kind: string) => received.filter((one) => kindOf(one.body) === kind).map((one) => one.body),
  };
}

function parse(raw: string, type: string) {
  if (type.includes('json')) return JSON.parse(raw);
  const form = Object.fromEntries(new URLSearchParams(raw));
  return form.payload ? JSON.parse(form.payload) : form;
}

const kindOf = (body: { event?: { type: string }; type?: string; command?: string }): string | undefined =>
  body.event?.type ?? (body.command ? 'command' : body.type);

/** Logs nothing, because the client would log each refusal that a test expects. */
const silent: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  setName() {},
  getLevel: () => LogLevel.ERROR,
};

export function webClient(slack: SlackStandIn, token = BOT_TOKEN): WebClient {
  return new WebClient(token, {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: silent,
  });
}

/** Starts a stand-in with a probe connected to it. Both stop when the test ends. */
export async function startSlack(options: Partial<StandInOptions> = {}) {
  const clock = options.clock ?? createHandClock();
  const slack = createSlackStandIn({
    manifest: MANIFEST,
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    seed: smallSeed,
    pace: { rates: 'off' },
    ...options,
    clock,
  });
  await slack.start();
  onTestFinished(() => slack.stop());
  const probe = await startProbe();
  slack.connectApp(probe.url);
  return {
    slack,
    probe,
    clock: clock as ReturnType<typeof createHandClock>,
    client: webClient(slack),
    ana: slack.person(ANA),
    ben: slack.person(BEN),
  };
}

/** Returns the error code of a call that Slack refused, or "not refused". */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  const outcome = await call.then(
    () => 'not refused',
    (error: { data?: { error?: string } }) => error.data?.error ?? String(error),
  );
  return outcome;
}
