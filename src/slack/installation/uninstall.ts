import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext, Uninstalled } from '../bolt/context.ts';
import type { EventOf } from '../bolt/requests.ts';
import { isTokenDead, slackError } from '../bolt/slack-error.ts';
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

/** Slack says that Deckhand was taken out, a moment before the token stops working at all its machines. Milliseconds. */
const ASK_AGAIN_AFTER_MS = [1_000, 5_000, 20_000];

/**
 * The token has the last word, for an event may say the wrong team, or be old: Slack sends two, in any order, and again for
 * up to a day. By then the team may have installed Deckhand anew, and the new installation must not go with the old one.
 */
export function createUninstall(
  { read, clientFor, removal }: UninstallOptions,
  { clock, log }: { clock: Clock; log: Log },
) {
  /** What was stored where its token works; null where everything of the team is gone now. */
  const removeIfOver = (team: string): Promise<TeamInstallation | null> =>
    removal.alone(team, async () => {
      const stored = await read(team);
      if (isReadable(stored) && (await isAlive(clientFor(stored.bot.token)))) return stored;
      await removal.remove(team);
      return null;
    });

  return async ({ team, at }: Uninstalled): Promise<void> => {
    for (const wait of [0, ...ASK_AGAIN_AFTER_MS]) {
      if (wait > 0) await clock.sleep(wait);
      const alive = await removeIfOver(team);
      if (!alive || at < alive.installedAt) return;
    }
    log.warn({ team }, 'Slack said that Deckhand was taken out of a team, and its token works');
  };
}

/** Slack's words for a token that was good and has ended. `invalid_auth` is said as well to an address that it does not let ask. */
const ENDED = ['account_inactive', 'token_revoked'];

/**
 * For a team that a backup has brought back. No event of Slack's says that it left, so only words that leave no doubt count.
 * @returns undefined where Slack does not say, or the token cannot be read
 */
export function createHasLeft({ read, clientFor }: Pick<UninstallOptions, 'read' | 'clientFor'>) {
  return async (team: string): Promise<boolean | undefined> => {
    const stored = await read(team);
    if (stored === null) return false;
    if (!isReadable(stored)) return undefined;
    try {
      await clientFor(stored.bot.token).auth.test();
      return false;
    } catch (error) {
      return ENDED.includes(slackError(error) ?? '') || undefined;
    }
  };
}

/** As `createUninstall`, for a token from the configuration, which has no date. */
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
