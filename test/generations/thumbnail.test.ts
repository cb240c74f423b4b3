import { describe, expect, test } from 'vitest';
import { createFinishedDocuments } from '../../src/generations/finished-documents.ts';
import { NotFound } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** The first slide as a picture on the card: posted once beside the file, and never in the way of the document. */

const db = await cleanDatabase();

const THUMBNAIL = 'https://docs.example.com/thumb';
let keys = 0;

function harnessWithPictures(thumbnailUrl: string | Error | null = THUMBNAIL) {
  const harness = createHarness(db);
  harness.context.showsPictures = async () => true;
  harness.service.script.thumbnailUrl = thumbnailUrl ?? undefined;
  return harness;
}

type Harness = ReturnType<typeof harnessWithPictures>;

async function deliver(harness: Harness): Promise<string> {
  const { id } = await harness.generations.start(anAsk(), `picture ${++keys}`);
  await harness.work();
  expect(await harness.stateOf(id)).toBe('delivered');
  return id;
}

const pictures = ({ slack }: Harness) => slack.files.filter(({ name }) => name.endsWith('.png'));
const shownLast = ({ slack }: Harness) => slack.edits.at(-1)?.picture;

test('the reply has it beside the file, in the same post, and then the card shows it', async () => {
  const harness = harnessWithPictures();
  let posts = 0;
  const { shareFile } = harness.slack.delivery;
  harness.context.delivery = {
    ...harness.slack.delivery,
    shareFile: async (...given) => {
      posts += 1;
      return shareFile(...given);
    },
  };
  const id = await deliver(harness);
  expect(posts).toBe(1);
  expect(harness.slack.files.map(({ shared }) => shared)).toEqual([1, 1]);
  expect(harness.slack.messages.map(({ kind }) => kind)).toEqual(['root']);
  const [picture] = pictures(harness);
  expect(picture).toMatchObject({ name: 'Quarterly review.png', shared: 1, size: 1000 });
  expect(shownLast(harness)).toBe(picture?.fileId);
  expect((await harness.generations.find('T1', id))?.thumbnail).toBe(picture?.fileId);
});

test('without a file the reply is the picture, once; without a picture it is a line', async () => {
  for (const [thumbnailUrl, messages, shared] of [
    [THUMBNAIL, ['root'], [1]],
    [null, ['root', 'notice'], []],
  ] as const) {
    const harness = harnessWithPictures(thumbnailUrl);
    const { id } = await harness.generations.start(anAsk({ exportAs: undefined }), `picture ${++keys}`);
    await harness.work();
    await harness.run({ team: 'T1', generation: id }, new AbortController().signal);
    expect(harness.slack.messages.map(({ kind }) => kind)).toEqual(messages);
    expect(harness.slack.files.map((file) => file.shared)).toEqual(shared);
    expect(shownLast(harness)).toBe(harness.slack.files[0]?.fileId);
  }
});

test('a result without a file looks up its picture once', async () => {
  const harness = harnessWithPictures();
  const { id } = await harness.generations.start(anAsk({ exportAs: undefined }), `picture ${++keys}`);
  const found: string[] = [];
  const stop = db.onStatement((text) => void (/^select .* from "deliveries"/.test(text) && found.push(text)));
  await harness.work();
  stop();
  expect((await harness.generations.find('T1', id))?.thumbnail).toBeDefined();
  expect(found).toHaveLength(1);
});

test('after a crash the reply stays what it was, even if there is a picture only now, or pictures are off by now', async () => {
  for (const [thumbnailUrl, messages, shared] of [
    [THUMBNAIL, ['root'], [1]],
    [null, ['root', 'notice'], []],
  ] as const) {
    const harness = harnessWithPictures(thumbnailUrl);
    const { id } = await harness.generations.start(anAsk({ exportAs: undefined }), `picture ${++keys}`);
    await harness.work();
    harness.service.script.thumbnailUrl = THUMBNAIL;
    harness.context.showsPictures = async () => thumbnailUrl === null;
    await harness.run({ team: 'T1', generation: id }, new AbortController().signal);
    expect(harness.slack.messages.map(({ kind }) => kind)).toEqual(messages);
    expect(harness.slack.files.map((file) => file.shared)).toEqual(shared);
  }
});

test('if the document is archived while Slack processes it, the card with the picture says so', async () => {
  const harness = harnessWithPictures();
  const { processedType, update } = harness.slack.delivery;
  const drawn: boolean[] = [];
  harness.context.delivery = {
    ...harness.slack.delivery,
    processedType: async (generation, fileId) => {
      await harness.finished.markArchived('T1', generation.id);
      return processedType(generation, fileId);
    },
    update: async (generation, progress) => {
      if (generation.thumbnail) drawn.push(generation.archivedAt !== undefined);
      return update(generation, progress);
    },
  };
  await deliver(harness);
  expect(new Set(drawn)).toEqual(new Set([true]));
});

test('it is not shown if the document is deleted meanwhile', async () => {
  const harness = harnessWithPictures();
  const finished = createFinishedDocuments(harness.context, harness.queue.jobs);
  const { processedType } = harness.slack.delivery;
  harness.context.delivery = {
    ...harness.slack.delivery,
    processedType: async (generation, fileId) => {
      await finished.markDeleted('T1', generation.id);
      return processedType(generation, fileId);
    },
  };
  const id = await deliver(harness);
  expect(shownLast(harness)).toBeUndefined();
  expect((await harness.generations.find('T1', id))?.thumbnail).toBeUndefined();
});

test('a repeated run changes nothing', async () => {
  const harness = harnessWithPictures();
  const id = await deliver(harness);
  await harness.run({ team: 'T1', generation: id }, new AbortController().signal);
  expect(pictures(harness).map(({ shared }) => shared)).toEqual([1]);
});

test('the card shows it only after Slack has processed it', async () => {
  const harness = harnessWithPictures();
  let looks = 0;
  harness.context.delivery = {
    ...harness.slack.delivery,
    processedType: async () => (++looks > 5 ? 'image/png' : undefined),
  };
  await deliver(harness);
  expect(looks).toBe(6);
  expect(shownLast(harness)).toBeDefined();
});

describe('without a picture the card is complete', () => {
  test.each([
    ['the service has no such route', () => harnessWithPictures(new NotFound('Cannot GET'))],
    ['it names no picture', () => harnessWithPictures(null)],
    ['what it names is none', () => harnessWithPictures('https://docs.example.com/page')],
    ['it leads into our own network', () => harnessWithPictures('http://10.0.0.1/thumb')],
    ['an admin has turned pictures off', () => Object.assign(harnessWithPictures(), { off: true })],
  ])('where %s', async (_, create) => {
    const harness = create();
    if ('off' in harness) harness.context.showsPictures = async () => false;
    await deliver(harness);
    expect(pictures(harness)).toEqual([]);
    expect(shownLast(harness)).toBeUndefined();
  });

  test('if Slack never finishes processing it', async () => {
    const stuck = harnessWithPictures();
    stuck.context.delivery = { ...stuck.slack.delivery, processedType: async () => undefined };
    await deliver(stuck);
    expect(shownLast(stuck)).toBeUndefined();
    // Each wait for the database is many polls of this clock; without a limit it would be without end.
    expect(stuck.slept()).toBeLessThan(60 * 60_000);
  });
});

test('if the response to the post is missing, it is found and not posted again', async () => {
  const harness = harnessWithPictures();
  const { shareFile } = harness.slack.delivery;
  harness.context.delivery = {
    ...harness.slack.delivery,
    shareFile: async (...given) => {
      await shareFile(...given);
      throw new Error('socket hang up');
    },
  };
  await deliver(harness);
  expect(pictures(harness).map(({ shared }) => shared)).toEqual([1]);
  expect(shownLast(harness)).toBeDefined();
});
