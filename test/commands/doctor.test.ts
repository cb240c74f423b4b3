import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serverFaults } from '../../src/commands/checks/database.ts';
import { doctor, printed } from '../../src/commands/doctor.ts';
import { createCipher } from '../../src/storage/cipher.ts';
import type { Database } from '../../src/storage/database.ts';
import { refuseRestoredCopy } from '../../src/storage/identity.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { createSealedStore } from '../../src/storage/store.ts';
import { type StandIns, startStandIns } from '../journeys/stand-ins.ts';
import { createServerDatabase, openOnServer, serverUrl } from '../support/database.ts';
import { startForwardProxy } from '../support/forward-proxy.ts';
import { startPgBouncer, whyNoPgBouncer } from '../support/pgbouncer.ts';
import { testKey } from '../support/test-key.ts';

/** The output of `deckhand doctor` for installations with and without faults. */

let standIns: StandIns;
/** Nothing listens there; replaced if the tests have a PostgreSQL server. */
let databaseUrl = 'postgres://deckhand@127.0.0.1:1/deckhand';
beforeAll(async () => {
  standIns = await startStandIns();
  if (serverUrl) {
    const server = await createServerDatabase();
    databaseUrl = server.url;
    return server.drop;
  }
  return undefined;
});
afterAll(() => standIns.stop());

const examine = async (changes: Record<string, string> = {}) =>
  printed(
    await doctor({ ...standIns.env, DATABASE_URL: databaseUrl, ...changes }, pino({ level: 'silent' })),
  );

/** Runs SQL on the server; the role of the tests may create roles and databases. */
async function onDatabase<T>(fn: (db: Database) => Promise<T>): Promise<T> {
  const db = await openOnServer(databaseUrl);
  return fn(db).finally(() => db.close());
}

const withServer = test.runIf(serverUrl);

withServer('before the first start there is no fault, and nothing is created in the database', async () => {
  const words = await examine();
  expect(words).not.toContain('FAULT');
  expect(words).toMatch(/the next start applies \d+ migration/);
  expect(words).toMatch(/Slack .*: all needed scopes are granted/);
  expect(words).toContain('SERVICE_API_KEY is accepted');
  expect(await examine()).toBe(words);
});

withServer('after migration it lists applied migrations of a newer version', async () => {
  await onDatabase((db) => migrate(db));
  expect(await examine()).toContain('tables up to date');
  await onDatabase((db) =>
    db.query(`insert into migrations (name, checksum) values ('9999-later.sql', 'x')`),
  );
  expect(await examine()).toMatch(
    /warning +database .*newer Deckhand \(9999-later\.sql\)\n.*can run beside it/,
  );
  await onDatabase((db) => db.query(`delete from migrations where name = '9999-later.sql'`));
});

test('a missing DATABASE_URL is a fault', async () => {
  expect(await examine({ DATABASE_URL: '' })).toMatch(
    /FAULT +database +Set DATABASE_URL to a PostgreSQL database.*npm run sandbox/,
  );
});

test('special characters in a password are a fault that explains percent-encoding', async () => {
  for (const password of ['pa#ss', 'pa/ss', 'pa@s/s', 'pa?ss', '50%'])
    expect(await examine({ DATABASE_URL: `postgres://deckhand:${password}@127.0.0.1:1/deckhand` })).toMatch(
      /FAULT +configuration +DATABASE_URL: .*percent-encoded \(# as %23, @ as %40/,
    );
});

test('a PostgreSQL server that is too old is a fault', () => {
  const rights = { mayCreateSchema: true, mayCreateTables: true, isReadOnly: false, otherOwners: null };
  const server = { version: 120_022, name: 'd', role: 'r', ...rights };
  expect(serverFaults(server)).toMatchObject([{ state: 'fault', says: 'PostgreSQL 12 is too old' }]);
  expect(serverFaults({ ...server, version: 130_000 })).toEqual([]);
});

test('a role that may not create tables in public is a fault with the statement that mends it', () => {
  const rights = { mayCreateSchema: true, mayCreateTables: false, isReadOnly: false, otherOwners: null };
  expect(serverFaults({ version: 150_000, name: 'd', role: 'r', ...rights })).toMatchObject([
    {
      state: 'fault',
      says: 'the role r lacks the right CREATE ON SCHEMA public',
      todo: expect.stringContaining('GRANT CREATE ON SCHEMA public TO "r"'),
    },
  ]);
});

test('tables of another role are a fault, as after a restore by a superuser', () => {
  const server = {
    version: 170_000,
    name: 'd',
    role: 'deckhand',
    otherOwners: 'postgres',
    isReadOnly: false,
  };
  expect(serverFaults({ ...server, mayCreateSchema: true, mayCreateTables: true })).toMatchObject([
    {
      state: 'fault',
      says: 'its tables belong to postgres, not to the role deckhand',
      todo: expect.stringContaining('REASSIGN OWNED BY "postgres" TO "deckhand"'),
    },
  ]);
});

withServer('a missing right of the role is a fault that names the GRANT statement', async ({ skip }) => {
  const { url, drop } = await createServerDatabase();
  onTestFinished(drop);
  const name = new URL(url).pathname.slice(1);
  // The connection is closed each time, so that the database can be dropped.
  const change = async (sql: string) => {
    const db = await openOnServer(url);
    await db.query(sql).finally(() => db.close());
  };
  const [role] = await onDatabase((db) =>
    db.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = current_user'),
  );
  if (role?.rolsuper) skip('a superuser has all rights');
  await change(`revoke create on database ${name} from current_user`);
  expect(await examine({ DATABASE_URL: url })).toMatch(
    /FAULT +database +the role \w+ lacks the right CREATE ON DATABASE .*\n.*GRANT CREATE ON DATABASE/,
  );
  await change(`revoke connect on database ${name} from public, current_user`);
  expect(await examine({ DATABASE_URL: url })).toMatch(
    /FAULT +database +the role \w+ lacks the right CONNECT ON DATABASE .*\n.*GRANT CONNECT/,
  );
});

withServer('a read-only server is a fault', async () => {
  const { url, drop } = await createServerDatabase();
  onTestFinished(drop);
  const db = await openOnServer(url);
  await migrate(db);
  const name = new URL(url).pathname.slice(1);
  await db.query(`alter database ${name} set default_transaction_read_only = on`);
  await db.close();
  expect(await examine({ DATABASE_URL: url })).toMatch(/FAULT +database +the server is read-only\n.*primary/);
});

withServer(
  'a restored copy, and a migration that was changed, are faults, because neither start works',
  async () => {
    const { url, drop } = await createServerDatabase();
    onTestFinished(drop);
    const db = await openOnServer(url);
    await migrate(db);
    await refuseRestoredCopy(db);
    expect(await examine({ DATABASE_URL: url })).toContain('tables up to date');
    await db.query(`update identity set tables = '1'`);
    expect(await examine({ DATABASE_URL: url })).toMatch(
      /FAULT +database +This database was restored .*after-restore/,
    );
    await db.query(`update migrations set checksum = 'x'`);
    await db.close();
    expect(await examine({ DATABASE_URL: url })).toMatch(
      /FAULT +database +Migration 0001-tables\.sql was changed/,
    );
  },
);

const noPooler = serverUrl ? whyNoPgBouncer() : 'there is no PostgreSQL server';
test.skipIf(noPooler)(
  `a pooler in transaction mode is a fault that names DATABASE_DIRECT_URL${noPooler ? ` (skipped: ${noPooler})` : ''}`,
  async () => {
    const pooler = await startPgBouncer('transaction');
    onTestFinished(pooler.stop);
    const direct = databaseUrl;
    const pooled = { DATABASE_URL: pooler.through(direct) };
    const words = await examine(pooled);
    expect(words).toMatch(/FAULT +database +DATABASE_URL leads to a pooler.*set DATABASE_DIRECT_URL/);
    expect(words).toContain('The runbook');
    const both = await examine({ ...pooled, DATABASE_DIRECT_URL: direct });
    expect(both).toMatch(/ok +database +PostgreSQL through a pooler, and directly/);
  },
);

test('an unreachable database is a fault that names the variables but no password', async () => {
  const at = (password: string) => `postgres://deckhand:${password}@127.0.0.1:1/deckhand`;
  const one = await examine({ DATABASE_URL: at('s3cret') });
  expect(one).toMatch(
    /FAULT +database +PostgreSQL cannot be opened.*\n.*whether DATABASE_URL has the right host/,
  );
  const both = await examine({ DATABASE_URL: at('s3cret'), DATABASE_DIRECT_URL: at('s3cret-too') });
  expect(both).toMatch(/FAULT +database .*\n.*whether DATABASE_URL and DATABASE_DIRECT_URL each have/);
  expect(one + both).not.toContain('s3cret');
});

withServer(
  'a missing encryption key is a warning if other secrets can be decrypted, otherwise a fault',
  async () => {
    const db = await openOnServer(databaseUrl);
    await migrate(db);
    const [used, lost] = [7, 8].map((key) => ({ ...db, cipher: createCipher([testKey(key)]) }));
    await createSealedStore(used ?? db, 'connections').set('T1', 'a token');
    await createSealedStore(lost ?? db, 'connections').set('T2', 'a token');
    await db.close();
    expect(await examine()).toMatch(/warning +ENCRYPTION_KEYS +1 of 2 secrets .*\n.*after the first one/);
    expect(await examine({ ENCRYPTION_KEYS: testKey(9) })).toMatch(/FAULT +ENCRYPTION_KEYS +2 of 2 secrets/);
    expect(await examine({ ENCRYPTION_KEYS: `${testKey(9)},${testKey(7)},${testKey(8)}` })).not.toContain(
      'ENCRYPTION_KEYS',
    );
  },
);

test('each invalid variable is listed, and no request is sent', async () => {
  const before = standIns.slack.calls.length;
  const words = await examine({ SLACK_BOT_TOKEN: 'nonsense', SERVICE_BASE_URL: '' });
  expect(words).toMatch(/FAULT +configuration +SLACK_BOT_TOKEN: must be a bot token/);
  expect(words).toContain('SERVICE_BASE_URL: is missing');
  expect(words).not.toContain('nonsense');
  expect(standIns.slack.calls.length).toBe(before);
});

test('a variable that looks mistyped is a warning', async () => {
  const words = await examine({ RETENTION_DAY: '7', SLACK_TOKEN: 'xoxb-of-nobody' });
  expect(words).toMatch(
    /warning +configuration +RETENTION_DAY \(RETENTION_DAYS\?\) is set, but Deckhand does not know it/,
  );
  expect(words).toMatch(/warning +configuration +SLACK_TOKEN is set/);
  expect(words).not.toContain('xoxb-of-nobody');
});

test('a secret with a line break is not printed', async () => {
  const words = await examine({
    SLACK_BOT_TOKEN: 'xoxb-of\nsomebody',
    SERVICE_API_KEY: 'sk-old\nsk-new',
  });
  expect(words).toMatch(/FAULT/);
  expect(words).not.toMatch(/xoxb-of|somebody|sk-old|sk-new/);
});

test('a token that Slack refuses and a key that the service refuses are faults', async () => {
  const words = await examine({ SLACK_BOT_TOKEN: 'xoxb-of-somebody-else', SERVICE_API_KEY: 'sk-old' });
  expect(words).toMatch(/FAULT +Slack +SLACK_BOT_TOKEN is not accepted: invalid_auth\n.*Copy it again/);
  expect(words).toMatch(/FAULT +Papermill +SERVICE_API_KEY: .*\n.*Make a key/);
  expect(words).not.toMatch(/xoxb-of|sk-old/);
});

/** Starts a stand-in for Slack whose responses have these headers and this body. @returns its API address */
async function slackWith(
  headers: Record<string, string>,
  body = '{"ok":true,"team":"Northwind"}',
): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

test('missing scopes and a clock that is far off are faults', async () => {
  const url = await slackWith({
    'x-oauth-scopes': 'commands,chat:write',
    date: 'Fri, 20 Nov 2020 09:00:00 GMT',
  });
  const words = await examine({ SLACK_API_URL: url });
  expect(words).toMatch(/FAULT +Slack +team Northwind lacks .*channels:join.*\n.*install the app again/);
  expect(words).toMatch(/FAULT +clock +this machine's clock is \d+ s off Slack's\n.*NTP/);
});

test('an optional scope that was not granted is a warning that says what the team does without', async () => {
  expect(await examine()).not.toContain('has not granted');
  const words = await examine({ SLACK_MANIFEST_OPTIONS: 'mcp' });
  expect(words).toMatch(
    /warning +Slack +team \S.* has not granted mcp:connect: Slackbot does not offer Deckhand\n.*install the app again/,
  );
  expect(words).not.toMatch(/FAULT +Slack|links:read/);
});

test('steps of workflows are a warning, because Slack’s Marketplace does not take them', async () => {
  expect(await examine()).not.toContain('Marketplace');
  expect(await examine({ SLACK_MANIFEST_OPTIONS: 'steps' })).toMatch(
    /warning +Slack +the app adds steps to workflows, .*Marketplace\n.*without --steps/,
  );
});

test.each(['{"error":"sign in first"}', '<html>Sign in</html>'])(
  'an answer that is not of Slack is named as such: %s',
  async (body) => {
    const words = await examine({ SLACK_API_URL: await slackWith({}, body) });
    expect(words).toMatch(
      /FAULT +Slack +cannot be reached: the answer is not from Slack \(HTTP 200\); is there a proxy or a sign-in page\?\n/,
    );
    expect(words).not.toMatch(/invalid_type|Unexpected token/);
  },
);

test('an answer without the header of scopes is a warning', async () => {
  const words = await examine({ SLACK_API_URL: await slackWith({}) });
  expect(words).toMatch(/warning +Slack +team Northwind: the token is accepted, but .* scopes\n.*proxy/);
  expect(words).not.toMatch(/FAULT +Slack/);
});

test('a rate limit of Slack is a warning, because doctor may run twice within a minute', async () => {
  const url = await slackWith({}, '{"ok":false,"error":"ratelimited"}');
  const words = await examine({ SLACK_API_URL: url, SLACK_APP_TOKEN: 'xapp-1' });
  expect(words).toMatch(/warning +Slack +SLACK_APP_TOKEN could not be checked: Slack asks to wait/);
  expect(words).not.toMatch(/FAULT +Slack/);
});

test('doctor says what it can about SLACK_SIGNING_SECRET, and where a wrong one shows', async () => {
  const one = await examine({ SLACK_SIGNING_SECRET: '8f742231b10e8888abcd99eee0085a5c' });
  expect(one).toMatch(/ok +Slack +SLACK_SIGNING_SECRET looks like one.*\n.*did not respond.*log/);
  const other = await examine({ SLACK_SIGNING_SECRET: 'a-client-secret-of-the-app' });
  expect(other).toMatch(/warning +Slack +SLACK_SIGNING_SECRET is not 32 hexadecimal digits/);
});

test('a service without GET /me accepts the key all the same', async () => {
  onTestFinished(
    standIns.service.misbehave({ kind: 'status', status: 404, times: 'always', route: 'GET /me' }),
  );
  const words = await examine();
  expect(words).toMatch(/ok +Papermill +SERVICE_API_KEY is accepted$/);
  expect(words).not.toMatch(/FAULT +Papermill/);
});

test('Slack, the service and PUBLIC_URL are unreachable', async () => {
  const nobody = 'http://127.0.0.1:9';
  const words = await examine({ SLACK_API_URL: nobody, SERVICE_BASE_URL: nobody, PUBLIC_URL: nobody });
  expect(words).toMatch(/FAULT +Slack +cannot be reached/);
  expect(words).toMatch(/FAULT +Papermill +cannot be reached/);
  expect(words).toMatch(/FAULT +Papermill +SERVICE_API_KEY: .*\n.*could not be checked/);
  expect(words).toMatch(/warning +PUBLIC_URL +no Deckhand answers/);
});

test('the proxy is named, and requests that it refuses are faults', async () => {
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
    /ok +HTTPS_PROXY +requests to Slack, the service .* 127\.0\.0\.1:\d+, directly to \.internal/,
  );
  expect(words).toContain('SERVICE_API_KEY is accepted');
  expect(words).not.toContain('sesame');
  proxy.refuseWith(403);
  const refused = await examine(beyond);
  expect(refused).toMatch(/FAULT +Slack +cannot be reached: Proxy response \(403\).*\n.*HTTPS_PROXY/);
  expect(refused).toMatch(/FAULT +Papermill +cannot be reached: The proxy refused the connection \(403\)/);
});

test('a port that another program uses is a fault', async () => {
  expect(await examine({ PORT: '0' })).toMatch(/ok +PORT +0 is free/);
  const taken = new URL(standIns.service.baseUrl).port;
  expect(await examine({ PORT: taken })).toMatch(
    /FAULT +PORT +\d+ is used by another program\n.*Stop the program/,
  );
});

test('an API that responds with 503 is a fault', async () => {
  onTestFinished(standIns.service.misbehave({ kind: 'status', status: 503, times: 'always' }));
  expect(await examine()).toMatch(/FAULT +Papermill +its API answers with 503/);
});

test('a SERVICE_BASE_URL that leads to another server is a warning', async () => {
  const words = await examine({ SERVICE_BASE_URL: standIns.slack.url });
  expect(words).toMatch(/warning +Papermill +its API is not at .* \(404\)\n.*SERVICE_BASE_URL/);
  // A new key would not help, because nothing has said that this one is wrong.
  expect(words).toMatch(/FAULT +Papermill +SERVICE_API_KEY: .*\n.*Check SERVICE_BASE_URL/);
});
