import type { InstallationStore } from '@slack/oauth';
import type { Clock } from '../../clock.ts';
import { type TeamInstallation, toSlack } from './installation.ts';

/** Where installations are kept, by team; sealed, since they hold bot tokens. */
export interface InstallationShelf {
  get(team: string): Promise<TeamInstallation | undefined>;
  set(team: string, installation: TeamInstallation): Promise<void>;
  delete(team: string): Promise<boolean>;
}

/** Tells the other processes which team's installation is another one now. */
export interface InstallationNews {
  tell(team: string): Promise<void>;
  /** `onNews` gets '' where some may have been missed. */
  listen(onNews: (team: string) => void): Promise<() => Promise<void>>;
}

export interface Installations {
  /** May be half a minute old where the news of another process is lost. */
  find(team: string): Promise<TeamInstallation | null>;
  /** As it is stored now. */
  read(team: string): Promise<TeamInstallation | null>;
  /** The bot token of a team. @throws NotInstalled */
  tokenFor(team: string): Promise<string>;
  /** Writes an installation, in place of what was there. */
  keep(installation: TeamInstallation): Promise<void>;
  /** Forgets a team's installation. */
  forget(team: string): Promise<void>;
  /** Hears of other processes' changes, until the returned call. */
  listen(): Promise<() => Promise<void>>;
  /** For the SDK. */
  fetchInstallation: InstallationStore['fetchInstallation'];
}

/** Deckhand is not, or no longer, in this team. */
export class NotInstalled extends Error {
  override name = 'NotInstalled';
}

/** Milliseconds: Slack wants an answer within 3 s and every request asks, so the database is not asked each time. */
const BELIEVED = 30_000;
const TEAMS = 10_000;

export function createInstallations(
  shelf: InstallationShelf,
  clock: Clock,
  news: InstallationNews,
): Installations {
  const held = new Map<string, { installation: TeamInstallation; until: number }>();
  /** How often something was let go: what was read meanwhile may be old already. */
  let lettingsGo = 0;

  function hold(team: string, installation: TeamInstallation): void {
    held.delete(team);
    held.set(team, { installation, until: clock.now() + BELIEVED });
    const oldest = held.keys().next().value;
    if (held.size > TEAMS && oldest !== undefined) held.delete(oldest);
  }

  /** That there is none is not believed for long: somebody may be installing at this moment. */
  async function find(team: string): Promise<TeamInstallation | null> {
    const known = held.get(team);
    if (known && known.until > clock.now()) return known.installation;
    return read(team);
  }

  async function read(team: string): Promise<TeamInstallation | null> {
    held.delete(team);
    const before = lettingsGo;
    const stored = await shelf.get(team);
    if (stored && before === lettingsGo) hold(team, stored);
    return stored ?? null;
  }

  function letGo(team: string): void {
    lettingsGo += 1;
    if (team) held.delete(team);
    else held.clear();
  }

  async function require(team: string): Promise<TeamInstallation> {
    const found = await find(team);
    if (!found) throw new NotInstalled('Deckhand is not installed in this team');
    return found;
  }

  async function keep(installation: TeamInstallation): Promise<void> {
    await shelf.set(installation.team, installation);
    await tell(installation.team);
  }

  async function forget(team: string): Promise<void> {
    await shelf.delete(team);
    await tell(team);
  }

  async function tell(team: string): Promise<void> {
    letGo(team);
    await news.tell(team);
  }

  return {
    find,
    read,
    tokenFor: async (team) => (await require(team)).bot.token,
    keep,
    forget,
    listen: () => news.listen(letGo),
    fetchInstallation: async ({ teamId, enterpriseId, isEnterpriseInstall }) =>
      toSlack(await require((isEnterpriseInstall ? enterpriseId : teamId) ?? '')),
  };
}
