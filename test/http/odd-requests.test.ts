import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTwoTeams, type TwoTeams } from '../journeys/two-teams.ts';
import { allowErrors } from '../support/log-errors.ts';
import { sendOddRequests } from './send-odd-requests.ts';

// These requests cause errors in the log.
allowErrors(/./);

let harness: TwoTeams;
beforeAll(async () => {
  harness = await createTwoTeams();
});
afterAll(() => harness.close());

/** test/chaos has a longer run. */
test('arbitrary requests to every route are answered in time, and never with 500', {
  timeout: 60_000,
}, async () => {
  const target = { url: harness.appUrl(), signingSecret: harness.env.SLACK_SIGNING_SECRET ?? '' };
  const { requests } = await sendOddRequests(target, { runs: 40, ms: 15_000 });
  expect(requests).toBeGreaterThan(100);
});
