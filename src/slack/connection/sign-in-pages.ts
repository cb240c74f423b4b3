import type { Actor } from '../../actor.ts';
import { type Clock, within } from '../../clock.ts';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { Names } from '../../http/connect-pages.ts';
import type { Log } from '../../log.ts';
import type { TeamSettingsStore } from '../../settings/team-settings.ts';
import { NotInstalled, type SlackClients } from '../bolt/calls/clients.ts';
import { mayConnect, takesPlaceOfOthers } from '../bolt/permissions/permissions.ts';
import { roleIn } from '../bolt/permissions/roles.ts';

/** Calls to Slack that the browser pages of the sign-in need. */

interface PageDeps {
  clients: Pick<SlackClients, 'reads'>;
  clock: Clock;
  log: Log;
}

/** Timeout for looking up the names that a page shows, in milliseconds. */
const NAMES_WITHIN_MS = 2_000;

/**
 * Returns a function that looks up the names of a person and their team. The function returns an empty object if Slack fails or is slow,
 * and null if Deckhand is not installed in the team.
 * @param nameOf returns a team's name if it is known without asking Slack
 */
export function createNames(
  { clients, clock, log }: PageDeps,
  nameOf: (team: string) => Promise<string | undefined>,
) {
  const ask = async ({ team, person }: Actor): Promise<Names> => {
    const client = await clients.reads(team);
    const [known, own, { user }] = await Promise.all([
      nameOf(team),
      client.auth.test(),
      client.users.info({ user: person }),
    ]);
    return { team: known ?? own.team, person: user?.real_name ?? user?.name, slackUrl: webAddress(own.url) };
  };
  return (actor: Actor): Promise<Names | null> =>
    within<Names, Names>(clock, NAMES_WITHIN_MS, () => ask(actor), {}).catch((err) => {
      if (err instanceof NotInstalled) return null;
      log.warn({ team: actor.team, err }, 'Slack did not return the names for the page of the sign-in');
      return {};
    });
}

/** Timeout of the check whether a person may still connect, in milliseconds. The service's authorization code expires after a minute. */
const CHECK_WITHIN_MS = 3_000;

/**
 * Returns a function that checks, at the end of a sign-in, whether the person may still connect the team. If Slack does not respond, the
 * function returns false if another person's working connection would be replaced. Otherwise it returns true, because the person was
 * checked at most ten minutes ago.
 */
export function createStillMayConnect(
  { clients, clock, log }: PageDeps,
  settings: TeamSettingsStore,
  summaryOf: (team: string) => Promise<ConnectionSummary>,
) {
  const check = async (
    { team, person }: Actor,
    current: ConnectionSummary,
    ifUnknown: boolean,
  ): Promise<boolean> => {
    const client = await clients.reads(team);
    const [role, { whoConnects }] = await Promise.all([
      roleIn({ client, team, person }, log),
      settings.of(team),
    ]);
    return role === 'unknown' ? ifUnknown : mayConnect(person, role, whoConnects, current);
  };
  return async (actor: Actor): Promise<boolean> => {
    const { team, person } = actor;
    // Read the current connection, because another person may have connected since the link was created.
    const current = await summaryOf(team);
    const ifUnknown = !takesPlaceOfOthers(person, current);
    try {
      return await within(clock, CHECK_WITHIN_MS, () => check(actor, current, ifUnknown), ifUnknown);
    } catch (err) {
      if (err instanceof NotInstalled) return false;
      log.warn({ team, err }, 'It could not be checked whether a person may still connect');
      return ifUnknown;
    }
  };
}

/** Returns the URL if it uses http or https, so that it is safe in a link; otherwise undefined. */
function webAddress(url: string | undefined): string | undefined {
  return url && /^https?:/.test(url) ? url : undefined;
}
