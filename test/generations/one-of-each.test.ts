import { expect, test } from 'vitest';
import { NetworkFailure } from '../../src/service/errors.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { anAsk, completed, pending } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';

const db = await cleanDatabase();

const goesOn = () => new AbortController().signal;
const lost = () => new NetworkFailure('cut', { sent: true });

test('if two processes read the source of one ask at the same moment, one of them makes the create call', async () => {
  const processes = [createHarness(db), createHarness(db)];
  const [first, second] = processes;
  if (!first || !second) throw new Error('none');
  const source = { kind: 'thread', channel: 'C1', ts: '1.1' } as const;
  const { id } = await first.generations.start(anAsk({ source }), 'click');
  await db.query(`update generations set state = 'collecting', root_ts = '1.1' where id = $1`, [id]);
  const both = Promise.withResolvers<void>();
  let readers = 0;
  for (const { context } of processes) {
    context.readSource = async () => {
      readers += 1;
      if (readers === 2) both.resolve();
      await both.promise;
      return { text: 'Ben: the launch moves.' };
    };
  }
  await Promise.allSettled(processes.map(({ run }) => run({ team: 'T1', generation: id }, goesOn())));
  expect(first.service.creates.length + second.service.creates.length).toBe(1);
});

test('if the response to the second attempt is lost too, the person is asked again, once', async () => {
  const { generations, service, slack, work, run, clock } = createHarness(db);
  service.script.create.push(lost(), lost());
  const { id } = await generations.start(anAsk(), 'click');
  await work();
  await run({ team: 'T1', generation: id }, goesOn());
  const asked = () => slack.messages.filter(({ kind, state }) => kind === 'notice' && state === 'unsure');
  expect(asked()).toHaveLength(1);
  await clock.sleep(60_000);
  await generations.resolveUnsure('T1', id, 'again');
  await work();
  await run({ team: 'T1', generation: id }, goesOn());
  expect(asked()).toHaveLength(2);
  expect(service.creates).toHaveLength(2);
});

test('a document of a disconnected team waits, and is delivered once there is a connection', async () => {
  const { context, generations, service, work, slack } = createHarness(db);
  service.script.answers = [pending, completed()];
  const { clientFor } = context;
  const { id } = await generations.start(anAsk(), 'click');
  context.clientFor = async (team) => (service.creates.length > 0 ? null : clientFor(team));
  await work();
  expect(await generations.find('T1', id)).toMatchObject({ state: 'disconnected', generationId: 'gen1' });
  context.clientFor = clientFor;
  await generations.reconnected('T1');
  await work();
  expect(await generations.find('T1', id)).toMatchObject({ state: 'delivered' });
  expect(service.creates).toHaveLength(1);
  expect(slack.files).toHaveLength(1);
});
