import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { signatureHeaders } from '../../sandbox/slack/outgoing/signature.ts';
import { actions } from '../../src/slack/bolt/routes/action-ids.ts';
import { startChild } from '../support/child.ts';
import { figuresOf, startApp } from './app.ts';
import { type Bench, type Figure, median } from './figures.ts';

const BARE = new URL('./bare-bolt-child.ts', import.meta.url).pathname;
const CONNECTIONS = 16;

export const bench: Bench = {
  full: () => acknowledging({ warmUp: 4_000, requests: 3_000, rounds: 5, most: 1.25, least: 0.8 }),
  short: () => acknowledging({ warmUp: 2_000, requests: 500, rounds: 3, most: 2, least: 0.5 }),
};

interface Size {
  warmUp: number;
  /** in each window */
  requests: number;
  /** pairs of windows */
  rounds: number;
  /** Limit of the ratio of processor times. */
  most: number;
  /** Limit of the ratio of throughputs. */
  least: number;
}

/** One of the two apps that are compared. */
interface Rival {
  url: string;
  pool: Pool;
  cpu(): Promise<number>;
}

/** The cost of a window of requests. */
interface Cost {
  /** Processor time of the app's process, in microseconds per request. */
  us: number;
  /** Requests per second over kept-alive connections, one at a time on each. */
  rate: number;
}

/**
 * Measures signed HTTP requests to the running app: a button press that is only acknowledged, and `/deck help`, which is
 * acknowledged and answered. The baseline is a bare Bolt app that does the same, measured in turns with ours.
 */
async function acknowledging(size: Size): Promise<Figure[]> {
  const answers = createServer((request, response) => {
    request.resume();
    response.end('ok');
  });
  await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve));
  const responseUrl = `http://127.0.0.1:${(answers.address() as AddressInfo).port}/response`;
  const app = await startApp();
  const {
    SLACK_SIGNING_SECRET: secret = '',
    SLACK_BOT_TOKEN: token = '',
    SLACK_API_URL: apiUrl = '',
  } = app.harness.env;
  const bare = startChild(BARE, [secret, token, apiUrl, actions.open]);
  const pools: Pool[] = [];
  const rival = (url: string, cpu: (url: string) => Promise<number>): Rival => {
    const pool = new Pool(url, { connections: CONNECTIONS });
    pools.push(pool);
    return { url, pool, cpu: () => cpu(url) };
  };
  try {
    const listening = await bare.line((text) => text.startsWith('port '));
    const deckhand = rival(app.url, async (url) => (await figuresOf(url)).ms / 1000);
    const secondsOf = async (url: string) => Number(await (await fetch(`${url}/cpu`)).text());
    const bolt = rival(`http://127.0.0.1:${listening.slice(5)}`, secondsOf);
    const requests = { press: press(responseUrl), 'help command': command(responseUrl) };
    const figures: Figure[] = [];
    for (const [name, request] of Object.entries(requests)) {
      for (const each of [deckhand, bolt]) await send(each, request, secret, size.warmUp);
      const pairs: { deckhand: Cost; bolt: Cost }[] = [];
      for (let round = 0; round < size.rounds; round += 1) {
        pairs.push({
          deckhand: await costOf(deckhand, request, secret, size.requests),
          bolt: await costOf(bolt, request, secret, size.requests),
        });
      }
      figures.push(...figuresFor(name, pairs, size));
    }
    return figures;
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
    await Promise.all([app.stop(), bare.kill()]);
    answers.closeAllConnections();
    answers.close();
  }
}

function figuresFor(name: string, pairs: { deckhand: Cost; bolt: Cost }[], { most, least }: Size): Figure[] {
  const figure = (
    title: string,
    what: keyof Cost,
    unit: string,
    limit: { most: number } | { least: number },
  ) => ({
    name: title,
    value: median(pairs.map(({ deckhand }) => deckhand[what])),
    ...{ baseline: median(pairs.map(({ bolt }) => bolt[what])), baselineName: 'Bolt alone', unit },
    ratio: median(pairs.map(({ deckhand, bolt }) => deckhand[what] / bolt[what])),
    target: { of: 'ratio' as const, ...limit },
  });
  return [
    figure(`processor time of a ${name}`, 'us', 'µs', { most }),
    figure(`a ${name} over ${CONNECTIONS} connections`, 'rate', '/s', { least }),
  ];
}

async function costOf(rival: Rival, body: string, secret: string, count: number): Promise<Cost> {
  const before = await rival.cpu();
  const began = performance.now();
  await send(rival, body, secret, count);
  const seconds = (performance.now() - began) / 1000;
  return { us: (((await rival.cpu()) - before) / count) * 1e6, rate: count / seconds };
}

async function send({ pool }: Rival, body: string, secret: string, count: number): Promise<void> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...signatureHeaders(secret, body, Date.now()),
  };
  let left = count;
  const sendSome = async () => {
    while (left > 0) {
      left -= 1;
      const response = await pool.request({ path: '/slack/events', method: 'POST', headers, body });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`A request was answered ${response.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendSome));
}

const PERSON = { team_id: 'T0SMALL', api_app_id: 'A0' };

/** Ben asks for help, as Slack sends it. */
function command(responseUrl: string): string {
  return new URLSearchParams({
    ...PERSON,
    ...{ command: '/deck', text: 'help', user_id: 'U0BEN', channel_id: 'C0RANDOM', channel_name: 'random' },
    ...{ trigger_id: '1.1', response_url: responseUrl },
  }).toString();
}

/** Ben presses `Open` on a result's card. */
function press(responseUrl: string): string {
  const action_id = actions.open;
  const text = { type: 'plain_text', text: 'Open', emoji: true };
  const button = { type: 'button', action_id, text, url: 'https://papermill.example/docs/1' };
  const words = (mrkdwn: string) => ({ type: 'section', text: { type: 'mrkdwn', text: mrkdwn } });
  const blocks = [
    words('*Spring launch*\nSlides for customers, in the theme Oak.'),
    { type: 'actions', elements: [button] },
    { type: 'context', elements: [{ type: 'mrkdwn', text: 'Made by AI; it took 2 min and 42 credits.' }] },
  ];
  const payload = {
    type: 'block_actions',
    ...{ user: { id: 'U0BEN', username: 'ben', team_id: 'T0SMALL' }, api_app_id: 'A0', token: 'unused' },
    container: {
      type: 'message',
      message_ts: '1700000000.000100',
      channel_id: 'C0RANDOM',
      is_ephemeral: false,
    },
    ...{ trigger_id: '1.1', team: { id: 'T0SMALL', domain: 'small' }, enterprise: null },
    channel: { id: 'C0RANDOM', name: 'random' },
    message: { type: 'message', user: 'U0BOT', ts: '1700000000.000100', text: 'Spring launch', blocks },
    response_url: responseUrl,
    actions: [{ ...button, block_id: 'b1', action_ts: '1700000001.000100' }],
  };
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}
