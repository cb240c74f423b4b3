import { describe, expect, test } from 'vitest';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import { threadOf } from '../../src/generations/delivery/messages.ts';
import { openDelivery } from '../../src/generations/delivery/outbox.ts';
import { sendFile } from '../../src/generations/delivery/send-file.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** The state of an outbox row decides whether its post is made again. */

const db = await cleanDatabase();

const goesOn = () => new AbortController().signal;
const isRoot = ({ kind }: { kind: string }) => kind === 'root';
const rows = () =>
  db.query<{ kind: string; sequence: string; state: string; channel: string }>(
    'select kind, sequence, state, channel from deliveries order by kind desc, sequence',
  );

describe('the place cannot be written to, and the process dies while it sends a direct message instead', () => {
  test.each([
    ['and the place can be written to again', null],
    ['and the place still cannot be written to', new PostRefused('is_archived')],
  ])('%s: the direct message is the only card', async (_, then) => {
    const { context, slack, generations, run } = createHarness(db);
    const { postRoot } = slack.delivery;
    const doomed = new AbortController();
    context.delivery.postRoot = async (generation, place, id, signal) => {
      if (place.channel === 'C1') throw new PostRefused('is_archived');
      await postRoot(generation, place, id, signal);
      doomed.abort(new Error('killed'));
      throw new Error('killed');
    };
    const { id } = await generations.start(anAsk(), 'click');
    const job = { team: 'T1', generation: id };
    await expect(run(job, doomed.signal)).rejects.toThrow('killed');

    context.delivery.postRoot = async (generation, place, row, signal) => {
      if (then && place.channel === 'C1') throw then;
      return postRoot(generation, place, row, signal);
    };
    await run(job, goesOn());
    expect(slack.messages.filter(isRoot).map(({ place }) => place.channel)).toEqual(['U1']);
    expect(await generations.find('T1', id)).toMatchObject({ state: 'delivered', channel: 'U1' });
  });
});

describe('the response to a post is missing', () => {
  test('the message is searched for after Slack has had time to process it', async () => {
    const { context, slack, generations, run, clock } = createHarness(db, { searchAfterMs: 2_000 });
    const { postRoot, findMessage } = slack.delivery;
    let at = 0;
    context.delivery.postRoot = async (generation, place, id, signal) => {
      await postRoot(generation, place, id, signal);
      at = clock.now();
      throw new Error('reset');
    };
    // Slack shows what it has taken a second and a half later.
    context.delivery.findMessage = async (...asked) =>
      clock.now() - at < 1_500 ? null : findMessage(...asked);
    const { id } = await generations.start(anAsk(), 'click');
    await run({ team: 'T1', generation: id }, goesOn());
    expect(slack.messages.filter(isRoot)).toHaveLength(1);
  });

  test('a file is not shared a second time before that', async () => {
    const { context, slack, generations, run, clock } = createHarness(db, { searchAfterMs: 2_000 });
    const { shareFile, isFileShared } = slack.delivery;
    let at = 0;
    context.delivery.shareFile = async (...file) => {
      await shareFile(...file);
      at = clock.now();
      throw new Error('reset');
    };
    // The tries are half a second apart and more.
    context.delivery.isFileShared = async (...asked) => clock.now() - at >= 1_900 && isFileShared(...asked);
    context.random = () => 0;
    const { id } = await generations.start(anAsk(), 'click');
    await run({ team: 'T1', generation: id }, goesOn());
    expect(slack.files).toHaveLength(1);
  });

  test('a process that has lost its lease posts nothing more', async () => {
    const { context, slack, generations, run } = createHarness(db);
    const lost = new AbortController();
    let posts = 0;
    context.delivery.postRoot = async () => {
      posts += 1;
      lost.abort(new Error('the lease is lost'));
      // Slack refuses it; whether it may be tried again is for the next process to say.
      throw new PostRefused('is_archived');
    };
    const { id } = await generations.start(anAsk(), 'click');
    await expect(run({ team: 'T1', generation: id }, lost.signal)).rejects.toThrow('the lease is lost');
    expect(posts).toBe(1);
    expect(await rows()).toMatchObject([{ kind: 'root', state: 'sending' }]);
    expect(slack.messages).toEqual([]);
  });
});

describe('a document without a file', () => {
  test('is delivered before its notice is posted; a process that takes over in between posts the notice', async () => {
    const { context, slack, generations, run } = createHarness(db);
    const { update } = slack.delivery;
    const doomed = new AbortController();
    context.delivery.update = async (generation, progress) => {
      await update(generation, progress);
      if (generation.state !== 'delivered' || doomed.signal.aborted) return;
      doomed.abort(new Error('killed'));
      throw new Error('killed');
    };
    const { id } = await generations.start(anAsk({ exportAs: undefined }), 'click');
    const job = { team: 'T1', generation: id };
    await expect(run(job, doomed.signal)).rejects.toThrow('killed');
    expect(await generations.find('T1', id)).toMatchObject({ state: 'delivered' });

    await run(job, goesOn());
    expect(slack.messages.filter(({ kind }) => kind === 'notice')).toHaveLength(1);
    const notice = { kind: 'notice', sequence: 'delivered', channel: 'C1' };
    expect(await rows()).toMatchObject([{ kind: 'root' }, { ...notice, state: 'sent' }]);
  });

  test('has one notice, even if another process posts it while this one is held up', async () => {
    const { context, slack, generations, run, clock } = createHarness(db);
    const { update } = slack.delivery;
    let isHeldUp = false;
    context.delivery.update = async (generation, progress) => {
      await update(generation, progress);
      if (generation.state !== 'delivered' || isHeldUp) return;
      isHeldUp = true;
      await clock.sleep(30_000);
      await run(job, goesOn());
    };
    const { id } = await generations.start(anAsk({ exportAs: undefined }), 'click');
    const job = { team: 'T1', generation: id };
    await run(job, goesOn());
    expect(isHeldUp).toBe(true);
    expect(slack.messages.filter(({ kind }) => kind === 'notice')).toHaveLength(1);
  });

  test('that was stopped at the same moment has no notice', async () => {
    const [{ context, generations, run, service }, there] = [createHarness(db), createHarness(db)];
    service.script.answers = [pending, completed()];
    context.onCredits = async () => void (await there.generations.stop('T1', id));
    const { id } = await generations.start(anAsk({ exportAs: undefined }), 'click');
    await run({ team: 'T1', generation: id }, goesOn());
    expect(await generations.find('T1', id)).toMatchObject({ state: 'stopped' });
    expect(await rows()).toMatchObject([{ kind: 'root', state: 'sent' }]);
  });
});

test('an ask that is stopped while its first message is posted stays stopped, and the message says so', async () => {
  const [{ context, slack, generations, run, service }, there] = [createHarness(db), createHarness(db)];
  const { postRoot } = slack.delivery;
  context.delivery.postRoot = async (generation, ...rest) => {
    await there.generations.stop('T1', generation.id);
    return postRoot(generation, ...rest);
  };
  const { id } = await generations.start(anAsk(), 'click');
  await run({ team: 'T1', generation: id }, goesOn());
  expect(await generations.find('T1', id)).toMatchObject({ state: 'stopped' });
  expect(slack.edits.at(-1)).toMatchObject({ state: 'stopped' });
  expect(service.creates).toEqual([]);
});

test('an ask that is stopped after a process died while it posted the first message says so in that message', async () => {
  const { context, slack, generations, run, service } = createHarness(db);
  const { postRoot } = slack.delivery;
  const doomed = new AbortController();
  context.delivery.postRoot = async (...given) => {
    await postRoot(...given);
    doomed.abort(new Error('killed'));
    throw new Error('killed');
  };
  const { id } = await generations.start(anAsk(), 'click');
  await expect(run({ team: 'T1', generation: id }, doomed.signal)).rejects.toThrow('killed');
  await generations.stop('T1', id);
  await run({ team: 'T1', generation: id }, goesOn());
  expect(slack.messages).toHaveLength(1);
  expect(slack.edits.at(-1)).toMatchObject({ state: 'stopped' });
  expect(service.creates).toEqual([]);
});

describe('two generations', () => {
  test('a post of one does not change the rows of the other', async () => {
    const { generations, run } = createHarness(db);
    const one = await generations.start(anAsk(), 'one');
    const other = await generations.start(anAsk(), 'other');
    await openDelivery(db, other, { kind: 'root' }, new Date());
    await run({ team: 'T1', generation: one.id }, goesOn());
    const waiting = await db.query('select state, attempts, channel from deliveries where generation = $1', [
      other.id,
    ]);
    expect(waiting).toEqual([{ state: 'pending', attempts: 0, channel: 'C1' }]);
  });
});

describe('a card that was deleted', () => {
  test('is posted again when there is an outcome, so that it is seen', async () => {
    const { context, slack, generations, run, service } = createHarness(db);
    service.script.answers = [pending, completed()];
    const { update } = slack.delivery;
    context.delivery.update = async (generation, progress) => {
      if (progress || slack.messages.filter(isRoot).length > 1) return update(generation, progress);
      throw new PostRefused('message_not_found');
    };
    const { id } = await generations.start(anAsk({ exportAs: undefined }), 'click');
    await run({ team: 'T1', generation: id }, goesOn());
    const [first, again, ...others] = slack.messages.filter(isRoot);
    expect(others).toEqual([]);
    expect(again?.state).toMatch(/deliver/);
    expect(again?.ts).not.toBe(first?.ts);
    expect(await generations.find('T1', id)).toMatchObject({ state: 'delivered', rootTs: again?.ts });
  });

  test('stays stopped if another process stops the generation while the card is posted again', async () => {
    const [{ context, slack, generations, run }, there] = [createHarness(db), createHarness(db)];
    const states: string[] = [];
    context.onState = ({ state }) => states.push(state);
    const { update, postRoot } = slack.delivery;
    context.delivery.update = async (generation, progress) => {
      if (progress || slack.messages.filter(isRoot).length > 1) return update(generation, progress);
      throw new PostRefused('message_not_found');
    };
    context.delivery.postRoot = async (generation, ...rest) => {
      if (generation.rootTs) await there.generations.stop('T1', generation.id);
      return postRoot(generation, ...rest);
    };
    const { id } = await generations.start(anAsk(), 'click');
    await run({ team: 'T1', generation: id }, goesOn());
    expect(await generations.find('T1', id)).toMatchObject({ state: 'stopped' });
    expect(states.at(-1)).toBe('delivering');
  });
});

describe('a row that says sent', () => {
  test('is not posted again, nor its file', async () => {
    const { context, slack, generations, run } = createHarness(db);
    const { id } = await generations.start(anAsk(), 'click');
    await run({ team: 'T1', generation: id }, goesOn());
    expect(await rows()).toMatchObject([
      { kind: 'root', state: 'sent' },
      { kind: 'file', state: 'sent' },
    ]);
    // A process that died before it wrote the next state does both again.
    await db.query(`update generations set state = 'delivering', root_ts = null where id = $1`, [id]);
    await run({ team: 'T1', generation: id }, goesOn());
    expect(slack.messages.filter(isRoot)).toHaveLength(1);
    expect(slack.files).toHaveLength(1);
    const generation = await generations.find('T1', id);
    if (!generation) throw new Error('gone');
    expect(threadOf(generation)).toMatchObject({ channel: 'C1' });
    const file = {
      url: 'https://files.example.com/secret.pptx',
      exportAs: 'pptx',
      by: 'U1',
      sequence: '',
    } as const;
    expect(await sendFile(generation, file, { ...context, signal: goesOn() })).toBeNull();
    expect(slack.files).toHaveLength(1);
  });
});

describe('rate-limited twenty times', () => {
  test('the update of a card waits and is not given up', async () => {
    const { context, slack, generations, run } = createHarness(db);
    const { update } = slack.delivery;
    let refusals = 20;
    context.delivery.update = async (generation, progress) => {
      if (progress || refusals < 0) return update(generation, progress);
      refusals -= 1;
      // Then one answer is lost on the way, which counts as the first failure.
      throw refusals < 0 ? new Error('reset') : new PostRefused('ratelimited', 1_000);
    };
    const { id } = await generations.start(anAsk(), 'click');
    await run({ team: 'T1', generation: id }, goesOn());
    expect(await generations.find('T1', id)).toMatchObject({ state: 'delivered' });
  });
});
