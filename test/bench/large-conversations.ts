import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { StandIns } from '../journeys/stand-ins.ts';
import { wordsOf } from '../support/reading.ts';

import { startApp } from './app.ts';
import type { Bench, Figure } from './figures.ts';

const PINGER = new URL('./ack-pinger.ts', import.meta.url);
const AT_REST_MS = 5_000;
const LIMIT_MS = 250;
const PAGE = 200;

/** A line break after every character takes longest to convert. */
const thread = conversation(200, 'a\n'.repeat(20_000));
const channel = conversation(50_000, 'We *agreed* with <@U0ANA> on it :tada:\n'.repeat(7));

/**
 * Measures the slowest acknowledgement of another person's command while a thread of 200 messages of 40,000 characters and a
 * channel of 50,000 messages are collected. The baseline is the same process when it is idle.
 */
export const bench: Bench = { full };

async function full(): Promise<Figure[]> {
  const slack = await startLargeSlack();
  const app = await startApp({
    env: (standIns) => {
      slack.forwardTo(standIns.slack.apiUrl);
      return { SLACK_API_URL: slack.apiUrl };
    },
  });
  const { harness, url } = app;
  let pinger: Worker | undefined;
  try {
    const secret = harness.env.SLACK_SIGNING_SECRET;
    const workerData = { url: `${url}/slack/events`, secret, responseUrl: `${slack.origin}/response` };
    pinger = new Worker(PINGER, { workerData });
    const slowest = () => ask(pinger as Worker);
    // The first sentence takes 0.2 s because nothing is compiled yet, so it is not measured.
    await harness.ana.say('random', '@Deckhand slides of the last two weeks for the board');
    await wait(AT_REST_MS);
    await slowest();
    await wait(AT_REST_MS);
    const atRest = await slowest();
    await deckOfThread(harness);
    const ofThread = await slowest();
    await deckOfChannel(harness);
    const ofChannel = await slowest();
    const figure = (name: string, value: number): Figure => ({
      ...{ name, value, unit: 'ms', baseline: atRest, baselineName: 'at rest' },
      target: { of: 'value', most: LIMIT_MS },
    });
    return [
      figure('slowest ack while a thread of 8,000,000 characters is read', ofThread),
      figure('slowest ack while a channel of 50,000 messages is read', ofChannel),
    ];
  } finally {
    await pinger?.terminate();
    await app.stop();
    slack.close();
  }
}

async function ask(pinger: Worker): Promise<number> {
  pinger.postMessage('slowest');
  const [{ slowest, count }] = (await once(pinger, 'message')) as [{ slowest: number; count: number }];
  if (count < 10) throw new Error('Fewer than 10 commands were answered');
  return slowest;
}

async function deckOfThread({ ana, ben }: StandIns): Promise<void> {
  const { ts } = await ben.say('general', 'The log of the night');
  await ben.say('general', 'Here it comes', { threadTs: ts });
  await ana.shortcut('thread_to_slides', { channel: 'C0GENERAL', ts });
  await ana.waitForView(({ view }) => view.blocks.some((block) => block.block_id === 'prompt'));
  const submitted = await ana.submit();
  if (!submitted.ok) throw new Error(`Refused: ${JSON.stringify(submitted)}`);
  await untilMade(ana, ({ thread_ts }) => thread_ts === ts);
}

async function deckOfChannel({ ana }: StandIns): Promise<void> {
  const before = Date.now() / 1000;
  await ana.say('general', '@Deckhand slides of the last two weeks for the board');
  const isNew = (message: Message) => Boolean(message.bot) && Number(message.ts) >= before;
  const card = await ana.waitForMessage((message) => isNew(message) && /Make it/.test(wordsOf(message)), {
    channel: 'general',
    timeoutMs: 60_000,
  });
  await ana.press(card, 'proposal_make');
  await untilMade(ana, isNew);
}

async function untilMade(ana: StandIns['ana'], isIt: (message: Message) => boolean): Promise<void> {
  await ana.waitForMessage((message) => isIt(message) && /Made by AI/.test(wordsOf(message)), {
    channel: 'general',
    timeoutMs: 300_000,
  });
}

interface Page {
  messages: string;
  next: string;
}

/** Pages as Slack answers them, serialized once so that this process is not the slow part. */
function conversation(count: number, text: string): Page[] {
  const newest = Math.floor(Date.now() / 1000) - 60;
  const pages: Page[] = [];
  for (let from = 0; from < count; from += PAGE) {
    const messages = Array.from({ length: Math.min(PAGE, count - from) }, (_, index) => ({
      ...{ type: 'message', user: 'U0BEN', text, ts: `${newest - from - index}.000100` },
    }));
    const next = from + PAGE < count ? String(from + PAGE) : '';
    pages.push({ messages: JSON.stringify(messages), next });
  }
  return pages;
}

/** Forwards to the stand-in Slack, and answers reads of conversations with the large ones. */
async function startLargeSlack() {
  let apiUrl = '';
  const server = createServer((request, response) => {
    answer(request, response, apiUrl).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    apiUrl: `${origin}/api/`,
    forwardTo(url: string) {
      apiUrl = url;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, apiUrl: string): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const method = (request.url ?? '').replace(/^\/api\//, '');
  const large = { 'conversations.replies': thread, 'conversations.history': channel }[method];
  if (request.url === '/response') return void response.end('ok');
  if (large) {
    const cursor = Number(new URLSearchParams(body.toString()).get('cursor') ?? 0);
    const page = large[cursor / PAGE] ?? { messages: '[]', next: '' };
    response.setHeader('content-type', 'application/json');
    const metadata = JSON.stringify({ next_cursor: page.next });
    return void response.end(
      `{"ok":true,"messages":${page.messages},"has_more":${page.next !== ''},"response_metadata":${metadata}}`,
    );
  }
  const { authorization = '', 'content-type': type = '' } = request.headers;
  const forwarded = await fetch(new URL(method, apiUrl), {
    method: request.method ?? 'POST',
    headers: { authorization, 'content-type': type },
    body,
  });
  response.writeHead(forwarded.status, { 'content-type': 'application/json' });
  response.end(await forwarded.text());
}
