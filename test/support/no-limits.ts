import { type Limits, spendKinds } from '../../src/asks/limits.ts';
import { createTeamSettings } from '../../src/settings/team-settings.ts';
import type { Database } from '../../src/storage/database.ts';

/** Limits for one person that only tests of limits reach. */
export const NO_LIMITS: Limits = {
  guests: 'no',
  accessFor: 'anybody',
  asksUnderWay: 1_000_000,
  asksPerHour: 1_000_000,
  digestsOfPerson: 1_000_000,
  digestsInChannel: 1_000_000,
  spenders: 'everyone',
  spenderPeople: [],
  spenderGroups: [],
  spendOn: [...spendKinds],
  creditsOfPerson: null,
  creditsOfChannel: null,
  creditsOfTeam: null,
  creditsOf: {},
};

/** Lets the people of these teams ask for as much as they like. The database has to be migrated. */
export async function liftLimits(db: Database, teams: string[]): Promise<void> {
  for (const team of teams) await createTeamSettings(db).set(team, NO_LIMITS);
}
