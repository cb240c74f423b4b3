import { LRUCache } from 'lru-cache';
import { describe, expect, test, vi } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import { erasePerson } from '../../src/storage/person.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

/** The process that accepts an ask does not read it again. Any other process reads it from the database. */

const db = await cleanDatabase();

/** The process that accepts asks, and one that may run them instead. Each has a Slack and a service of its own. */
function twoProcesses() {
  const [here, there] = [createHarness(db), createHarness(db)];
  here.context.started = new LRUCache({ max: 10 });
  return { here, there };
}
type Harness = ReturnType<typeof createHarness>;
const job = (id: string) => ({ team: 'T1', generation: id });
const goesOn = () => new AbortController().signal;

/** Runs an ask, and counts its statements, except those that send its job. */
async function statementsOf(run: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const stop = db.onStatement(() => {
    count += 1;
  });
  await run();
  stop();
  return count;
}

test('an ask takes three statements besides its job to be accepted, and eleven more until its notice is posted', async () => {
  const { here } = twoProcesses();
  here.service.script.slides = ['Revenue', 'Hiring plan'];
  let id = '';
  const accepting = await statementsOf(async () => {
    ({ id } = await here.generations.start(anAsk({ exportAs: undefined }), 'click'));
  });
  const running = await statementsOf(() => here.run(job(id), goesOn()));
  expect(await here.stateOf(id)).toBe('delivered');
  expect({ accepting, running }).toEqual({ accepting: 3, running: 11 });
});

test.each<[string, Partial<Ask>]>([
  ['a topic', {}],
  ['a text that is too long to stay in memory', { prompt: 'The launch moves to May. '.repeat(1_000) }],
  ['a thread', { source: { kind: 'thread', channel: 'C1', ts: '1.1' } }],
])('%s reaches the service as from any other process', async (_, changes) => {
  const { here, there } = twoProcesses();
  for (const { generations, run, stateOf } of [here, there]) {
    const { id } = await generations.start(anAsk(changes), `click ${Math.random()}`);
    await run(job(id), goesOn());
    expect(await stateOf(id)).toBe('delivered');
  }
  expect(here.service.creates).toHaveLength(1);
  expect(here.service.creates).toEqual(there.service.creates);
});

test('an ask that was stopped before its run begins is not sent', async () => {
  const { here, there } = twoProcesses();
  const { id } = await here.generations.start(anAsk(), 'click');
  await there.generations.stop('T1', id);
  await here.run(job(id), goesOn());
  expect(await here.stateOf(id)).toBe('stopped');
  expect(here.service.creates).toEqual([]);
  expect(here.slack.edits.at(-1)).toMatchObject({ state: 'stopped' });
});

test('an ask that another process has run already is not run again', async () => {
  const { here, there } = twoProcesses();
  const { id } = await here.generations.start(anAsk({ exportAs: undefined }), 'click');
  await there.run(job(id), goesOn());
  await here.run(job(id), goesOn());
  expect(there.service.creates).toHaveLength(1);
  expect([here.service.creates, here.slack.messages]).toEqual([[], []]);
});

describe('if the person is erased just after the ask was accepted', () => {
  const ana = { team: 'T1', person: 'U1' };

  /** Expects that nothing was posted or made, and that the row says nothing about the person. */
  async function expectNothing({ generations, slack, service }: Harness, id: string, channel: string) {
    expect([slack.messages, service.creates]).toEqual([[], []]);
    const row = await generations.find('T1', id);
    expect([row?.state, row?.label, row?.channel, row?.rootTs]).toEqual(['stopped', '', channel, undefined]);
    expect(row?.person).toMatch(/^erased-/);
  }

  test.each(['C1', 'U1'])('nothing is posted in %s', async (channel) => {
    const { here } = twoProcesses();
    const postRoot = vi.spyOn(here.context.delivery, 'postRoot');
    const { id } = await here.generations.start(anAsk({ destination: { channel } }), 'click');
    const { pseudonym } = await erasePerson(db, ana, 'person');
    await here.run(job(id), goesOn());
    expect(postRoot).not.toHaveBeenCalled();
    await expectNothing(here, id, channel === 'U1' ? pseudonym : channel);
  });

  test('a first message that is being posted is deleted', async () => {
    const { here } = twoProcesses();
    const { postRoot } = here.slack.delivery;
    let pseudonym = '';
    here.context.delivery.postRoot = async (...given) => {
      ({ pseudonym } = await erasePerson(db, ana, 'person'));
      return postRoot(...given);
    };
    const { id } = await here.generations.start(anAsk({ destination: { channel: 'U1' } }), 'click');
    await here.run(job(id), goesOn());
    await expectNothing(here, id, pseudonym);
  });
});
