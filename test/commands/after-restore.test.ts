import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { portOr } from '../../sandbox/ports.ts';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { compose, type Deckhand } from '../../src/app.ts';
import { afterRestore } from '../../src/commands/after-restore.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { RestoredCopyError } from '../../src/storage/identity.ts';
import { type StandIns, startStandIns } from '../journeys/stand-ins.ts';
import {
  A_WHILE,
  askForDeck,
  createsOf,
  hasFile,
  untilCardSays,
  untilFormSays,
  untilThreadHas,
} from '../journeys/story.ts';
import { startChild } from '../support/child.ts';
import { createServerDatabase, openOnServer, type ServerDatabase, serverUrl } from '../support/database.ts';
import { createTestLog } from '../support/log.ts';

/**
 * An operator restores a backup that pg_dump made while asks were under way. The original continued after the backup and made and
 * posted all of them, so the copy must not do it again.
 */

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const run = promisify(execFile);
const silent = pino({ level: 'silent' });

describe.runIf(serverUrl)('a backup is restored', { timeout: 120_000 }, () => {
  let standIns: StandIns;
  let original: ServerDatabase;
  let copy: ServerDatabase;
  let running: Deckhand | undefined;
  /** By the state of the ask when the backup was made. */
  const roots: Record<'made' | 'following' | 'waiting', Message> = Object.create(null);

  let folder: string;
  let dumpFile: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'deckhand-restore-'));
    dumpFile = join(folder, 'backup');
    [standIns, original, copy] = await Promise.all([
      startStandIns(),
      createServerDatabase(),
      createServerDatabase(),
    ]);
  });
  afterAll(async () => {
    await stop();
    await standIns.stop();
    await Promise.all([original.drop(), copy.drop()]);
    rmSync(folder, { recursive: true });
  });

  const configOf = ({ url }: ServerDatabase): Config => readConfig({ ...standIns.env, DATABASE_URL: url });

  async function start(on: ServerDatabase): Promise<void> {
    const database = await openOnServer(on.url);
    const { log, close: closeLog } = createTestLog();
    const policy = { searchAfterMs: 100 };
    const deckhand = await compose(configOf(on), log, { database, policy }).catch(async (error) => {
      await database.close();
      throw error;
    });
    standIns.slack.connectApp(`http://127.0.0.1:${await deckhand.start()}`);
    running = {
      ...deckhand,
      async stop() {
        closeLog();
        await deckhand.stop();
        await database.close();
      },
    };
  }

  async function stop(): Promise<void> {
    await running?.stop();
    running = undefined;
  }

  async function rowsOf<Row>(on: ServerDatabase, sql: string): Promise<Row[]> {
    const db = await openOnServer(on.url);
    return db.query<Row>(sql).finally(() => db.close());
  }

  const statesOf = async (on: ServerDatabase) => {
    const rows = await rowsOf<{ state: string }>(on, 'select state from generations order by created_at');
    return rows.map(({ state }) => state);
  };

  /** Returns everything that was spent or posted so far. */
  const outcome = () => ({
    creates: createsOf(standIns, ''),
    files: Object.values(roots).map(filesOf),
    firstMessages: standIns.slack.messages('general').filter(({ thread_ts }) => !thread_ts).length,
  });
  const filesOf = (root: Message) => standIns.slack.messages('general', root.ts).filter(hasFile).length;

  test('pg_dump runs while asks are in three states, and the original continues', async () => {
    await start(original);
    const { ana, service } = standIns;
    await ana.command('general', '/deck schedule');
    await ana.waitForView(({ view }) => view.callback_id === 'digest_form');
    await ana.submit();
    await untilFormSays(ana, /gets a digest every/);
    await ana.close();
    roots.made = await askForDeck(standIns, 'Already made');
    await untilThreadHas(standIns, roots.made, hasFile);
    service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Followed' });
    roots.following = await askForDeck(standIns, 'Followed');
    await untilCardSays(standIns, roots.following, /cannot be told to stop/);
    const end = service.misbehave({
      kind: 'status',
      status: 429,
      route: 'POST /generations',
      times: 'always',
    });
    roots.waiting = await askForDeck(standIns, 'Waiting');
    await expect.poll(() => createsOf(standIns, 'Waiting')).toBeGreaterThan(0);
    await expect.poll(() => statesOf(original)).toEqual(['delivered', 'following', 'collecting']);
    await stop();
    // The digest is due right after the backup.
    await rowsOf(original, `update digests set next_run = date_trunc('second', now() - interval '1 minute')`);
    await run('pg_dump', ['--format=custom', `--file=${dumpFile}`, original.url]);
    await rowsOf(original, `update digests set next_run = date_trunc('second', now() + interval '1 day')`);
    end();

    await start(original);
    standIns.serviceClock.skip(A_WHILE);
    for (const root of [roots.following, roots.waiting]) await untilThreadHas(standIns, root, hasFile);
    await stop();
    await run('pg_restore', ['--no-owner', `--dbname=${copy.url}`, dumpFile]);
  });

  test('a start on the copy does no work, and /readyz and one log line name the command', async () => {
    const before = outcome();
    const port = await portOr(0);
    const child = startChild(MAIN, [], { ...standIns.env, DATABASE_URL: copy.url, PORT: String(port) });
    onTestFinished(() => child.kill());
    const line = await child.line((text) => text.includes('after-restore'));
    expect(line).toContain('"level":50');
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([
      503,
      expect.stringContaining('deckhand after-restore'),
    ]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST' })).status).toBe(503);
    expect(child.lines.filter((text) => text.includes('after-restore'))).toHaveLength(1);
    expect(await child.stop()).toBe(0);
    await expect(start(copy)).rejects.toThrow(RestoredCopyError);
    expect(outcome()).toEqual(before);
  });

  test('the command refuses to run beside a running Deckhand, and can be repeated', async () => {
    const open = await openOnServer(copy.url);
    await open.query('select 1');
    await expect(afterRestore(configOf(copy), silent)).rejects.toThrow(/stop every process/);
    await open.close();
    expect(await afterRestore(configOf(copy), silent)).toContain('2 unfinished asks');
    const states = await statesOf(copy);
    expect(states).toEqual(['delivered', 'late', 'submitting']);
    await afterRestore(configOf(copy), silent);
    expect(await statesOf(copy)).toEqual(states);
  });

  test('then Deckhand starts, asks the people, and makes and posts nothing twice', async () => {
    const before = outcome();
    await start(copy);
    await expect.poll(() => statesOf(copy)).toEqual(['delivered', 'late', 'unsure']);
    for (const root of [roots.following, roots.waiting])
      await untilCardSays(standIns, root, /Check again|again/);
    const running = `select 1 from pgboss.job where state < 'completed'`;
    await expect.poll(() => rowsOf(copy, running)).toEqual([]);
    await standIns.slack.settle();
    expect(outcome()).toEqual(before);
    expect(await rowsOf(copy, 'select state from digest_runs')).toEqual([{ state: 'skipped' }]);
    await stop();
  });
});
