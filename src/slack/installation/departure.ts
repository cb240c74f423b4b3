import type { WebClient } from '@slack/web-api';
import { isTokenDead } from '../slack-error.ts';
import type { TeamInstallation } from './installation.ts';

export interface DepartureOptions {
  /** The team's installation, if it is known. */
  find(team: string): Promise<TeamInstallation | null>;
  clientFor(token: string): WebClient;
  /** Deletes everything of a team; repeatable. */
  removeTeam(team: string): Promise<void>;
}

/** What Slack says when Deckhand was taken out of a team. */
export interface Departed {
  team: string;
  /** When it happened, in milliseconds since the epoch. */
  at: number;
}

/**
 * Slack tells of a departure by two events, in any order, and again for up to a day: by then the team may have let
 * Deckhand in anew, and the new installation must not go with the old one.
 */
export function createDeparture({ find, clientFor, removeTeam }: DepartureOptions) {
  return async ({ team, at }: Departed): Promise<void> => {
    const installation = await find(team);
    const isOld = installation !== null && at < installation.installedAt;
    // Clocks differ, so the token has the last word.
    if (isOld && (await isAlive(clientFor(installation.bot.token)))) return;
    await removeTeam(team);
  };
}

/**
 * Before a new installation is kept: one that ended while nobody listened left rows behind, which the new one is not
 * to find. Allowing more scopes is not an end: the old token still works.
 */
export function createClearance({ find, clientFor, removeTeam }: DepartureOptions) {
  return async ({ team, bot }: TeamInstallation): Promise<void> => {
    const before = await find(team);
    if (!before || before.bot.token === bot.token) return;
    if (!(await isAlive(clientFor(before.bot.token)))) await removeTeam(team);
  };
}

/** Only Slack's own no counts as one. */
async function isAlive(client: WebClient): Promise<boolean> {
  try {
    await client.auth.test();
    return true;
  } catch (error) {
    return !isTokenDead(error);
  }
}
