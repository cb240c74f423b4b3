import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { startBalancer } from '../support/balancer.ts';
import { type Child, startChild } from '../support/child.ts';
import { createServerDatabase, type ServerDatabase, serverUrl } from '../support/database.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';
import { A_WHILE, askForDeck, createsOf, hasFile, untilThreadHas } from './story.ts';

/** Deckhand is upgraded while people ask: this version, and the next one, which is a copy of it with more migrations. */

const ROOT = new URL('../../', import.meta.url).pathname;
const ADDING = '9001-adding.sql';

describe.runIf(serverUrl)('on a PostgreSQL server', () => {
  let standIns: StandIns;
  let server: ServerDatabase;
  let balancer: Awaited<ReturnType<typeof startBalancer>>;
  const folders: string[] = [];
  const running = new Map<Child, number>();
  const asked: { title: string; root: Message }[] = [];

  beforeAll(async () => {
    [standIns, server, balancer] = await Promise.all([
      startStandIns(),
      createServerDatabase(),
      startBalancer(),
    ]);
    standIns.slack.connectApp(balancer.url);
  });
  afterAll(async () => {
    await Promise.all([...running.keys()].map((child) => child.kill()));
    await Promise.all([standIns.stop(), balancer.close()]);
    await server.drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** The version of Deckhand that has these migrations as well, by name. */
  function versionWith(migrations: Record<string, string>): string {
    const folder = mkdtempSync(join(tmpdir(), 'deckhand-version-'));
    folders.push(folder);
    for (const part of ['src', 'package.json', 'manifest.yml'])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, sql] of Object.entries(migrations))
      writeFileSync(join(folder, 'src/storage/migrations', name), sql);
    return join(folder, 'src/main.ts');
  }

  const begin = (main: string) => startChild(main, [], { ...standIns.env, DATABASE_URL: server.url });

  async function serves(child: Child): Promise<Child> {
    const line = await child.line((text) => text.includes('"msg":"serving"'));
    running.set(child, (JSON.parse(line) as { port: number }).port);
    balancer.leadTo([...running.values()]);
    return child;
  }

  async function stop(child: Child): Promise<void> {
    running.delete(child);
    balancer.leadTo([...running.values()]);
    expect(await child.stop()).toBe(0);
  }

  /** Ana asks for what takes a while. */
  async function ask(title: string): Promise<void> {
    standIns.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: title });
    asked.push({ title, root: await askForDeck(standIns, title, { title }) });
  }

  async function everythingIsThereOnce(): Promise<void> {
    const created = () => asked.map(({ title }) => createsOf(standIns, title));
    await expect.poll(created).toEqual(asked.map(() => 1));
    standIns.serviceClock.skip(A_WHILE);
    for (const { title, root } of asked.splice(0)) {
      await untilThreadHas(standIns, root, hasFile);
      await standIns.slack.settle();
      expect(createsOf(standIns, title)).toBe(1);
      const files = standIns.slack.files('general', root.ts).filter(({ name }) => name.endsWith('.pptx'));
      expect(files).toHaveLength(1);
    }
  }

  const now = join(ROOT, 'src/main.ts');
  const next = { [ADDING]: 'ALTER TABLE generations ADD COLUMN added text;' };

  test('one version takes over from the other, both at work for a while, and nothing is lost or made twice', async () => {
    const before = await serves(begin(now));
    await ask('Plan of the old one');
    await serves(begin(versionWith(next)));
    for (const title of ['Plan of both', 'Another of both', 'A third of both']) await ask(title);
    await stop(before);
    await ask('Plan of the new one');
    await everythingIsThereOnce();
  });

  test('the older one may come back, and says that it does not know all', async () => {
    const older = begin(now);
    await serves(older);
    expect(older.lines.join()).toMatch(/9001-adding\.sql.*works beside it/);
    await ask('Plan after the way back');
    await everythingIsThereOnce();
    await stop(older);
  });
});
