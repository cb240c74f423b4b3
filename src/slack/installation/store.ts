import type { InstallationStore } from '@slack/oauth';
import type { Clock } from '../../clock.ts';
import { fromSlack, type TeamInstallation, toSlack } from './installation.ts';

/** Where installations are kept, by team; sealed, since they hold bot tokens. */
export interface InstallationShelf {
  get(team: string): Promise<TeamInstallation | undefined>;
  set(team: string, installation: TeamInstallation): Promise<void>;
  delete(team: string): Promise<boolean>;
}

export interface Installations {
  find(team: string): Promise<TeamInstallation | null>;
  /** The bot token of a team. @throws NotInstalled */
  tokenFor(team: string): Promise<string>;
  /** Writes an installation, in place of what was there. */
  keep(installation: TeamInstallation): Promise<void>;
  /** Forgets a team's installation, here at once and in other processes within half a minute. */
  forget(team: string): Promise<void>;
  /** For the SDK. */
  store: InstallationStore;
}

/** Deckhand is not, or no longer, in this team. */
export class NotInstalled extends Error {
  override name = 'NotInstalled';
}

/** Milliseconds: Slack wants an answer within 3 s and every request asks, so the database is not asked each time. */
const BELIEVED = 30_000;
const TEAMS = 10_000;

export function createInstallations(shelf: InstallationShelf, clock: Clock): Installations {
  const held = new Map<string, { installation: TeamInstallation; until: number }>();

  function hold(team: string, installation: TeamInstallation): TeamInstallation {
    held.delete(team);
    held.set(team, { installation, until: clock.now() + BELIEVED });
    const oldest = held.keys().next().value;
    if (held.size > TEAMS && oldest !== undefined) held.delete(oldest);
    return installation;
  }

  /** That there is none is not believed for long: somebody may be installing at this moment. */
  async function find(team: string): Promise<TeamInstallation | null> {
    const known = held.get(team);
    if (known && known.until > clock.now()) return known.installation;
    held.delete(team);
    const stored = await shelf.get(team);
    return stored ? hold(team, stored) : null;
  }

  async function require(team: string): Promise<TeamInstallation> {
    const found = await find(team);
    if (!found) throw new NotInstalled('Deckhand is not installed in this team');
    return found;
  }

  async function keep(installation: TeamInstallation): Promise<void> {
    await shelf.set(installation.team, installation);
    hold(installation.team, installation);
  }

  async function forget(team: string): Promise<void> {
    await shelf.delete(team);
    held.delete(team);
  }

  return {
    find,
    tokenFor: async (team) => (await require(team)).bot.token,
    keep,
    forget,
    store: {
      storeInstallation: (given) => keep(fromSlack(given, clock.now())),
      fetchInstallation: async ({ teamId, enterpriseId, isEnterpriseInstall }) =>
        toSlack(await require((isEnterpriseInstall ? enterpriseId : teamId) ?? '')),
    },
  };
}
