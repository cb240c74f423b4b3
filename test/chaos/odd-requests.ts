import { sendOddRequests } from '../http/send-odd-requests.ts';
import { createTwoTeams } from '../journeys/two-teams.ts';

/** Throws odd requests at every address for so many seconds. @returns what to say of it */
export async function oddRequests(seconds: number): Promise<string> {
  const harness = await createTwoTeams();
  const target = { url: harness.appUrl(), signingSecret: harness.env.SLACK_SIGNING_SECRET ?? '' };
  const { requests } = await sendOddRequests(target, { runs: Number.MAX_SAFE_INTEGER, ms: seconds * 1000 });
  await harness.close();
  return `${requests} odd requests in ${seconds} s: all answered in time, none with 500, and it still serves.`;
}
