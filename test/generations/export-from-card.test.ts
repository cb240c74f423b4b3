import { describe, expect, test } from 'vitest';
import { createExportRunner } from '../../src/generations/delivery/export-from-card.ts';
import { createFinishedDocuments } from '../../src/generations/finished-documents.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { ExportGone, NotFound, Unavailable } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { clearDatabase } from '../support/database.ts';
import { anAsk, completed } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** A file that is asked for on the result card is rendered once and posted once, or a message says why not. */

type ExportStatus = Awaited<ReturnType<ServiceClient['getExport']>>;

const LINK = 'https://files.example.com/very-secret/review.pdf';
const done = { status: 'completed', exportUrl: LINK } as ExportStatus;
const inWork = { status: 'pending' } as ExportStatus;
const failed = (worthAnotherTry: boolean) =>
  ({ status: 'failed', worthAnotherTry, error: { message: 'It timed out.' } }) as ExportStatus;

const db = await cleanDatabase();

const goesOn = () => new AbortController().signal;

/** A delivered document, without a file so far, and a press on Export. `answers` are given to polls in turn. */
async function pressed(...answers: (ExportStatus | Error)[]) {
  const harness = createHarness(db);
  const { context, service, generations, queue, run } = harness;
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
  const exports = createExportRunner(context, queue.jobs);
  const press = (key = 'press') => generations.exportDoc('T1', id, 'pdf', 'U2', key);
  await press();
  const job = queue.take('export');
  if (!job) throw new Error('no job');
  const work = (signal = goesOn()) => exports.run(job, signal);
  return { ...harness, id, job, work, press, asked, polled, exports };
}

const filesOf = ({ slack }: Awaited<ReturnType<typeof pressed>>) => slack.files.map(({ shared }) => shared);
/** The queued messages about files that could not be made. */
const failures = async () => {
  const sql = "select channel, payload from deliveries where kind = 'post' order by created_at";
  return db.query<{ channel: string; payload: object }>(sql);
};
const payloads = async () => JSON.stringify(await db.query('select * from deliveries'));

describe('an export that was requested on the card', () => {
  test('is made and posted once, even if the click is delivered and the job is run several times', async () => {
    const story = await pressed(inWork, done);
    await story.work();
    await story.press();
    expect(story.queue.take('export')).toBeUndefined();
    await story.work();
    expect(story.asked).toEqual(['pdf']);
    expect(story.polled).toEqual(['exp1', 'exp1']);
    expect(filesOf(story)).toEqual([1]);
    expect(await failures()).toEqual([]);
    // Also once the time is over in which a second press counts as impatience.
    await db.query('delete from seen');
    await story.press();
    expect(story.queue.take('export')).toBeUndefined();
  });

  test('is requested once, even if the process dies while it is made', async () => {
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

  test('continues after errors of polls', async () => {
    const story = await pressed(new Unavailable('busy', { status: 503 }), inWork, done);
    await story.work();
    expect(filesOf(story)).toEqual([1]);
    expect(await failures()).toEqual([]);
  });

  test('is requested a second time if the service says that this may help, but no third time', async () => {
    const story = await pressed(failed(true), failed(true));
    await story.work();
    expect(story.asked).toEqual(['pdf', 'pdf']);
    expect(story.polled).toEqual(['exp1', 'exp2']);
    expect(await failures()).toMatchObject([
      { channel: 'U2', payload: { by: 'U2', exportAs: 'pdf', failure: { reason: 'export_failed' } } },
    ]);
  });

  test('its link is stored and logged nowhere', async () => {
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

test('a second click brings no second file, and a click that failed can be repeated at once', async () => {
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

test('no file is posted if the document is deleted while its file is made', async () => {
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
  expect(await failures()).toMatchObject([{ payload: { by: 'U2', failure: { reason: 'not_found' } } }]);
});

describe('a message to the asker is queued', () => {
  const cases: [string, () => (ExportStatus | Error)[], string][] = [
    ['if it cannot be rendered', () => [failed(false)], 'export_failed'],
    ['if the document was deleted', () => [new NotFound('gone', { status: 404 })], 'not_found'],
    ['if it takes too long', () => [inWork], 'export_late'],
  ];
  test.each(cases)('%s', { timeout: 20_000 }, async (_, answers, reason) => {
    const story = await pressed(...answers());
    await story.work();
    expect(await failures()).toMatchObject([{ payload: { failure: { reason } } }]);
    expect(filesOf(story)).toEqual([]);
  });

  test('if the link is refused, and if the team is not connected', async () => {
    const refused = await pressed(done);
    refused.context.fetch = (async () => {
      throw new ExportGone('The link has expired.', { status: 403 });
    }) as never;
    await refused.work();
    expect(await failures()).toMatchObject([{ payload: { failure: { reason: 'export_failed' } } }]);
    await clearDatabase(db);

    const unconnected = await pressed(done);
    unconnected.context.clientFor = async () => null;
    await unconnected.work();
    expect(await failures()).toMatchObject([{ payload: { failure: { reason: 'unconnected' } } }]);
  });

  test('if the job becomes a dead letter', async () => {
    const story = await pressed(done);
    await story.exports.onDeadLetter(story.job);
    expect(await failures()).toMatchObject([{ payload: { failure: { reason: 'internal' } } }]);
  });
});
