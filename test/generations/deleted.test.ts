import { expect, test } from 'vitest';
import { createCardRunner } from '../../src/generations/delivery/card.ts';
import { createFinishedDocuments } from '../../src/generations/finished-documents.ts';
import type { State } from '../../src/generations/generation.ts';
import { isChangeable } from '../../src/slack/kit/change/document-change.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** A document is deleted: nothing is left of it here, nor of what people wanted changed in it. */

const db = await cleanDatabase();

test.each<State>(['delivered', 'failed', 'late', 'stopped', 'unsure'])(
  'a change of it that is %s goes with it',
  async (state) => {
    const { generations, queue, context, slack, work } = createHarness(db);
    const made = await generations.start(anAsk(), `document ${state}`);
    await work();
    const docId = (await generations.find('T1', made.id))?.docId ?? '';
    const document = { docId, docUrl: 'https://docs.example.com/1', title: 'Layoffs' };
    const ask = anAsk({ work: { kind: 'edit', document }, prompt: 'Name everybody' });
    const edit = await generations.start(ask, `edit ${state}`);
    while (queue.take('generation'));
    await db.query(`update generations set state = $2, root_ts = '1.1' where id = $1`, [edit.id, state]);

    await createFinishedDocuments(context, queue.jobs).markDeleted('T1', made.id);
    const left = await generations.find('T1', edit.id);
    expect(left).toMatchObject({ label: '', ask: null, deletedAt: expect.any(Date) });
    expect(left?.title ?? left?.docUrl).toBeUndefined();
    expect(await generations.askOf('T1', edit.id)).toBeNull();
    expect(left && isChangeable(left)).toBe(false);
    const before = slack.edits.length;
    for (let job = queue.take('card'); job; job = queue.take('card'))
      await createCardRunner(context).run(job, new AbortController().signal);
    expect(slack.edits.length).toBeGreaterThanOrEqual(before + 2);
  },
);

test.each<State>(['queued', 'collecting', 'submitting', 'following', 'delivering'])(
  'a change of it that is %s is stopped, and brings nothing of it back',
  async (state) => {
    const { generations, finished, queue, slack, service, work } = createHarness(db);
    const made = await generations.start(anAsk(), `document of a change ${state}`);
    await work();
    const docId = (await generations.find('T1', made.id))?.docId ?? '';
    const document = { docId, docUrl: 'https://docs.example.com/1', title: 'Layoffs' };
    const edit = await generations.start(anAsk({ work: { kind: 'edit', document } }), `under way ${state}`);
    const job = queue.take('generation');
    await db.query(`update generations set state = $2, root_ts = '1.1' where id = $1`, [edit.id, state]);
    const [posted, asked] = [slack.messages.length, service.creates.length];

    await finished.markDeleted('T1', made.id);
    await queue.jobs.send('generation', job as never);
    await work();
    const left = await generations.find('T1', edit.id);
    expect(left).toMatchObject({ state: 'stopped', label: '', ask: null, deletedAt: expect.any(Date) });
    expect(left?.title ?? left?.docUrl).toBeUndefined();
    expect(slack.messages).toHaveLength(posted);
    expect(service.creates).toHaveLength(asked);
  },
);

test('its files are deleted from Slack once Slack is reachable again, however long that takes', async () => {
  const { generations, queue, context, work } = createHarness(db);
  const { id } = await generations.start(anAsk(), 'files');
  await work();
  await createFinishedDocuments(context, queue.jobs).markDeleted('T1', id);
  const job = queue.take('card');
  if (!job) throw new Error('no job');
  const gone: string[] = [];
  let answer: Error | null = new Error('Slack is away');
  context.delivery.deleteFile = async (_, fileId) => {
    if (answer) throw answer;
    gone.push(fileId);
  };
  const cards = createCardRunner(context);
  await expect(cards.run(job, new AbortController().signal)).rejects.toThrow('Slack is away');
  await expect(cards.onDeadLetter(job)).rejects.toThrow('Slack is away');
  answer = null;
  await cards.onDeadLetter(job);
  expect(gone).toHaveLength(1);
});
