import { afterAll, describe, expect, test } from 'vitest';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import { createFinishedDocuments } from '../../src/generations/finished-documents.ts';
import { NotFound } from '../../src/service/errors.ts';
import { testDatabase } from '../support/database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** The first slide as a picture on the card: posted once in the thread, and never in the way of the document. */

const db = await testDatabase();
afterAll(() => db.close());

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

test('a line in the thread has it once, and then the card', async () => {
  const harness = harnessWithPictures();
  const id = await deliver(harness);
  const [picture] = pictures(harness);
  expect(picture).toMatchObject({ name: 'Quarterly review.png', shared: 1, size: 1000 });
  expect(shownLast(harness)).toBe(picture?.fileId);
  expect((await harness.generations.find('T1', id))?.thumbnail).toBe(picture?.fileId);
});

test('the card and the file are there before it', async () => {
  const harness = harnessWithPictures();
  const seen: unknown[] = [];
  const { postNotice } = harness.slack.delivery;
  harness.context.delivery = {
    ...harness.slack.delivery,
    postNotice: async (...given) => {
      seen.push(
        harness.slack.edits.at(-1)?.state,
        harness.slack.files.map(({ shared }) => shared),
      );
      return postNotice(...given);
    },
  };
  await deliver(harness);
  expect(seen).toEqual(['delivered', [1, 0]]);
});

test('archived meanwhile, the card with the picture says so', async () => {
  const harness = harnessWithPictures();
  const { uploadFile, update } = harness.slack.delivery;
  const drawn: boolean[] = [];
  harness.context.delivery = {
    ...harness.slack.delivery,
    uploadFile: async (generation, file) => {
      if (file.name.endsWith('.png')) await harness.finished.markArchived('T1', generation.id);
      return uploadFile(generation, file);
    },
    update: async (generation, progress) => {
      if (generation.thumbnail) drawn.push(generation.archivedAt !== undefined);
      return update(generation, progress);
    },
  };
  await deliver(harness);
  expect(new Set(drawn)).toEqual(new Set([true]));
});

test('it does not come of a document that is deleted meanwhile', async () => {
  const harness = harnessWithPictures();
  const gone: string[] = [];
  const finished = createFinishedDocuments(harness.context, harness.queue.jobs);
  const { uploadFile } = harness.slack.delivery;
  let id = '';
  harness.context.delivery = {
    ...harness.slack.delivery,
    uploadFile: async (generation, file) => {
      id = generation.id;
      if (file.name.endsWith('.png')) await finished.markDeleted('T1', generation.id);
      return uploadFile(generation, file);
    },
    deleteFile: async (_, fileId) => void gone.push(fileId),
  };
  await deliver(harness);
  expect(pictures(harness)).toMatchObject([{ shared: 0, fileId: gone[0] }]);
  expect((await harness.generations.find('T1', id))?.thumbnail).toBeUndefined();
});

test('a run that comes again changes nothing', async () => {
  const harness = harnessWithPictures();
  const id = await deliver(harness);
  await harness.run({ team: 'T1', generation: id }, new AbortController().signal);
  expect(pictures(harness).map(({ shared }) => shared)).toEqual([1]);
});

test('Slack takes its time: the card names it only once it is processed', async () => {
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

  test('where Slack never has done with it, or takes none', async () => {
    const stuck = harnessWithPictures();
    stuck.context.delivery = { ...stuck.slack.delivery, processedType: async () => undefined };
    await deliver(stuck);
    expect(shownLast(stuck)).toBeUndefined();
    // Nobody has seen it, and nobody will.
    expect(pictures(stuck)).toEqual([]);
    // Each wait for the database is many polls of this clock; without a limit it would be without end.
    expect(stuck.slept()).toBeLessThan(60 * 60_000);
    const closed = harnessWithPictures();
    const postNotice = () => Promise.reject(new PostRefused('posting_to_channel_denied'));
    closed.context.delivery = { ...closed.slack.delivery, postNotice };
    await deliver(closed);
    expect(shownLast(closed)).toBeUndefined();
  });
});

test('the answer to the post is lost: it is found, and not posted again', async () => {
  const harness = harnessWithPictures();
  const { postNotice } = harness.slack.delivery;
  harness.context.delivery = {
    ...harness.slack.delivery,
    postNotice: async (...given) => {
      await postNotice(...given);
      throw new Error('socket hang up');
    },
  };
  await deliver(harness);
  expect(pictures(harness).map(({ shared }) => shared)).toEqual([1]);
  expect(shownLast(harness)).toBeDefined();
});

test('the answer to the end of its upload is lost: another upload takes its place', async () => {
  const harness = harnessWithPictures();
  const { keepFile } = harness.slack.delivery;
  let ends = 0;
  harness.context.delivery = {
    ...harness.slack.delivery,
    keepFile: async (...given) => {
      await keepFile(...given);
      if (++ends === 1) throw new Error('socket hang up');
    },
  };
  await deliver(harness);
  expect(pictures(harness).map(({ shared }) => shared)).toEqual([1]);
  expect(shownLast(harness)).toBeDefined();
});
