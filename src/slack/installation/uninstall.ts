import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext, Uninstalled } from '../bolt/context.ts';
import type { EventOf } from '../bolt/requests.ts';
import { isTokenDead } from '../bolt/slack-error.ts';
import { uninstalledTeamOf } from '../bolt/team.ts';
import type { TeamInstallation } from './installation.ts';

/** Deckhand was uninstalled: everything of the team is deleted. */
export async function appUninstalled(
  { context, body }: EventOf<'app_uninstalled'>,
  { onUninstalled }: Pick<SlackContext, 'onUninstalled'>,
): Promise<void> {
  await onUninstalled({ team: uninstalledTeamOf(context, body), at: body.event_time * 1000 });
}

/** A revoked bot token counts as an uninstall; Deckhand has no tokens of people. */
export async function tokensRevoked(
  { context, body, event }: EventOf<'tokens_revoked'>,
  { onUninstalled }: Pick<SlackContext, 'onUninstalled'>,
): Promise<void> {
  if (!event.tokens.bot?.length) return;
  await onUninstalled({ team: uninstalledTeamOf(context, body), at: body.event_time * 1000 });
}

export interface Removal {
  /** Runs `fn` while nobody else, in any process, decides on this team. */
  alone<T>(team: string, fn: () => Promise<T>): Promise<T>;
  /** Deletes everything of a team. May be done again. */
  remove(team: string): Promise<void>;
  /** True while a removal of the team was begun and is not finished. */
  isUnfinished(team: string): Promise<boolean>;
}

/** `unreadable`: the key that it is sealed with is lost, and its token with it. */
type Stored = TeamInstallation | 'unreadable' | null;

export interface UninstallOptions {
  /** The team's installation as it is stored now: another process may have saved a new one a moment ago. */
  read(team: string): Promise<Stored>;
  clientFor(token: string): SlackClient;
  removal: Removal;
}

/**
 * Slack sends two events, in any order, and again for up to a day: by then the team may have installed Deckhand anew,
 * and the new installation must not go with the old one.
 */
export function createUninstall({ read, clientFor, removal }: UninstallOptions) {
  return ({ team, at }: Uninstalled): Promise<void> =>
    removal.alone(team, async () => {
      const stored = await read(team);
      const isOld = isReadable(stored) && at < stored.installedAt;
      // Clocks differ, so the token has the last word.
      if (isOld && (await isAlive(clientFor(stored.bot.token)))) return;
      await removal.remove(team);
    });
}

/** A token from the configuration has no date of installation to compare with: whether it still works decides. */
export function createOneTeamUninstall(client: SlackClient, removal: Removal) {
  return ({ team }: Uninstalled): Promise<void> =>
    removal.alone(team, async () => {
      if (!(await isAlive(client))) await removal.remove(team);
    });
}

/**
 * Saves a new installation, and first removes the rows of one that ended while nobody listened. Allowing more scopes is
 * not an end: the old token still works.
 */
export function createSaveInstallation(
  { read, clientFor, removal }: UninstallOptions,
  save: (installation: TeamInstallation) => Promise<void>,
) {
  async function isOver(team: string, token: string): Promise<boolean> {
    if (await removal.isUnfinished(team)) return true;
    const before = await read(team);
    // Rows without an installation come from a time with SLACK_BOT_TOKEN, and are still the team's.
    if (before === null) return false;
    if (!isReadable(before)) return true;
    return before.bot.token !== token && !(await isAlive(clientFor(before.bot.token)));
  }

  return (installation: TeamInstallation): Promise<void> =>
    removal.alone(installation.team, async () => {
      const { team, bot } = installation;
      if (await isOver(team, bot.token)) await removal.remove(team);
      await save(installation);
    });
}

function isReadable(stored: Stored): stored is TeamInstallation {
  return stored !== null && stored !== 'unreadable';
}

/** Slack out of reach does not count as a dead token. */
async function isAlive(client: SlackClient): Promise<boolean> {
  try {
    await client.auth.test();
    return true;
  } catch (error) {
    return !isTokenDead(error);
  }
}
