import { expect, test } from 'vitest';
import { Unavailable } from '../../src/service/errors.ts';
import { deleteExpired } from '../../src/storage/maintenance.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, aPicture, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** A picture goes the same road; it is brought into the thread, with words for people who cannot see it. */

const db = await cleanDatabase();

const DAY = 86_400_000;

test('one request; the picture is in the thread once, and described', async () => {
  const harness = createHarness(db);
  harness.service.script.answers = [pending, { status: 'completed', credits: { deducted: 2, remaining: 5 } }];
  const theme = { id: 'ocean', name: 'Ocean' };
  const { id } = await harness.generations.start(aPicture({ theme }), 'a press');
  await harness.work();
  expect(harness.service.creates).toEqual([
    { prompt: 'A lighthouse at dusk', type: 'photo', sizePreset: 'slide', themeId: 'ocean' },
  ]);
  expect(harness.slack.files).toMatchObject([{ shared: 1 }]);
  expect(harness.slack.names).toEqual(['A lighthouse at dusk.png']);
  expect(harness.slack.alts).toEqual(['A lighthouse at dusk']);
  expect(harness.slack.messages.map(({ kind }) => kind)).toEqual(['root']);
  expect(await harness.generations.find('T1', id)).toMatchObject({
    state: 'delivered',
    credits: { deducted: 2 },
  });
});

test('its message in the channel shows it, as the same file', async () => {
  const harness = createHarness(db);
  harness.context.showsPictures = async () => true;
  harness.service.script.answers = [{ status: 'completed' }];
  const { id } = await harness.generations.start(aPicture(), 'a press');
  await harness.work();
  const [file, ...others] = harness.slack.files;
  expect([file?.shared, others]).toEqual([1, []]);
  expect((await harness.generations.find('T1', id))?.thumbnail).toBe(file?.fileId);
  expect(harness.slack.edits.at(-1)?.picture).toBe(file?.fileId);
});

test('its prompt is kept for another picture and deleted at retention', async () => {
  const harness = createHarness(db);
  harness.service.script.answers = [{ status: 'completed' }];
  const picture = await harness.generations.start(aPicture(), 'one');
  await harness.work();
  const document = await harness.generations.start(anAsk(), 'two');
  harness.service.script.answers = [];
  await harness.work();
  const wordsOf = async (id: string) => (await harness.generations.askOf('T1', id))?.prompt ?? '';
  const now = harness.clock.now();
  await deleteExpired(db, new Date(now), 30);
  expect(await wordsOf(document.id)).toBe('');
  expect(await wordsOf(picture.id)).toBe('A lighthouse at dusk');
  await deleteExpired(db, new Date(now + 31 * DAY), 30);
  expect(await wordsOf(picture.id)).toBe('');
});

test.each([true, false])(
  'whether trying again may help is stored as the service says: %s',
  async (retryable) => {
    const harness = createHarness(db);
    harness.service.script.answers = [{ status: 'failed', retryable, error: { message: 'Out of ink' } }];
    const { id } = await harness.generations.start(aPicture(), 'one');
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'failed',
      failure: { reason: 'service_failed', message: 'Out of ink', retryable },
    });
  },
);

test('a finished picture is not given up if the service is unreachable when its link is read', async () => {
  const harness = createHarness(db);
  const done = { status: 'completed' as const };
  harness.service.script.answers = [done, new Unavailable('502'), new Unavailable('502'), done];
  const { id } = await harness.generations.start(aPicture(), 'a press');
  await harness.work();
  expect(harness.slack.files).toMatchObject([{ shared: 1 }]);
  const { state, failure } = (await harness.generations.find('T1', id)) ?? {};
  expect([state, failure]).toEqual(['delivered', undefined]);
});

test('a picture that could not be brought into Slack is said to be lost, not ready', async () => {
  const harness = createHarness(db);
  harness.service.script.answers = [{ status: 'completed' }];
  harness.context.fetch = (async () => new Response('gone', { status: 410 })) as never;
  const { id } = await harness.generations.start(aPicture(), 'one');
  await harness.work();
  expect(await harness.generations.find('T1', id)).toMatchObject({
    state: 'delivered',
    failure: { reason: 'picture_lost' },
  });
  expect(harness.slack.messages.map(({ kind }) => kind)).toEqual(['root', 'notice']);
});
