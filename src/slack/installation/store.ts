import type { InstallationQuery, InstallationStore } from '@slack/oauth';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { NotInstalled } from '../bolt/clients.ts';
import { type TeamInstallation, toSlack } from './installation.ts';

/** Installations by team; sealed, since they hold bot tokens. */
export interface InstallationRecords {
  get(team: string): Promise<TeamInstallation | undefined>;
  set(team: string, installation: TeamInstallation): Promise<void>;
  delete(team: string): Promise<boolean>;
}

/** Says to all processes which team's installation has changed. */
export interface InstallationChanges {
  publish(team: string): Promise<void>;
  /** `onChange` gets '' where some may have been missed. */
  subscribe(onChange: (team: string) => void): Promise<() => Promise<void>>;
}

export interface Installations {
  /** May be half a minute old where a message of another process is lost. */
  find(team: string): Promise<TeamInstallation | null>;
  /** As it is stored now. */
  read(team: string): Promise<TeamInstallation | null>;
  /** The bot token of a team. @throws NotInstalled */
  tokenFor(team: string): Promise<string>;
  /** Writes an installation, in place of what was there. */
  save(installation: TeamInstallation): Promise<void>;
  /** Forgets a team's installation. */
  forget(team: string): Promise<void>;
  /** Hears of other processes' changes, until the returned call. */
  listen(): Promise<() => Promise<void>>;
  /** For the SDK. */
  fetchInstallation: InstallationStore['fetchInstallation'];
}

/** Slack wants an answer within 3 s and every request asks, so the database is not asked each time. */
const FRESH_MS = 30_000;
const TEAMS = 10_000;

export function createInstallations(
  records: InstallationRecords,
  clock: Clock,
  changes: InstallationChanges,
): Installations {
  const cache = new LRUCache<string, TeamInstallation>({
    max: TEAMS,
    ttl: FRESH_MS,
    perf: clock,
    ttlResolution: 0,
  });
  /** Counts invalidations: a row that was read while one came in may be old already. */
  let invalidations = 0;

  /** A team without an installation is not cached: somebody may be installing at this moment. */
  async function find(team: string): Promise<TeamInstallation | null> {
    return cache.get(team) ?? read(team);
  }

  async function read(team: string): Promise<TeamInstallation | null> {
    cache.delete(team);
    const before = invalidations;
    const stored = await records.get(team);
    if (stored && before === invalidations) cache.set(team, stored);
    return stored ?? null;
  }

  function invalidate(team: string): void {
    invalidations += 1;
    if (team) cache.delete(team);
    else cache.clear();
  }

  async function require(team: string): Promise<TeamInstallation> {
    const found = await find(team);
    if (!found) throw new NotInstalled('Deckhand is not installed in this team');
    return found;
  }

  async function save(installation: TeamInstallation): Promise<void> {
    await records.set(installation.team, installation);
    await publish(installation.team);
  }

  async function forget(team: string): Promise<void> {
    await records.delete(team);
    await publish(team);
  }

  async function publish(team: string): Promise<void> {
    invalidate(team);
    await changes.publish(team);
  }

  return {
    find,
    read,
    tokenFor: async (team) => (await require(team)).bot.token,
    save,
    forget,
    listen: () => changes.subscribe(invalidate),
    fetchInstallation: async (source) => toSlack(await require(installedTeamOf(source))),
  };
}

/** The key of the installation that a request of Slack is for; '' where it names none. */
export function installedTeamOf({
  teamId,
  enterpriseId,
  isEnterpriseInstall,
}: Pick<InstallationQuery<boolean>, 'teamId' | 'enterpriseId' | 'isEnterpriseInstall'>): string {
  return (isEnterpriseInstall ? enterpriseId : teamId) ?? '';
}
