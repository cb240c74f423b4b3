import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { doctor, printed } from '../../src/commands/doctor.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createSealedStore } from '../../src/storage/sealed-store.ts';
import { type StandIns, startStandIns } from '../journeys/stand-ins.ts';
import { createServerDatabase, openPlace, serverUrl } from '../support/database.ts';
import { startForwardProxy } from '../support/forward-proxy.ts';
import { startPgBouncer, whyNoPgBouncer } from '../support/pgbouncer.ts';
import { testKey } from '../support/test-key.ts';

/** An operator asks what is wrong. */

let standIns: StandIns;
let place: Record<string, string>;
beforeAll(async () => {
  standIns = await startStandIns();
  if (serverUrl) {
    const server = await createServerDatabase();
    place = { DATABASE_URL: server.url };
    return server.drop;
  }
  const folder = await mkdtemp(join(tmpdir(), 'deckhand-doctor-'));
  place = { DATA_DIR: folder };
  return () => rm(folder, { recursive: true, force: true });
});
afterAll(() => standIns.stop());

const examine = async (changes: Record<string, string> = {}) =>
  printed(await doctor({ ...standIns.env, ...place, ...changes }, pino({ level: 'silent' })));

/** The same before a first start, for what has nothing to do with the database: opening it takes most of the time. */
const examineAnew = (changes: Record<string, string> = {}) =>
  examine(serverUrl ? changes : { DATA_DIR: `${place.DATA_DIR}/none`, ...changes });

const openIt = () =>
  openPlace(serverUrl ? { databaseUrl: place.DATABASE_URL ?? '' } : { dataDir: place.DATA_DIR ?? '' });

test('before the first start all is well, and nothing is made', async () => {
  const words = await examine();
  expect(words).not.toContain('FAULT');
  expect(words).toMatch(serverUrl ? /the next start brings \d+ changes/ : /the first start makes one in/);
  expect(words).toMatch(/Slack .*: every scope is there/);
  expect(words).toContain('SERVICE_API_KEY is taken');
  expect(await examine()).toBe(words);
});

test('after it, tables are up to date; a newer version’s are told', async () => {
  const db = await openIt();
  await migrate(db);
  await db.close();
  expect(await examine()).toContain('tables up to date');

  const later = await openIt();
  await later.query(`insert into migrations (name, checksum) values ('9999-later.sql', 'x')`);
  await later.close();
  expect(await examine()).toMatch(
    /warning +database .*newer Deckhand \(9999-later\.sql\)\n.*goes on with it/,
  );
  const other = await openIt();
  await other.query(`update migrations set needs_stop = true where name = '9999-later.sql'`);
  await other.close();
  expect(await examine()).toMatch(
    /FAULT +database .*newer Deckhand \(9999-later\.sql\)\n.*Start that version/,
  );
  const back = await openIt();
  await back.query(`delete from migrations where name = '9999-later.sql'`);
  await back.close();
});

test('while a Deckhand runs, its own folder is left alone', async () => {
  const db = await openIt();
  const words = await examine();
  await db.close();
  expect(words).not.toContain('FAULT');
  if (!serverUrl) expect(words).toContain('a Deckhand is running');
});

const noPooler = serverUrl ? whyNoPgBouncer() : 'the database is embedded';
test.skipIf(noPooler)(
  `a pooler that is in the way is named, and what to set${noPooler ? ` (left out: ${noPooler})` : ''}`,
  async () => {
    const pooler = await startPgBouncer('transaction');
    onTestFinished(pooler.stop);
    const direct = place.DATABASE_URL ?? '';
    const pooled = { DATABASE_URL: pooler.through(direct) };
    const words = await examine(pooled);
    expect(words).toMatch(/FAULT +database +DATABASE_URL leads to a pooler.*set DATABASE_DIRECT_URL/);
    expect(words).toContain('The runbook');
    const both = await examine({ ...pooled, DATABASE_DIRECT_URL: direct });
    expect(both).toMatch(/ok +database +PostgreSQL through a pooler, and directly/);
  },
);

test('a database that is not reached: what to look at is named, and no password', async () => {
  const at = (password: string) => `postgres://deckhand:${password}@127.0.0.1:1/deckhand`;
  const one = await examine({ DATABASE_URL: at('s3cret') });
  expect(one).toMatch(
    /FAULT +database +PostgreSQL cannot be opened.*\n.*whether DATABASE_URL has the right host/,
  );
  const both = await examine({ DATABASE_URL: at('s3cret'), DATABASE_DIRECT_URL: at('s3cret-too') });
  expect(both).toMatch(/FAULT +database .*\n.*whether DATABASE_URL and DATABASE_DIRECT_URL each have/);
  expect(one + both).not.toContain('s3cret');
});

test('what another key has sealed: nothing opens after a restore with a wrong one, little is left of a lost one', async () => {
  const db = await openIt();
  const [used, lost] = [createCipher([testKey(7)]), createCipher([testKey(8)])];
  await createSealedStore(db, 'connections', used).set('T1', 'a token');
  await createSealedStore(db, 'connections', lost).set('T2', 'a token');
  await db.close();
  expect(await examine()).toMatch(/warning +ENCRYPTION_KEYS +1 of 2 secrets .*\n.*behind the first one/);
  expect(await examine({ ENCRYPTION_KEYS: testKey(9) })).toMatch(/FAULT +ENCRYPTION_KEYS +2 of 2 secrets/);
  expect(await examine({ ENCRYPTION_KEYS: `${testKey(9)},${testKey(7)},${testKey(8)}` })).not.toContain(
    'ENCRYPTION_KEYS',
  );
});

test('each variable that is wrong is named, and nothing is asked', async () => {
  const before = standIns.slack.calls.length;
  const words = await examineAnew({ SLACK_BOT_TOKEN: 'nonsense', SERVICE_BASE_URL: '' });
  expect(words).toMatch(/FAULT +configuration +SLACK_BOT_TOKEN: must be a bot token/);
  expect(words).toContain('SERVICE_BASE_URL: is missing');
  expect(words).not.toContain('nonsense');
  expect(standIns.slack.calls.length).toBe(before);
});

test('secrets that were copied with a line too many are not shown', async () => {
  const words = await examineAnew({
    SLACK_BOT_TOKEN: 'xoxb-of\nsomebody',
    SERVICE_API_KEY: 'sk-old\nsk-new',
  });
  expect(words).toMatch(/FAULT/);
  expect(words).not.toMatch(/xoxb-of|somebody|sk-old|sk-new/);
});

test('a token that Slack refuses, and a key that the service refuses', async () => {
  const words = await examineAnew({ SLACK_BOT_TOKEN: 'xoxb-of-somebody-else', SERVICE_API_KEY: 'sk-old' });
  expect(words).toMatch(/FAULT +Slack +SLACK_BOT_TOKEN is not taken: invalid_auth\n.*Copy it again/);
  expect(words).toMatch(/FAULT +Papermill +SERVICE_API_KEY: .*\n.*Make a key/);
  expect(words).not.toMatch(/xoxb-of|sk-old/);
});

/** A Slack whose answer to everything has these headers. */
async function slackWith(headers: Record<string, string>): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end('{"ok":true,"team":"Northwind"}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

test('scopes that the manifest has and the team has not given; a clock that Slack would not take', async () => {
  const url = await slackWith({
    'x-oauth-scopes': 'commands,chat:write',
    date: 'Fri, 20 Nov 2020 09:00:00 GMT',
  });
  const words = await examineAnew({ SLACK_API_URL: url });
  expect(words).toMatch(/FAULT +Slack +team Northwind lacks .*channels:join.*\n.*install the app again/);
  expect(words).toMatch(/FAULT +clock +this machine's clock is \d+ s off Slack's\n.*NTP/);
});

test('nobody answers where Slack, the service and browsers should', async () => {
  const nobody = 'http://127.0.0.1:9';
  const words = await examineAnew({ SLACK_API_URL: nobody, SERVICE_BASE_URL: nobody, PUBLIC_URL: nobody });
  expect(words).toMatch(/FAULT +Slack +cannot be reached/);
  expect(words).toMatch(/FAULT +Papermill +cannot be asked/);
  expect(words).toMatch(/FAULT +Papermill +SERVICE_API_KEY: .*\n.*says nothing about the key/);
  expect(words).toMatch(/warning +PUBLIC_URL +nothing that is Deckhand answers/);
});

test('a proxy: what goes through it, and that it lets nothing through', async () => {
  const proxy = await startForwardProxy(
    { 'service.example.com': standIns.service.baseUrl },
    'deckhand:sesame',
  );
  onTestFinished(() => proxy.close());
  const beyond = {
    HTTPS_PROXY: proxy.url,
    NO_PROXY: '.internal',
    SERVICE_BASE_URL: 'https://service.example.com',
    SLACK_API_URL: 'https://slack.example.com/api',
  };
  const words = await examine(beyond);
  expect(words).toMatch(
    /ok +HTTPS_PROXY +Slack, the service and its files .* 127\.0\.0\.1:\d+.*straight: \.internal/,
  );
  expect(words).toContain('SERVICE_API_KEY is taken');
  expect(words).not.toContain('sesame');
  proxy.refuseWith(403);
  const refused = await examine(beyond);
  expect(refused).toMatch(/FAULT +Slack +cannot be reached: Proxy response \(403\).*\n.*HTTPS_PROXY/);
  expect(refused).toMatch(
    /FAULT +Papermill +cannot be asked: The proxy lets nothing through to the service \(403\)/,
  );
});

test('a port that something else has', async () => {
  expect(await examineAnew({ PORT: '0' })).toMatch(/ok +PORT +0 is free/);
  const taken = new URL(standIns.service.baseUrl).port;
  expect(await examineAnew({ PORT: taken })).toMatch(
    /FAULT +PORT +\d+ is taken by something else\n.*Stop what listens/,
  );
});

test('a service whose sign-in is there and whose API is not', async () => {
  onTestFinished(standIns.service.misbehave({ kind: 'status', status: 503, times: 'always' }));
  expect(await examineAnew()).toMatch(/FAULT +Papermill +its API answers with 503/);
});

test('an address where something answers that is not the service', async () => {
  const words = await examineAnew({ SERVICE_BASE_URL: standIns.slack.url });
  expect(words).toMatch(/warning +Papermill +its API is not at .* \(404\)\n.*SERVICE_BASE_URL/);
});
