import { expect, test } from 'vitest';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import { NotInstalled } from '../../src/slack/bolt/calls/clients.ts';
import { STEP_LIMIT } from '../../src/slack/kit/copy/blocker-copy.ts';
import { completeStep, orGiveUp, outcomeOf } from '../../src/slack/result/step-outcome.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createTestLog } from '../support/log.ts';
import { allowErrors } from '../support/log-errors.ts';

test('the step of a team that has uninstalled Deckhand is refused, so that it is not tried again', async () => {
  const clientFor = () => Promise.reject(new NotInstalled('Not installed'));
  await expect(completeStep(clientFor, 'Fx1', { error: 'Nothing was made.' })).rejects.toThrow(PostRefused);
});

test('a step whose outcome cannot be found out is tried again, but not for ever', async () => {
  const { log } = createTestLog();
  const find = () => Promise.reject(new Error('Slack did not say whether the channel is private'));
  await expect(orGiveUp(find, 99, log)).rejects.toThrow('Slack did not say');
  expect(await orGiveUp(find, 100, log)).toMatchObject({
    error: expect.stringMatching(/Something went wrong inside Deckhand/),
  });
});
allowErrors(/could not be found out/);

test('the author of a workflow does not learn that the person has used their credits', async () => {
  const generation = aGeneration({ state: 'failed', failure: { reason: 'credits_of_person' } });
  const step = { generation, isWaiting: false, isOver: false };
  const words = { serviceName: 'Gamma', optOutReaction: 'speak_no_evil' };
  const conversation = () => Promise.reject(new Error('not asked'));
  expect(await outcomeOf(step, { conversation }, words)).toEqual({ error: STEP_LIMIT });
});
