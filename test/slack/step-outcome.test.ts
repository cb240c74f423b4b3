import { expect, test } from 'vitest';
import { PostRefused } from '../../src/generations/delivery/delivery.ts';
import { NotInstalled } from '../../src/slack/bolt/calls/clients.ts';
import { completeStep } from '../../src/slack/result/step-outcome.ts';

test('the step of a team that has uninstalled Deckhand is refused, so that it is not tried again', async () => {
  const clientFor = () => Promise.reject(new NotInstalled('Not installed'));
  await expect(completeStep(clientFor, 'Fx1', { error: 'Nothing was made.' })).rejects.toThrow(PostRefused);
});
