import { throwOddRequests } from '../http/throwing.ts';
import { createTwoTeams } from '../journeys/two-teams.ts';

/** Long runs with faults: `npm run chaos -- 120` takes two minutes instead of one. */

const seconds = Number(process.argv[2] ?? 60);
if (!(seconds > 0)) {
  console.error('How long, in seconds? npm run chaos -- 60');
  process.exit(1);
}

process.on('unhandledRejection', (error) => {
  console.error('A promise was rejected and nobody looked:', error);
  process.exit(1);
});

const world = await createTwoTeams();
const target = { url: world.appUrl(), signingSecret: world.env.SLACK_SIGNING_SECRET ?? '' };
const { requests } = await throwOddRequests(target, { runs: Number.MAX_SAFE_INTEGER, ms: seconds * 1000 });
await world.close();
console.log(
  `${requests} odd requests in ${seconds} s: all answered in time, none with 500, and it still serves.`,
);
process.exit(0);
