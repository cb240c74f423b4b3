import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import { createGenerations } from '../../src/generations/generations.ts';
import { createJobs } from '../../src/jobs/queue.ts';
import { createLog } from '../../src/log.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { startChild } from '../support/child.ts';
import { createServerDatabase, openOnServer, serverUrl } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { STEADY, shortenLeases } from '../support/short-leases.ts';

const CHILD = join(import.meta.dirname, 'budget-process.ts');
const COST = 12;
/** The credits of the person suffice for so many asks. */
const PAID = 37;
/** Milliseconds that a create call takes, so that some are under way when a process is killed. */
const CREATE_MS = 1_500;
/** Longer than a lease now and then, so that the work of a killed process continues. */
const KILL_EVERY_MS = 2_000;
const MOST_KILLS = 10;
const SETTLED = ['delivered', 'failed', 'unsure', 'stopped'];

/**
 * Has one person ask for so many documents at the same moment, with credits for 37, while two processes on the PostgreSQL server of
 * DATABASE_URL are killed again and again. @returns what was sent
 */
export async function budget(count: number): Promise<string> {
  if (!serverUrl) return 'The budget needs DATABASE_URL.';
  const sent: string[] = [];
  const service = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    sent.push((JSON.parse(body) as { inputText: string }).inputText);
    await wait(CREATE_MS);
    response.end(JSON.stringify({ generationId: `g${sent.length}` }));
  }).listen(0);
  await once(service, 'listening');
  const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const { url, drop } = await createServerDatabase();
  const db = await openOnServer(url);
  await migrate(db);
  await shortenLeases(db, STEADY);
  await beginLastMonth(db);
  const jobs = createJobs({
    database: db,
    clock: systemClock,
    log: createLog('silent'),
    leaseSeconds: STEADY,
  });
  await jobs.open();
  const { context, cancellations } = createHarness(db, {}, systemClock);
  const generations = createGenerations(context, jobs, cancellations);
  const asks = Array.from({ length: count }, (_, at) =>
    anAsk({ team: 'T1', person: 'UANA', prompt: `Ask ${at}`, exportAs: undefined }),
  );
  const started: { id: string }[] = [];
  // No process works yet, so all of them begin at the same moment.
  for (const [at, ask] of asks.entries()) started.push(await generations.start(ask, `ask ${at}`));

  const start = () => startChild(CHILD, [url, serviceUrl, String(PAID * COST)]);
  const processes = [start(), start()];
  await Promise.all(processes.map((child) => child.line((line) => line === 'working')));
  const states = () =>
    db.query<{ id: string; state: string }>('SELECT id, state FROM generations WHERE key LIKE $1', ['ask %']);
  let kills = 0;
  for (let isDone = false; !isDone; isDone = (await states()).every(({ state }) => SETTLED.includes(state))) {
    await wait(KILL_EVERY_MS);
    if (kills >= MOST_KILLS) continue;
    const at = kills % 2;
    const child = processes[at];
    if (!child) break;
    await child.kill();
    kills += 1;
    processes[at] = start();
    await processes[at]?.line((line) => line === 'working');
  }
  await Promise.all(processes.map((child) => child.kill()));

  const rows = await states();
  const promptOf = new Map(started.map(({ id }, at) => [id, `Ask ${at}`]));
  const of = (state: string) =>
    rows.filter((row) => row.state === state).map(({ id }) => promptOf.get(id) ?? '');
  const heldOnly = of('unsure').filter((prompt) => !sent.includes(prompt));
  cancellations.close();
  await db.close();
  await drop();
  service.close();
  const unsure = of('unsure').length;
  const figures = `${count} asks, two processes, ${kills} kills: ${sent.length} create calls, ${of('delivered').length} delivered, ${unsure} unsure (${heldOnly.length} of them were killed before the call), ${of('failed').length} refused.`;
  assert.equal(new Set(sent).size, sent.length, 'no ask is sent twice');
  assert.equal(sent.length + heldOnly.length, PAID, 'as many are sent or held as the credits suffice for');
  assert.equal(of('failed').length, count - PAID, 'all others are refused');
  return figures;
}

/** Makes two documents of the month before, so that it is known what one costs. */
async function beginLastMonth(db: Awaited<ReturnType<typeof openOnServer>>): Promise<void> {
  const { generations, work } = createHarness(db);
  for (const key of ['first', 'second']) await generations.start(anAsk({ exportAs: undefined }), key);
  await work();
  await db.query(`UPDATE generations SET submitted_at = now() - interval '40 days'`);
}
