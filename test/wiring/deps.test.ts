import type { fetch as undiciFetch } from 'undici';
import { expect, test } from 'vitest';
import { forSlack } from '../../src/wiring/deps.ts';

test.each([
  ['https://hooks.slack.com/actions/T1/1/x', true],
  ['http://127.0.0.1:4100/answer/1', true],
  ['http://127.0.0.1:4101/answer/1', false],
  ['http://hooks.slack.com/actions/T1/1/x', false],
  ['https://hooks.slack.com.example.org/x', false],
  ['https://slack.com@10.0.0.1/x', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['//169.254.169.254/', false],
])('what is meant for Slack and addressed to %s is sent: %s', async (address, isSent) => {
  const sent: unknown[] = [];
  const fetch = async (url: unknown) => {
    sent.push(url);
    return new Response();
  };
  const slackFetch = forSlack(fetch as unknown as typeof undiciFetch, 'http://127.0.0.1:4100/api/');
  const answer = slackFetch(address, { method: 'POST', body: '{}' });
  if (isSent) await answer;
  else await expect(answer).rejects.toThrow('outside Slack');
  expect(sent).toEqual(isSent ? [address] : []);
});
