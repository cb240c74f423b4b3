import type { SlackClient } from '../../slack-client.ts';
import { isTokenDead } from '../bolt/slack-error.ts';
import type { TeamInstallation } from './installation.ts';

export interface Endings {
  /** Runs `fn` while nobody else, in any process, decides on this team. */
  alone<T>(team: string, fn: () => Promise<T>): Promise<T>;
  /** Deletes everything of a team; repeatable. */
  remove(team: string): Promise<void>;
  /** Whether a removal of the team was begun and is not finished. */
  isUnfinished(team: string): Promise<boolean>;
}

/** `unreadable`: the key that it is sealed with is lost, and its token with it. */
type Stored = TeamInstallation | 'unreadable' | null;

export interface DepartureOptions {
  /** The team's installation as it is stored now: another process may have kept a new one a moment ago. */
  read(team: string): Promise<Stored>;
  clientFor(token: string): SlackClient;
  endings: Endings;
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
export function createDeparture({ read, clientFor, endings }: DepartureOptions) {
  return ({ team, at }: Departed): Promise<void> =>
    endings.alone(team, async () => {
      const stored = await read(team);
      const isOld = isReadable(stored) && at < stored.installedAt;
      // Clocks differ, so the token has the last word.
      if (isOld && (await isAlive(clientFor(stored.bot.token)))) return;
      await endings.remove(team);
    });
}

/** With a token from the configuration nobody knows since when Deckhand is in the team: the token has the only word. */
export function createOneTeamDeparture(client: SlackClient, endings: Endings) {
  return ({ team }: Departed): Promise<void> =>
    endings.alone(team, async () => {
      if (!(await isAlive(client))) await endings.remove(team);
    });
}

/**
 * Keeps a new installation. One that ended while nobody listened left rows behind, which the new one is not to find.
 * Allowing more scopes is not an end: the old token still works.
 */
export function createKeeping(
  { read, clientFor, endings }: DepartureOptions,
  keep: (installation: TeamInstallation) => Promise<void>,
) {
  async function isOver(team: string, token: string): Promise<boolean> {
    if (await endings.isUnfinished(team)) return true;
    const before = await read(team);
    // Rows without an installation are of the days of SLACK_BOT_TOKEN, and still the team's.
    if (before === null) return false;
    if (!isReadable(before)) return true;
    return before.bot.token !== token && !(await isAlive(clientFor(before.bot.token)));
  }

  return (installation: TeamInstallation): Promise<void> =>
    endings.alone(installation.team, async () => {
      const { team, bot } = installation;
      if (await isOver(team, bot.token)) await endings.remove(team);
      await keep(installation);
    });
}

function isReadable(stored: Stored): stored is TeamInstallation {
  return stored !== null && stored !== 'unreadable';
}

/** Only Slack's own no counts as one. */
async function isAlive(client: SlackClient): Promise<boolean> {
  try {
    await client.auth.test();
    return true;
  } catch (error) {
    return !isTokenDead(error);
  }
}
