import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/storage/open.ts';
import { type Child, startChild } from '../support/child.ts';
import { createServerDatabase, type ServerDatabase, serverUrl } from '../support/database.ts';
import { createTestLog } from '../support/log.ts';
import { testCipher } from '../support/test-key.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';
import {
  askForDeck,
  hasFile,
  moreOptions,
  untilCardSays,
  untilFormSays,
  untilThreadHas,
  wordsOf,
} from './story.ts';

/**
 * What people wrote cannot be read in the database's own files, those of rows that were deleted among them: the process is
 * killed in the middle of things and what it has left on the disk is searched. On a server, the rows and the queue are.
 */

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

/** Words that stand nowhere else; each is searched for. */
const secrets = {
  prompt: 'marzipan turbine',
  title: 'Velvet Hippopotamus',
  tone: 'grumpy lighthouse keeper',
  audience: 'retired trapeze artists',
  image: 'watercolour of a sousaphone',
  thread: 'the quokka signs in Reykjavik',
  refused: 'a walrus without a licence',
  mentioned: 'deck about the porcelain submarine',
  focus: 'anything on the mahogany escalator',
  usual: 'solemn as a brass pelican',
};

let harness: StandIns;
let folder: string;
let server: ServerDatabase | undefined;
let app: Child;

beforeAll(async () => {
  harness = await startStandIns();
  folder = await mkdtemp(join(tmpdir(), 'deckhand-at-rest-'));
  if (serverUrl) server = await createServerDatabase();
  const place: Record<string, string> = server ? { DATABASE_URL: server.url } : { DATA_DIR: folder };
  app = startChild(MAIN, [], { ...harness.env, ...place });
  const line = await app.line((text) => text.includes('"msg":"serving"'));
  harness.slack.connectApp(`http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`);
});

afterAll(async () => {
  await app.kill();
  await harness.stop();
  await server?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Everything that the database has on the disk, or holds on the server. */
async function stored(): Promise<Buffer> {
  if (!server) {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    return Buffer.concat(await Promise.all(paths.map((path) => readFile(path))));
  }
  const db = await openDatabase({ databaseUrl: server.url, cipher: testCipher, log: createTestLog().log });
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const rows: unknown[] = [];
  for (const { name } of tables) rows.push(name, await db.query(`select to_jsonb(t) as row from ${name} t`));
  await db.close();
  return Buffer.from(JSON.stringify(rows));
}

async function delivered(): Promise<void> {
  const { prompt, title, tone, audience, image } = secrets;
  const root = await askForDeck(harness, prompt, { title, tone, audience, image_style: image });
  await untilThreadHas(harness, root, hasFile);
  await untilCardSays(harness, root, /Export as/);
}

async function madeOfAThread(): Promise<void> {
  const { ts } = await harness.ben.say('general', secrets.thread);
  await harness.ana.say('general', 'Agreed', { threadTs: ts });
  await harness.ana.shortcut('thread_to_slides', { channel: 'C0GENERAL', ts });
  await harness.ana.waitForView(({ view }) => view.blocks.some((block) => block.block_id === 'prompt'));
  await harness.ana.submit();
  await harness.ana.waitForMessage(
    (message) => message.thread_ts === ts && /Made by AI/.test(wordsOf(message)),
    { channel: 'general' },
  );
}

async function refusedByTheService(): Promise<void> {
  const end = harness.service.misbehave({
    kind: 'generation_fails',
    message: `No ink for ${secrets.refused}`,
  });
  const root = await askForDeck(harness, secrets.refused);
  await untilCardSays(harness, root, /No ink for/);
  end();
}

async function proposedAndNotMade(): Promise<void> {
  const dm = harness.ana.appDm();
  await harness.ana.say(dm, `make a ${secrets.mentioned}`);
  await harness.ana.waitForMessage((message) => /Make it/.test(wordsOf(message)), { channel: dm });
}

async function scheduled(): Promise<void> {
  await harness.ana.command('general', '/deck schedule');
  await harness.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
  await moreOptions(harness.ana);
  await harness.ana.fill({ digest_words: secrets.focus });
  await harness.ana.submit();
  await untilFormSays(harness.ana, /gets a digest every/);
  while (harness.ana.view()) await harness.ana.close();
}

async function setAsDefault(): Promise<void> {
  await harness.ana.command('general', '/deck settings');
  await harness.ana.waitForView(({ view }) => view.callback_id === 'settings_form');
  await harness.ana.fill({ Tone: secrets.usual });
  expect(await harness.ana.submit()).toMatchObject({ ok: true });
  await harness.ana.waitForView(({ view }) => /Saved\./.test(JSON.stringify(view)));
  while (harness.ana.view()) await harness.ana.close();
}

test('the files of the database give nothing away of what was said, asked for and made', async () => {
  await delivered();
  await madeOfAThread();
  await refusedByTheService();
  await proposedAndNotMade();
  await scheduled();
  await setAsDefault();
  await app.kill();

  const found = await stored();
  expect(found.length).toBeGreaterThan(10_000);
  // The same search finds what is not hidden.
  expect(found.includes('U0ANA')).toBe(true);
  const readable = Object.entries(secrets).filter(([, words]) => found.includes(words));
  expect(readable).toEqual([]);
});
