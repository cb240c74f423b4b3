import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import { createCancellationWatcher } from '../../src/generations/cancellation.ts';
import { createGenerations } from '../../src/generations/generations.ts';
import { defaultPolicy } from '../../src/generations/waits-and-limits.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import { createLog } from '../../src/log.ts';
import { ensureCluster } from '../../src/storage/drivers/cluster.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createServerDatabase, openPlace, type Place } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { testKey } from '../support/test-key.ts';
import { launchProduct } from './launch.ts';

export type Deployment = Awaited<ReturnType<typeof createDeployment>>;

export async function withDeployment<T>(use: (deployment: Deployment) => Promise<T>): Promise<T> {
  const deployment = await createDeployment();
  try {
    return await use(deployment);
  } finally {
    await deployment.close();
  }
}

/**
 * What a process of the product needs around it, as the image has it: an empty database to copy, compiled modules, a Slack
 * that says yes to everything, and a service whose generations stay pending.
 */
async function createDeployment() {
  const folder = await mkdtemp(join(tmpdir(), 'deckhand-bench-'));
  const template = join(folder, 'template');
  const polled = new Set<string>();
  const server = createServer((request, response) => {
    const [, id] = /\/generations\/([^/?]+)/.exec(request.url ?? '') ?? [];
    if (id) polled.add(id);
    response.setHeader('content-type', 'application/json');
    response.end(id ? '{"generationId":"g","status":"pending"}' : YES);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    PORT: '0',
    SLACK_SIGNING_SECRET: 'signing-secret-of-the-benches',
    SLACK_BOT_TOKEN: 'xoxb-bench',
    SLACK_API_URL: `${origin}/api/`,
    SERVICE_BASE_URL: origin,
    SERVICE_API_KEY: 'sk-bench',
    ENCRYPTION_KEYS: testKey(7),
    DATABASE_TEMPLATE: '',
    DATABASE_URL: '',
  };
  await ensureCluster(template);
  // Its modules are compiled once, as in the image.
  const dataDir = join(folder, 'compiling');
  const first = await launchProduct({ ...env, DATA_DIR: dataDir, DATABASE_TEMPLATE: template });
  await first.stop();

  let folders = 0;
  return {
    env,
    template,
    /** Ids of the generations that the service was asked about. */
    polled,
    /** A folder that is not there yet. */
    newFolder: () => join(folder, `data-${++folders}`),
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const YES = JSON.stringify({
  ...{ ok: true, team_id: 'T1', team: 'Bench', user_id: 'U1', user: 'deckhand', bot_id: 'B1', app_id: 'A1' },
  ...{ ts: '1.1', channel: 'C1' },
});

/** A database of the bench's own where `DATABASE_URL` names a server; undefined without. */
export async function serverPlace() {
  if (!process.env.DATABASE_URL) return undefined;
  const { url, drop } = await createServerDatabase();
  return { databaseUrl: url, env: { DATABASE_URL: url }, drop };
}

/** Generations that are followed, and nobody at work on them. */
export async function addFollowed(place: Place, count: number): Promise<void> {
  const log = createLog('silent');
  const db = await openPlace(place);
  await migrate(db);
  const jobs = createJobs({ database: db, clock: systemClock, log });
  await jobs.start();
  const context = { db, clock: systemClock, log, policy: defaultPolicy };
  const cancellations = createCancellationWatcher(context);
  const generations = createGenerations(context, jobs, cancellations);
  for (let index = 0; index < count; index += 1) await generations.start(anAsk(), `bench ${index}`);
  await db.query(
    `update generations set state = 'following', generation_id = 'g' || id, follow_since = now(), created_at = now(), root_ts = '1.1'`,
  );
  cancellations.close();
  await jobs.stop();
  await db.close();
}
