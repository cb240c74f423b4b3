import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { Removal as TeamRemoval } from '../../storage/team-removal.ts';
import { isTokenDead, slackError } from '../bolt/calls/clients.ts';
import type { SlackContext, Uninstalled } from '../bolt/context.ts';
import { uninstalledTeamOf } from '../bolt/receiving/team.ts';
import type { EventOf } from '../bolt/requests.ts';
import type { TeamInstallation } from './installation.ts';

/** Handles Slack's event that Deckhand was uninstalled. `createUninstall` deletes the team's data if the token no longer works. */
export async function appUninstalled(
  { context, body }: EventOf<'app_uninstalled'>,
  { onUninstalled }: SlackContext,
): Promise<void> {
  await onUninstalled({ team: uninstalledTeamOf(context, body), at: body.event_time * 1000 });
}

/** Handles Slack's event that tokens were revoked. A revoked bot token means an uninstall. Other tokens do not matter to Deckhand. */
export async function tokensRevoked(
  { context, body, event }: EventOf<'tokens_revoked'>,
  { onUninstalled }: SlackContext,
): Promise<void> {
  if (!event.tokens.bot?.length) return;
  await onUninstalled({ team: uninstalledTeamOf(context, body), at: body.event_time * 1000 });
}

type Removal = Pick<TeamRemoval, 'alone' | 'remove' | 'isUnfinished'>;

/** A stored installation; null if there is none. `unreadable` if it cannot be decrypted, because the encryption key was lost. */
type Stored = TeamInstallation | 'unreadable' | null;

export interface UninstallOptions {
  /** Reads the stored installation. It must not use a cache, because another process may just have saved a new installation. */
  read(team: string): Promise<Stored>;
  clientFor(token: string): SlackClient;
  removal: Removal;
}

/** Pauses before checking a token again, in milliseconds. After a token is revoked, some of Slack's servers accept it for a short time. */
const CHECK_AGAIN_AFTER_MS = [1_000, 5_000, 20_000];

/**
 * Returns the handler of an uninstall. It deletes the team's data only if the team's token no longer works, because Slack may deliver the
 * event after the team has installed Deckhand again.
 */
export function createUninstall(
  { read, clientFor, removal }: UninstallOptions,
  { clock, log }: { clock: Clock; log: Log },
) {
  /** If the team's token works, returns the installation. Otherwise deletes the team's data and returns null. */
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

/** Slack's error codes for an invalid token. Leaves out `invalid_auth`, because Slack also sends it to IP addresses that it blocks. */
const ENDED = ['account_inactive', 'token_revoked'];

/**
 * Returns a function for use after the database was restored from a backup. The function tries a team's token, and returns true if the
 * team has uninstalled Deckhand since the backup. It returns undefined if it cannot be certain.
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

/** Returns the handler of an uninstall for a bot token from the configuration. Unlike `createUninstall`, it checks the token only once. */
export function createOneTeamUninstall(client: SlackClient, removal: Removal) {
  return ({ team }: Uninstalled): Promise<void> =>
    removal.alone(team, async () => {
      if (!(await isAlive(client))) await removal.remove(team);
    });
}

/**
 * Returns a function that saves a new installation. If the old token no longer works, Deckhand missed an uninstall. Then the function first
 * deletes the team's old data.
 */
export function createSaveInstallation(
  { read, clientFor, removal }: UninstallOptions,
  save: (installation: TeamInstallation) => Promise<void>,
) {
  async function hasEnded(team: string, token: string): Promise<boolean> {
    if (await removal.isUnfinished(team)) return true;
    const before = await read(team);
    // If no installation is stored, keep the team's data. It is from a time when the app ran with SLACK_BOT_TOKEN.
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

/** Returns false if Slack says that the token no longer works. If Slack is unreachable, the token counts as working. */
async function isAlive(client: SlackClient): Promise<boolean> {
  try {
    await client.auth.test();
    return true;
  } catch (error) {
    return !isTokenDead(error);
  }
}
