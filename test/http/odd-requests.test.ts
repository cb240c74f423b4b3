import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTwoTeams, type TwoTeams } from '../journeys/two-teams.ts';
import { allowErrors } from '../support/log-errors.ts';
import { throwOddRequests } from './throwing.ts';

// Requests that nobody sends are answered, and logged for whoever runs this.
allowErrors(/./);

let harness: TwoTeams;
beforeAll(async () => {
  harness = await createTwoTeams();
});
afterAll(() => harness.close());

/** A longer one is in test/chaos. */
test('whatever is sent to any address is answered in time, never with 500', { timeout: 60_000 }, async () => {
  const target = { url: harness.appUrl(), signingSecret: harness.env.SLACK_SIGNING_SECRET ?? '' };
  const { requests } = await throwOddRequests(target, { runs: 40, ms: 15_000 });
  expect(requests).toBeGreaterThan(100);
});
