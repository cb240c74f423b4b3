import { expect, test } from 'vitest';
import { languageName } from '../../src/asks/languages.ts';
import { createExportRunner } from '../../src/generations/delivery/export-from-card.ts';
import { NetworkFailure, RateLimited, Unavailable } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

const SECOND = 1_000;

/** A delivered document whose export was asked for; the service meets the first requests with these errors. */
async function exportAfter(key: string, ...errors: Error[]) {
  const harness = createHarness(db);
  const { generations, context, service, queue, work } = harness;
  const { id } = await generations.start(anAsk({ exportAs: undefined }), key);
  await work();
  const exportDoc = service.client.exportDoc.bind(service.client);
  service.client.exportDoc = async (...given) => {
    const error = errors.shift();
    if (error) throw error;
    return exportDoc(...given);
  };
  await generations.exportDoc('T1', id, 'pdf', 'U1', `${key}: click`);
  const job = queue.take('export');
  if (!job) throw new Error('no job');
  const before = harness.clock.now();
  await createExportRunner(context, queue.jobs).run(job, new AbortController().signal);
  return { ...harness, took: harness.clock.now() - before };
}

test('an export that the service rate-limits waits as long as it says, and is delivered', async () => {
  const limited = new RateLimited('Too many requests', { status: 429, retryAfterMs: 40 * SECOND });
  const unreached = new NetworkFailure('refused', { sent: false });
  const { took, service, slack } = await exportAfter('limited', limited, unreached);
  expect(took).toBeGreaterThanOrEqual(40 * SECOND);
  expect(service.exports).toHaveLength(1);
  expect(slack.files).toHaveLength(1);
});

test('an export is requested again after a 502 and a 503, with Retry-After', async () => {
  const gateway = new Unavailable('Bad gateway', { status: 502 });
  const busy = new Unavailable('Service unavailable', { status: 503, retryAfterMs: 40 * SECOND });
  const { took, service, slack } = await exportAfter('temporary', gateway, busy);
  expect(took).toBeGreaterThanOrEqual(40 * SECOND);
  expect(service.exports).toHaveLength(1);
  expect(slack.files).toHaveLength(1);
});

test('an export that may have been started is not requested again', async () => {
  const { service, slack } = await exportAfter('unknown', new Unavailable('Broken', { status: 500 }));
  expect(service.exports).toHaveLength(0);
  expect(slack.files).toHaveLength(0);
  expect(slack.messages.at(-1)?.kind).toBe('notice');
});

const file = { kind: 'file' as const, files: [{ id: 'F1', name: 'plan.md' }] };

test('a file of 400,000 emoji fits the limit of the service', async () => {
  const harness = createHarness(db);
  harness.context.readSource = async () => ({ text: '🙂'.repeat(400_000) });
  const { id } = await harness.generations.start(anAsk({ source: file, prompt: '' }), 'emoji');
  await harness.work();
  expect(await harness.stateOf(id)).toBe('delivered');
});

test('with a template, a file and its instructions have to fit together', async () => {
  const harness = createHarness(db);
  harness.context.readSource = async () => ({ text: 'a'.repeat(396_000) });
  const template = { id: 'g_1', name: 'Board update' };
  const ask = anAsk({ source: file, template, prompt: 'b'.repeat(4_000) });
  const { id } = await harness.generations.start(ask, 'template');
  await harness.work();
  expect(await harness.generations.find('T1', id)).toMatchObject({
    failure: { reason: 'source_too_long', message: 'It has 396,000 characters; 395,813 can be used.' },
  });
  expect(harness.service.creates).toEqual([]);
});

test.each(['!!!', 'x', 'en-', '__proto__'])(
  'a language that no form offers, %s, is shown as its code',
  (code) => expect(languageName(code)).toBe(code),
);
test('a language of the list is shown by its name', () => expect(languageName('de')).toBe('German'));
