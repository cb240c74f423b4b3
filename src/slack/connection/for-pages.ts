import type { Actor } from '../../actor.ts';
import { type Clock, within } from '../../clock.ts';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { Names } from '../../http/connect-pages.ts';
import type { Log } from '../../log.ts';
import type { TeamSettingsStore } from '../../settings/team-settings.ts';
import { NotInstalled, type SlackClients } from '../bolt/clients.ts';
import { mayConnect, takesPlaceOfOthers } from '../bolt/permissions.ts';
import { roleIn } from '../bolt/roles.ts';

/** Facts from Slack for the browser's pages of connecting. */

interface PageDeps {
  clients: Pick<SlackClients, 'reads'>;
  clock: Clock;
  log: Log;
}

/** A page does not wait longer for a name, in milliseconds. */
const NAMES_WITHIN_MS = 2_000;

/**
 * Names of the team and the person, as far as Slack gives them in time.
 * @param nameOf a team's name, where it is known without asking Slack
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
  return (actor: Actor): Promise<Names> =>
    within<Names, Names>(clock, NAMES_WITHIN_MS, () => ask(actor), {}).catch((err) => {
      log.warn({ team: actor.team, err }, 'Slack did not say who connects what');
      return {};
    });
}

/** Milliseconds: the service's code in a browser that comes back is good for about a minute only. */
const MAY_WITHIN_MS = 3_000;

/**
 * Whether somebody who was given a link may still connect their team. Where Slack does not say, the answer of ten
 * minutes ago holds, as long as Deckhand is installed and nobody else's connection would have to give way.
 */
export function createStillMayConnect(
  { clients, clock, log }: PageDeps,
  settings: TeamSettingsStore,
  summaryOf: (team: string) => Promise<ConnectionSummary>,
) {
  const ask = async (
    { team, person }: Actor,
    current: ConnectionSummary,
    unsaid: boolean,
  ): Promise<boolean> => {
    const client = await clients.reads(team);
    const [role, { whoConnects }] = await Promise.all([
      roleIn({ client, team, person }, log),
      settings.of(team),
    ]);
    return role === 'unknown' ? unsaid : mayConnect(person, role, whoConnects, current);
  };
  return async (actor: Actor): Promise<boolean> => {
    const { team, person } = actor;
    // Ten minutes ago there may have been none to take the place of.
    const current = await summaryOf(team);
    const unsaid = !takesPlaceOfOthers(person, current);
    try {
      return await within(clock, MAY_WITHIN_MS, () => ask(actor, current, unsaid), unsaid);
    } catch (err) {
      if (err instanceof NotInstalled) return false;
      log.warn({ team, err }, 'nobody could say whether a person may still connect');
      return unsaid;
    }
  };
}

function webAddress(url: string | undefined): string | undefined {
  return url && /^https?:/.test(url) ? url : undefined;
}
