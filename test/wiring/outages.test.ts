import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createDeps } from '../../src/wiring/deps.ts';
import { wireService } from '../../src/wiring/service.ts';
import { type StandIns, startStandIns } from '../journeys/stand-ins.ts';
import { testDatabase } from '../support/database.ts';
import { createMovableClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

/** An outage of Slack and one of the service, as the log of a production process has them. */

const db = await testDatabase();
const agent = new Agent();
let standIns: StandIns;
beforeAll(async () => {
  standIns = await startStandIns();
});
afterAll(async () => {
  await agent.close();
  await standIns.stop();
  await db.close();
});

async function process() {
  const clock = createMovableClock();
  const { log, lines } = createTestLog();
  const deps = await createDeps(readConfig(standIns.env), log, { database: db, clock }, agent);
  const warnings = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => /answers?( again)?\b/.test(msg));
  return { clock, deps, warnings };
}

test('an outage of Slack is one warning, and one line at its end', async () => {
  const { clock, deps, warnings } = await process();
  const call = () => deps.slackFetch(`${standIns.env.SLACK_API_URL}api.test`, { method: 'POST' });
  const down = standIns.slack.misbehave({ method: 'api.test', status: 503, times: 1_000 });
  for (let seconds = 0; seconds < 600; seconds += 20) {
    await call();
    clock.move(20_000);
  }
  down();
  await call();
  expect(warnings()).toMatchObject([
    {
      level: 40,
      method: 'api.test',
      answer: 'failed',
      msg: expect.stringContaining('Slack does not answer'),
    },
    { level: 30, seconds: 600, msg: 'Slack answers again' },
  ]);
});

test('an outage of the service is one warning, and one line at its end', async () => {
  const { clock, deps, warnings } = await process();
  const none = async () => {};
  const hooks = { onChanged: none, onConnected: none, onExpired: none, creditsLeft: async () => undefined };
  const { clientFor } = wireService(deps, { ...hooks, mayConnect: async () => true });
  const client = await clientFor('T0SMALL');
  const call = () => client?.listThemes({ limit: 1 }).catch(() => {});
  const down = standIns.service.misbehave({ kind: 'status', status: 503, times: 'always' });
  for (let times = 0; times < 30; times += 1) {
    await call();
    clock.move(20_000);
  }
  down();
  await call();
  expect(warnings()).toMatchObject([
    {
      level: 40,
      route: 'GET /themes',
      status: 503,
      msg: expect.stringContaining('the service does not answer'),
    },
    { level: 30, msg: 'the service answers again' },
  ]);
});
