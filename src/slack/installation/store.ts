import type { InstallationQuery, InstallationStore } from '@slack/oauth';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../storage/store.ts';
import { NotInstalled } from '../bolt/calls/clients.ts';
import { type TeamInstallation, toSlack } from './installation.ts';

/** Notifies all processes that the installation of a team has changed. */
export interface InstallationChanges {
  publish(team: string): Promise<void>;
  /** Calls `onChange` with the team, or with '' if notifications may have been lost. Returns a function that unsubscribes. */
  subscribe(onChange: (team: string) => void): Promise<() => Promise<void>>;
}

export interface Installations {
  /** Returns the installation, from the cache if possible. It can be outdated by 30 s if a notification was lost. */
  find(team: string): Promise<TeamInstallation | null>;
  /** Returns the installation as it is stored now. */
  read(team: string): Promise<TeamInstallation | null>;
  /** Returns a team's bot token. @throws NotInstalled */
  tokenFor(team: string): Promise<string>;
  /** Stores an installation and replaces the team's earlier one. */
  save(installation: TeamInstallation): Promise<void>;
  /** Deletes a team's installation. */
  forget(team: string): Promise<void>;
  /** Removes installations from the cache when other processes change them. Returns a function that unsubscribes. */
  listen(): Promise<() => Promise<void>>;
  /** The SDK's lookup of an installation. */
  fetchInstallation: InstallationStore['fetchInstallation'];
}

/** Milliseconds for which an installation is cached, because every request needs it and must be answered within 3 s. */
const FRESH_MS = 30_000;
const CACHED_TEAMS = 10_000;

export function createInstallations(
  records: Pick<Store<TeamInstallation>, 'get' | 'set' | 'delete'>,
  clock: Clock,
  changes: InstallationChanges,
): Installations {
  const cache = new LRUCache<string, TeamInstallation>({
    max: CACHED_TEAMS,
    ttl: FRESH_MS,
    perf: clock,
    ttlResolution: 0,
  });
  /** Number of invalidations. If it changes while a row is being read, the row is not cached, because it may be outdated. */
  let invalidations = 0;

  /** A missing installation is not cached, because the team may be installing Deckhand now. */
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

/** Returns the key of the installation that a Slack request belongs to; '' if it names no team. */
export function installedTeamOf({
  teamId,
  enterpriseId,
  isEnterpriseInstall,
}: Pick<InstallationQuery<boolean>, 'teamId' | 'enterpriseId' | 'isEnterpriseInstall'>): string {
  return (isEnterpriseInstall ? enterpriseId : teamId) ?? '';
}
