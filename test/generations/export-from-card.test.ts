import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Notice, PostRefused } from '../../src/generations/delivery/delivery.ts';
import { createExportRunner } from '../../src/generations/delivery/export-from-card.ts';
import { createFinishedDocuments } from '../../src/generations/finished-documents.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { ExportGone, NotFound, Unavailable } from '../../src/service/errors.ts';
import type { Database } from '../../src/storage/database.ts';
import { clearDatabase, testDatabase } from '../support/database.ts';
import { anAsk, completed } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** A file that somebody asks for on the result card: rendered once, sent once, and if not, a word on why. */

type ExportStatus = Awaited<ReturnType<ServiceClient['getExport']>>;

const LINK = 'https://files.example.com/very-secret/review.pdf';
const done = { status: 'completed', exportUrl: LINK } as ExportStatus;
const inWork = { status: 'pending' } as ExportStatus;
const failed = (worthAnotherTry: boolean) =>
  ({ status: 'failed', worthAnotherTry, error: { message: 'It timed out.' } }) as ExportStatus;

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clearDatabase(db));
afterAll(() => db.close());

const goesOn = () => new AbortController().signal;

/** A delivered document, without a file so far, and a press on Export. `answers` are given to polls in turn. */
async function pressed(...answers: (ExportStatus | Error)[]) {
  const harness = createHarness(db);
  const { context, service, slack, generations, queue, run } = harness;
  service.script.answers = [completed({ exportUrl: undefined })];
  const { id } = await generations.start(anAsk({ exportAs: undefined }), 'ask');
  queue.take('generation');
  await run({ team: 'T1', generation: id }, goesOn());
  const asked: string[] = [];
  const polled: string[] = [];
  Object.assign(service.client, {
    exportDoc: async (_doc: string, { exportAs }: { exportAs: string }) => {
      asked.push(exportAs);
      return { exportId: `exp${asked.length}` };
    },
    getExport: async (exportId: string) => {
      polled.push(exportId);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const notices: { channel: string; notice: Notice }[] = [];
  const { postNotice } = slack.delivery;
  context.delivery.postNotice = async (generation, place, row, notice, signal) => {
    notices.push({ channel: place.channel, notice });
    return postNotice(generation, place, row, notice, signal);
  };
  const exports = createExportRunner(context);
  const press = (key = 'press') => generations.exportDoc('T1', id, 'pdf', 'U2', key);
  await press();
  const job = queue.take('export');
  if (!job) throw new Error('no job');
  const work = (signal = goesOn()) => exports.run(job, signal);
  return { ...harness, id, job, work, press, asked, polled, notices, exports };
}

const filesOf = ({ slack }: Awaited<ReturnType<typeof pressed>>) => slack.files.map(({ shared }) => shared);
const payloads = async () => JSON.stringify(await db.query('select * from deliveries'));

describe('a file asked for on the card', () => {
  test('is rendered and sent once, however often the press is delivered and the job is run', async () => {
    const story = await pressed(inWork, done);
    await story.work();
    await story.press();
    expect(story.queue.take('export')).toBeUndefined();
    await story.work();
    expect(story.asked).toEqual(['pdf']);
    expect(story.polled).toEqual(['exp1', 'exp1']);
    expect(filesOf(story)).toEqual([1]);
    expect(story.notices).toEqual([]);
    // Also once the time is over in which a second press counts as impatience.
    await db.query('delete from seen');
    await story.press();
    expect(story.queue.take('export')).toBeUndefined();
  });

  test('is asked for once, though the process dies while it is rendered', async () => {
    const story = await pressed(inWork);
    const doomed = new AbortController();
    const { getExport } = story.service.client;
    Object.assign(story.service.client, {
      getExport: async () => {
        doomed.abort(new Error('killed'));
        throw new Error('killed');
      },
    });
    await expect(story.work(doomed.signal)).rejects.toThrow('killed');
    Object.assign(story.service.client, {
      getExport: async (id: string) => {
        await getExport(id);
        return done;
      },
    });
    await story.work();
    expect(story.asked).toEqual(['pdf']);
    expect(story.polled).toEqual(['exp1']);
    expect(filesOf(story)).toEqual([1]);
  });

  test('goes on through trouble while it is polled', async () => {
    const story = await pressed(new Unavailable('busy', { status: 503 }), inWork, done);
    await story.work();
    expect(filesOf(story)).toEqual([1]);
    expect(story.notices).toEqual([]);
  });

  test('is rendered a second time where the service says that this may help, and no third time', async () => {
    const story = await pressed(failed(true), failed(true));
    await story.work();
    expect(story.asked).toEqual(['pdf', 'pdf']);
    expect(story.polled).toEqual(['exp1', 'exp2']);
    expect(story.notices).toMatchObject([
      { channel: 'C1', notice: { by: 'U2', failure: { reason: 'export_failed', message: 'It timed out.' } } },
    ]);
  });

  test('its link is written nowhere', async () => {
    const story = await pressed(done);
    let seen = '';
    story.context.fetch = (async () => {
      seen = await payloads();
      throw new Unavailable('busy', { status: 503 });
    }) as never;
    await story.work();
    expect(seen).toContain('exp1');
    expect(seen).not.toContain('very-secret');
    expect(await payloads()).not.toContain('very-secret');
  });
});

test('impatience brings no second file, and a press that was lost does not count', async () => {
  const story = await pressed(done);
  expect(await story.press('again')).toBe(true);
  expect(story.queue.take('export')).toBeUndefined();
  story.queue.jobs.send = () => Promise.reject(new Error('the power goes'));
  const png = () => story.generations.exportDoc('T1', story.id, 'png', 'U2', 'png');
  await expect(png()).rejects.toThrow('the power goes');
  const other = createHarness(db);
  expect(await other.generations.exportDoc('T1', story.id, 'png', 'U2', 'png again')).toBe(true);
  expect(other.queue.take('export')).toBeDefined();
});

test('a document that is deleted while its file is on the way: no file of it comes', async () => {
  const story = await pressed(inWork, done);
  const gone: string[] = [];
  const finished = createFinishedDocuments(story.context, story.queue.jobs);
  const { uploadFile } = story.slack.delivery;
  Object.assign(story.context.delivery, {
    uploadFile: async (...given: Parameters<typeof uploadFile>) => {
      await finished.markDeleted('T1', story.id);
      return uploadFile(...given);
    },
    deleteFile: async (_: unknown, fileId: string) => void gone.push(fileId),
  });
  await story.work();
  expect(filesOf(story)).toEqual([0]);
  expect(gone).toEqual(story.slack.files.map(({ fileId }) => fileId));
  expect(story.notices).toMatchObject([{ notice: { by: 'U2', failure: { reason: 'not_found' } } }]);
});

describe('who asked hears of it', () => {
  const cases: [string, () => (ExportStatus | Error)[], string][] = [
    ['where it cannot be rendered', () => [failed(false)], 'export_failed'],
    ['where the document is gone', () => [new NotFound('gone', { status: 404 })], 'not_found'],
    ['where it takes too long', () => [inWork], 'export_late'],
  ];
  test.each(cases)('%s', { timeout: 20_000 }, async (_, answers, reason) => {
    const story = await pressed(...answers());
    await story.work();
    expect(story.notices.map(({ notice }) => notice)).toMatchObject([{ failure: { reason } }]);
    expect(filesOf(story)).toEqual([]);
  });

  test('where the link is refused, and where the team is not connected', async () => {
    const refused = await pressed(done);
    refused.context.fetch = (async () => {
      throw new ExportGone('The link has expired.', { status: 403 });
    }) as never;
    await refused.work();
    expect(refused.notices).toMatchObject([{ notice: { failure: { reason: 'export_failed' } } }]);
    await clearDatabase(db);

    const unconnected = await pressed(done);
    unconnected.context.clientFor = async () => null;
    await unconnected.work();
    expect(unconnected.notices).toMatchObject([{ notice: { failure: { reason: 'unconnected' } } }]);
  });

  test('in a direct message where the thread is closed, and with what is missing', async () => {
    const story = await pressed(failed(false));
    const { postNotice } = story.context.delivery;
    story.context.delivery.postNotice = async (generation, place, row, notice, signal) => {
      if (place.channel === 'C1') throw new PostRefused('is_archived');
      return postNotice(generation, place, row, notice, signal);
    };
    await story.work();
    expect(story.notices).toMatchObject([
      { channel: 'U2', notice: { kind: 'export_failed', exportAs: 'pdf', by: 'U2' } },
    ]);
  });

  test('where the queue gives it up', async () => {
    const story = await pressed(done);
    await story.exports.onDeadLetter(story.job);
    expect(story.notices).toMatchObject([{ notice: { failure: { reason: 'internal' } } }]);
  });
});
