import { expect, test } from 'vitest';
import { createHarness } from '../support/harness/slack.ts';
import { event, press } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log-errors.ts';

/** What the step of a workflow stores and tells. Its stories are in test/journeys/workflow-step.test.ts. */

const run = (inputs: object) =>
  event({
    type: 'function_executed',
    function: { callback_id: 'make_document' },
    function_execution_id: 'Fx1',
    inputs: { person: 'UANA', prompt: 'spring launch', ...inputs },
  });

test('a limit of the person ends the step without figures, and only the person gets the figures', async () => {
  const found = { part: 'work', blocker: 'credits_of_person', used: 10, reserved: 0, limit: 10 } as const;
  const { send, made } = createHarness({ admit: async () => ({ blockers: [found], unanswered: [] }) });
  await send(run({}));
  const [step] = made('step');
  expect(step.payload.problem).toMatch(/^A limit for documents/);
  expect(step.payload.problem).not.toMatch(/\d/);
  expect(made('message')).toMatchObject([
    {
      kind: 'step_blocked',
      text: expect.stringContaining('You have used 10 of 10 credits'),
      actor: { person: 'UANA' },
    },
  ]);
});

test('a step is stored together with its proposal and its card, so that none is without the others', async () => {
  const { send, made, slack } = createHarness();
  await send(run({}));
  expect(made('step')).toMatchObject([{ id: 'step-Fx1', payload: {} }]);
  expect(made('message')).toMatchObject([{ kind: 'proposal_card', proposal: 'step:step-Fx1' }]);
  expect(await slack.proposals.find({ team: 'T1', person: 'UANA' }, 'step:step-Fx1')).not.toBeNull();

  const failing = createHarness({ together: () => Promise.reject(new Error('the process is killed')) });
  await failing.send(run({}), { isAgain: false }).catch(() => {});
  expect([failing.made('chat.postMessage'), failing.made('step')]).toEqual([[], []]);
});

test('the hash of the inputs is keyed, and the same in any order', async () => {
  const hashed: string[] = [];
  const keyedHash = (text: string) => String(hashed.push(text));
  const { send } = createHarness({ keyedHash });
  await send(run({ format: 'document', file: '' }));
  const { send: sendAgain } = createHarness({ keyedHash });
  const body = run({});
  Object.assign(body.event, { inputs: { prompt: 'spring launch', format: 'document', person: 'UANA' } });
  await sendAgain(body);
  expect(hashed).toHaveLength(2);
  expect(hashed[0]).toBe(hashed[1]);
});

test('a yes to all runs is stored together with its notice, and before the proposal is gone', async () => {
  const harness = createHarness();
  const { send, made, slack } = harness;
  await send(run({}));
  const proposal = 'step:step-Fx1';
  const click = press({ type: 'button', action_id: 'step_every_time', value: `${proposal} some-hash` });
  const { together } = slack;
  slack.together = () => Promise.reject(new Error('the database is gone'));
  await send(click);
  expect(await slack.proposals.find({ team: 'T1', person: 'UANA' }, proposal)).not.toBeNull();
  slack.together = together;
  await send(click);
  expect(made('message').at(-1)).toMatchObject({ kind: 'step_approved', inputs: 'some-hash' });
  expect(harness.generations.all()).toHaveLength(1);
  expect(await slack.proposals.find({ team: 'T1', person: 'UANA' }, proposal)).toBeNull();
});
allowErrors(/the database is gone/);
