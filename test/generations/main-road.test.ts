import { describe, expect, test } from 'vitest';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import {
  InsufficientCredits,
  MalformedAnswer,
  NetworkFailure,
  NotFound,
  RateLimited,
  Timeout,
  Unauthorized,
  Unavailable,
} from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

let keys = 0;
const newKey = () => `key${++keys}`;

describe('a generation', () => {
  test('posts the card, the file and nothing else', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [pending, pending, completed()];
    const { id } = await harness.generations.start(anAsk(), newKey());
    expect(await harness.stateOf(id)).toBe('queued');

    await harness.work();

    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.service.creates).toHaveLength(1);
    expect(harness.slack.messages.map((message) => message.kind)).toEqual(['root']);
    expect(harness.slack.files).toMatchObject([{ shared: 1, size: 1000 }]);
    expect(harness.slack.edits.at(-1)).toMatchObject({ state: 'delivered' });
    expect(await harness.generations.find('T1', id)).toMatchObject({
      title: 'Quarterly review',
      credits: { deducted: 12, remaining: 88 },
    });
  });

  test('archived later, its card is updated and nothing is posted, even if the card was deleted', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [completed({ docId: 'g_archived' })];
    const { id } = await harness.generations.start(anAsk({ exportAs: undefined }), newKey());
    await harness.work();
    const posts = harness.slack.messages.length;
    const edits = harness.slack.edits.length;

    await harness.finished.markArchived('T1', id);
    await harness.work();
    expect(harness.slack.edits.slice(edits)).toMatchObject([{ state: 'delivered' }]);
    const { archivedAt } = (await harness.generations.find('T1', id)) ?? {};

    harness.context.delivery.update = () => Promise.reject(new PostRefused('message_not_found'));
    await harness.clock.sleep(60_000);
    await harness.finished.markArchived('T1', id);
    await harness.work();
    expect(harness.slack.messages).toHaveLength(posts);
    expect((await harness.generations.find('T1', id))?.archivedAt).toEqual(archivedAt);
  });

  test('the same click, delivered twice, is one ask', async () => {
    const harness = createHarness(db);
    const key = newKey();
    const [first, second] = await Promise.all([
      harness.generations.start(anAsk(), key),
      harness.generations.start(anAsk(), key),
    ]);
    expect(second.id).toBe(first.id);
    expect(harness.queue.waiting).toHaveLength(1);
  });

  test('its texts are deleted when it is delivered', async () => {
    const harness = createHarness(db);
    const { id } = await harness.generations.start(anAsk({ prompt: 'the secret plan' }), newKey());
    expect(await harness.generations.askOf('T1', id)).toMatchObject({ prompt: 'the secret plan' });
    await harness.work();
    // Sealed as they are, texts cannot be looked for by their words.
    const rows = await db.query('select prompt, collected from generations where id = $1', [id]);
    expect(rows).toEqual([{ prompt: null, collected: null }]);
  });

  test('without an export, a line in the thread notifies the person', async () => {
    const harness = createHarness(db);
    await harness.generations.start(anAsk({ exportAs: undefined }), newKey());
    await harness.work();
    expect(harness.slack.messages).toMatchObject([{ kind: 'root' }, { kind: 'notice', state: 'delivered' }]);
    expect(harness.slack.files).toHaveLength(0);
  });

  test('another team cannot find, stop or answer it', async () => {
    const harness = createHarness(db);
    const { id } = await harness.generations.start(anAsk(), newKey());
    expect(await harness.generations.find('T2', id)).toBeNull();
    expect(await harness.generations.askOf('T2', id)).toBeNull();
    expect(await harness.generations.stop('T2', id)).toBe(false);
    expect(await harness.generations.find('T1', 'not-a-uuid')).toBeNull();
  });
});

describe('the one call that spends credits', () => {
  const maybeSpent = [
    ['a lost answer', new NetworkFailure('reset', { sent: true })],
    ['a time-out', new Timeout('slow')],
    ['a 503', new Unavailable('busy')],
    ['an answer that cannot be read', new MalformedAnswer('html')],
  ] as const;

  test.each(maybeSpent)('%s asks the person, and is never made again by itself', async (_, error) => {
    const harness = createHarness(db);
    harness.service.script.create = [error];
    const { id } = await harness.generations.start(anAsk(), newKey());
    await harness.work();
    expect(await harness.stateOf(id)).toBe('unsure');
    expect(harness.service.creates).toHaveLength(1);
    expect(harness.slack.messages.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'root queued',
      'notice unsure',
    ]);

    expect(await harness.generations.resolveUnsure('T1', id, 'again')).toBe(true);
    expect(await harness.generations.resolveUnsure('T1', id, 'again')).toBe(false);
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.service.creates).toHaveLength(2);
  });

  test('a person can decide not to make it again', async () => {
    const harness = createHarness(db);
    harness.service.script.create = [new Timeout('slow')];
    const { id } = await harness.generations.start(anAsk(), newKey());
    await harness.work();
    expect(await harness.generations.resolveUnsure('T1', id, 'leave')).toBe(true);
    await harness.work();
    expect(await harness.stateOf(id)).toBe('stopped');
    expect(harness.service.creates).toHaveLength(1);
  });

  test('a refused connection and a 429 were certainly not carried out, so the call is repeated after a wait', async () => {
    const harness = createHarness(db);
    harness.service.script.create = [
      new NetworkFailure('refused', { sent: false }),
      new RateLimited('slow down', { retryAfterMs: 20_000 }),
    ];
    const { id } = await harness.generations.start(anAsk(), newKey());
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.service.creates).toHaveLength(3);
    expect(harness.slept()).toBeGreaterThanOrEqual(20_000);
  });

  test('while nothing answers at the address of the service, the card says so, and not that it is busy', async () => {
    const harness = createHarness(db);
    harness.service.script.create = Array(8).fill(new NetworkFailure('refused', { sent: false }));
    await harness.generations.start(anAsk(), newKey());
    await harness.work();
    const waits = harness.slack.edits.flatMap(({ wait }) => wait ?? []);
    expect(waits).toEqual([{ for: 'service', isUnreachable: true }]);
  });

  test('a lack of credits is reported as such', async () => {
    const harness = createHarness(db);
    harness.service.script.create = [new InsufficientCredits('none', { status: 402, requestId: 'req-1' })];
    const { id } = await harness.generations.start(anAsk(), newKey());
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({
      state: 'failed',
      failure: { reason: 'no_credits', reference: 'req-1' },
    });
    const { person } = anAsk();
    expect(harness.slack.messages).toMatchObject([{ kind: 'notice', place: { channel: person } }]);
    expect(harness.slack.hints).toEqual([id]);
  });

  test('it waits for an expired connection, and goes on by itself once that is renewed', async () => {
    const harness = createHarness(db);
    harness.service.script.create = [new Unauthorized('expired')];
    const { id } = await harness.generations.start(anAsk(), newKey());
    await harness.work();
    expect(await harness.stateOf(id)).toBe('disconnected');
    await harness.generations.reconnected('T2');
    expect(await harness.stateOf(id)).toBe('disconnected');
    await harness.generations.reconnected('T1');
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
  });
});

describe('following', () => {
  test('transient errors of polls do not end it', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [
      new Unavailable('502'),
      new NetworkFailure('reset', { sent: true }),
      new RateLimited('wait', { retryAfterMs: 40_000 }),
      new MalformedAnswer('html'),
      new Timeout('slow'),
      pending,
      completed(),
    ];
    const { id } = await harness.generations.start(anAsk(), newKey());
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.slept()).toBeGreaterThanOrEqual(40_000 + 5 * 5_000);
  });

  test('a 404 after a success ends it; a few 404s before the first success do not', async () => {
    const gone = createHarness(db);
    gone.service.script.answers = [pending, new NotFound('gone')];
    const lost = await gone.generations.start(anAsk(), newKey());
    await gone.work();
    expect(await gone.generations.find('T1', lost.id)).toMatchObject({ failure: { reason: 'not_found' } });

    const slow = createHarness(db);
    slow.service.script.answers = [new NotFound('not yet'), new NotFound('not yet'), pending, completed()];
    const late = await slow.generations.start(anAsk(), newKey());
    await slow.work();
    expect(await slow.stateOf(late.id)).toBe('delivered');
  });

  test('ten malformed responses in a row end it', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [pending, new MalformedAnswer('html')];
    const { id } = await harness.generations.start(anAsk(), newKey());
    await harness.work();
    expect(await harness.generations.find('T1', id)).toMatchObject({ failure: { reason: 'malformed' } });
    expect(harness.service.polls).toBe(11);
  });

  test('after an hour the person is asked, the id is kept, and *Check again* continues it', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [pending];
    const { id } = await harness.generations.start(anAsk(), newKey());
    await harness.work();
    expect(await harness.stateOf(id)).toBe('late');
    expect(harness.slept()).toBeGreaterThanOrEqual(3_600_000);
    // At the start and at eleven marks; a slow database lets this clock pass one before following begins.
    const shown = harness.slack.edits.filter((edit) => edit.elapsedMs !== undefined).length;
    expect([11, 12]).toContain(shown);

    harness.service.script.answers = [completed()];
    expect(await harness.generations.checkAgain('T1', id)).toBe(true);
    await harness.work();
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(harness.service.creates).toHaveLength(1);
  });

  test('it waits for a late export link, and reports one that never comes', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [
      completed({ exportUrl: undefined }),
      completed({ exportUrl: undefined }),
      completed(),
    ];
    const { id } = await harness.generations.start(anAsk(), newKey());
    await harness.work();
    expect(harness.slack.files).toHaveLength(1);

    const never = createHarness(db);
    never.service.script.answers = [completed({ exportUrl: undefined })];
    const without = await never.generations.start(anAsk(), newKey());
    await never.work();
    expect(await harness.stateOf(id)).toBe('delivered');
    expect(await never.generations.find('T1', without.id)).toMatchObject({
      state: 'delivered',
      failure: { reason: 'export_late' },
    });
    expect(never.slack.messages.at(-1)).toMatchObject({ kind: 'notice', state: 'delivered' });
  });

  test('after a stop there are no more polls, no result card and no file', async () => {
    const harness = createHarness(db);
    harness.service.script.answers = [pending];
    const { id } = await harness.generations.start(anAsk(), newKey());
    const job = harness.queue.take('generation');
    const running = harness.run(job as never, new AbortController().signal);
    while (harness.service.polls < 3) await new Promise((resolve) => setImmediate(resolve));
    expect(await harness.generations.stop('T1', id)).toBe(true);
    await running;
    const polls = harness.service.polls;
    await harness.work();
    expect(await harness.stateOf(id)).toBe('stopped');
    expect(harness.service.polls).toBe(polls);
    expect(harness.slack.files).toHaveLength(0);
  });
});
