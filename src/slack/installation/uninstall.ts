import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { Removal as TeamRemoval } from '../../storage/team-removal.ts';
import { isTokenDead, slackError } from '../bolt/calls/clients.ts';
import type { SlackContext, Uninstalled } from '../bolt/context.ts';
import { uninstalledTeamOf } from '../bolt/receiving/team.ts';
import type { EventOf } from '../bolt/requests.ts';
import type { TeamInstallation } from './installation.ts';

/** Handles Slack's event that Deckhand was uninstalled. `createUninstall` deletes all rows of the team if its token no longer works. */
export async function appUninstalled(
  { context, body }: EventOf<'app_uninstalled'>,
  { onUninstalled }: SlackContext,
): Promise<void> {
  await onUninstalled({ team: uninstalledTeamOf(context, body), at: body.event_time * 1000 });
}

/** Handles Slack's event that tokens were revoked. A revoked bot token counts as an uninstall. Deckhand has no user tokens. */
export async function tokensRevoked(
  { context, body, event }: EventOf<'tokens_revoked'>,
  { onUninstalled }: SlackContext,
): Promise<void> {
  if (!event.tokens.bot?.length) return;
  await onUninstalled({ team: uninstalledTeamOf(context, body), at: body.event_time * 1000 });
}

type Removal = Pick<TeamRemoval, 'alone' | 'remove' | 'isUnfinished'>;

/** A stored installation, or null if there is none. `unreadable` means that it cannot be decrypted, because the encryption key was lost. */
type Stored = TeamInstallation | 'unreadable' | null;

export interface UninstallOptions {
  /** Returns the installation from the database, not from a cache, because another process may just have saved a new installation. */
  read(team: string): Promise<Stored>;
  clientFor(token: string): SlackClient;
  removal: Removal;
}

/** Waits before further checks of a token, in milliseconds. Some of Slack's servers accept a token for a short time after it was revoked. */
const CHECK_AGAIN_AFTER_MS = [1_000, 5_000, 20_000];

/**
 * Returns the handler of an uninstall. It deletes a team's rows only if the team's token no longer works, because the event may be
 * outdated: Slack sends two events, in any order, and delivers them again for up to a day. If the team has installed Deckhand again in the
 * meantime, the new installation must not be deleted.
 */
export function createUninstall(
  { read, clientFor, removal }: UninstallOptions,
  { clock, log }: { clock: Clock; log: Log },
) {
  /** Returns the installation if its token works. Otherwise deletes the team's rows and returns null. */
  const removeIfEnded = (team: string): Promise<TeamInstallation | null> =>
    removal.alone(team, async () => {
      const stored = await read(team);
      if (isReadable(stored) && (await isAlive(clientFor(stored.bot.token)))) return stored;
      await removal.remove(team);
      return null;
    });

  return async ({ team, at }: Uninstalled): Promise<void> => {
    for (const wait of [0, ...CHECK_AGAIN_AFTER_MS]) {
      if (wait > 0) await clock.sleep(wait);
      const alive = await removeIfEnded(team);
      if (!alive || at < alive.installedAt) return;
    }
    log.warn({ team }, 'Slack sent an event that Deckhand was uninstalled, but its token still works');
  };
}

/**
 * Slack's error codes for a token that is certainly no longer valid. `invalid_auth` is not among them, because Slack also sends it to IP
 * addresses that it blocks.
 */
const ENDED = ['account_inactive', 'token_revoked'];

/**
 * Returns a function that checks whether a team of a restored backup has uninstalled Deckhand since the backup. Slack does not send the
 * event of the uninstall again, so the function tries the token. It returns true only for the error codes in `ENDED`. It returns
 * undefined for other errors, and if the token cannot be decrypted.
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

/** Returns the handler of an uninstall for a bot token from the configuration. It checks the token only once, without further waits. */
export function createOneTeamUninstall(client: SlackClient, removal: Removal) {
  return ({ team }: Uninstalled): Promise<void> =>
    removal.alone(team, async () => {
      if (!(await isAlive(client))) await removal.remove(team);
    });
}

/**
 * Returns a function that saves a new installation. If the team's earlier installation ended while Deckhand was not running, the team's
 * rows are deleted first. If the team installs again only to allow more scopes, the earlier token still works and the rows stay.
 */
export function createSaveInstallation(
  { read, clientFor, removal }: UninstallOptions,
  save: (installation: TeamInstallation) => Promise<void>,
) {
  async function hasEnded(team: string, token: string): Promise<boolean> {
    if (await removal.isUnfinished(team)) return true;
    const before = await read(team);
    // Rows without an installation were written when SLACK_BOT_TOKEN was set. They still belong to the team.
    if (before === null) return false;
    if (!isReadable(before)) return true;
    return before.bot.token !== token && !(await isAlive(clientFor(before.bot.token)));
  }

  return (installation: TeamInstallation): Promise<void> =>
    removal.alone(installation.team, async () => {
      const { team, bot } = installation;
      if (await hasEnded(team, bot.token)) await removal.remove(team);
      await save(installation);
    });
}

function isReadable(stored: Stored): stored is TeamInstallation {
  return stored !== null && stored !== 'unreadable';
}

/** Returns whether the client's token works. If Slack is not reachable, the token counts as working. */
async function isAlive(client: SlackClient): Promise<boolean> {
  try {
    await client.auth.test();
    return true;
  } catch (error) {
    return !isTokenDead(error);
  }
}
