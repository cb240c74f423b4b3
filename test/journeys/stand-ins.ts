import { readFileSync } from 'node:fs';
import { createSandboxClock, type SandboxClock } from '../../sandbox/clock.ts';
import type { ServiceStandInOptions } from '../../sandbox/service/options.ts';
import { createServiceStandIn, type ServiceStandIn } from '../../sandbox/service/stand-in.ts';
import type { Pace, StandInOptions } from '../../sandbox/slack/contract.ts';
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
 * Time limits of the stand-in Slack that are as long as tests wait for anything, because Slack's three seconds can pass on a busy
 * machine. Tests with a clock that can be moved (sandbox/slack/test/views.test.ts, test/slack) and `npm run bench` cover the real limits.
 */
const unhurried: Partial<Pace> = {
  ...{ rates: 'off', redeliveries: [0], answerWithin: 20_000, triggerLife: 20_000 },
};

export interface StandIns {
  slack: SlackStandIn;
  service: ServiceStandIn;
  ana: Person;
  ben: Person;
  chloe: Person;
  /** The service's clock: real time, which a test can skip so that the service finishes its work. */
  serviceClock: SandboxClock;
  /** The configuration of an app between them. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

export interface StandInsOptions {
  /** The clock of Slack and of the app; the system's by default. */
  clock?: Clock;
  /** The clock of the service; by default one of its own. */
  serviceClock?: SandboxClock;
  /** Changes to the options of the two stand-ins. */
  service?: Partial<ServiceStandInOptions>;
  slack?: Partial<StandInOptions>;
}

/** Starts a stand-in Slack with a small team, and a stand-in service that makes documents in milliseconds. */
export async function startStandIns(options: StandInsOptions = {}): Promise<StandIns> {
  const { serviceClock = createSandboxClock() } = options;
  const service = noteHits(
    createServiceStandIn({
      clock: serviceClock,
      apiKeys: [API_KEY],
      ...{ generationMs: 40, exportMs: 10, fineness: 0.4, exportLagMs: 0 },
      ...options.service,
    }),
  );
  const slack = createSlackStandIn({
    clock: options.clock ?? systemClock,
    manifest: readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8'),
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    seed: smallTeam,
    pace: unhurried,
    ...options.slack,
  });
  await Promise.all([service.start(), slack.start()]);
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
