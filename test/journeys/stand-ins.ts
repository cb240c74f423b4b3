import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts';
import { createServiceStandIn, type ServiceStandIn } from '../../sandbox/service/stand-in.ts';
import type { Pace } from '../../sandbox/slack/contract.ts';
import type { Seed } from '../../sandbox/slack/seed/seed.ts';
import { createSlackStandIn, type Person, type SlackStandIn } from '../../sandbox/slack/stand-in.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { noteHits } from '../support/note-hits.ts';
import { testKey } from '../support/test-key.ts';
import { smallTeam } from './seed.ts';

const API_KEY = 'sk-sandbox-journeys';
const BOT_TOKEN = 'xoxb-journeys';
export const METRICS_TOKEN = 'metrics-token-of-the-journeys';
const SIGNING_SECRET = 'journeys-signing-secret';

/**
 * Slack with as much time for an answer, and for opening a form, as tests wait for anything: on a busy machine its three seconds pass
 * by themselves. They are proved where time can be moved (sandbox/slack/test/views.test.ts, test/slack), and measured (`npm run bench`).
 */
export const unhurried: Partial<Pace> = {
  rates: 'off',
  redeliveries: [0],
  answerWithin: 20_000,
  triggerLife: 20_000,
};

export interface StandIns {
  slack: SlackStandIn;
  service: ServiceStandIn;
  ana: Person;
  ben: Person;
  chloe: Person;
  /** The service's time: real, but for what a test skips so that the service is done with its work. */
  serviceClock: SandboxClock;
  /** The configuration of an app between them. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

export interface StandInsOptions {
  /** Slack's and the app's. */
  clock?: Clock;
  /** The service's; one of its own unless given. */
  serviceClock?: SandboxClock;
  generationMs?: number;
  exportLagMs?: number;
  /** The small team unless given. */
  seed?: Seed;
}

/** A stand-in Slack with a small team and a stand-in service, both quick. */
export async function startStandIns(options: StandInsOptions = {}): Promise<StandIns> {
  const { serviceClock = createSandboxClock() } = options;
  const service = noteHits(
    createServiceStandIn({
      clock: serviceClock,
      apiKeys: [API_KEY],
      generationMs: options.generationMs ?? 40,
      exportMs: 10,
      fineness: 0.4,
      exportLagMs: options.exportLagMs ?? 0,
    }),
  );
  await service.start();
  const slack = createSlackStandIn({
    clock: options.clock ?? systemClock,
    manifestPath: new URL('../../manifest.yml', import.meta.url).pathname,
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    seed: options.seed ?? smallTeam,
    pace: unhurried,
  });
  await slack.start();
  return {
    slack,
    service,
    serviceClock,
    ana: slack.person('ana'),
    ben: slack.person('ben'),
    chloe: slack.person('chloe'),
    env: {
      PORT: '0',
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_BOT_TOKEN: BOT_TOKEN,
      SLACK_API_URL: slack.apiUrl,
      SERVICE_NAME: 'Papermill',
      SERVICE_BASE_URL: service.baseUrl,
      SERVICE_API_KEY: API_KEY,
      ENCRYPTION_KEYS: testKey(7),
      METRICS_TOKEN,
      POLL_INTERVAL_MS: '20',
    },
    async stop() {
      await Promise.all([slack.stop(), service.stop()]);
    },
  };
}
