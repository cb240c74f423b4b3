import type { InstallationQuery, InstallationStore } from '@slack/oauth';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../storage/store.ts';
import { NotInstalled } from '../bolt/calls/clients.ts';
import { type TeamInstallation, toSlack } from './installation.ts';

/** Notifies all processes when a team's installation changes, so that they drop it from their caches. */
export interface InstallationChanges {
  publish(team: string): Promise<void>;
  /** Calls `onChange` with the team, or with '' if notifications may have been lost. Returns a function that unsubscribes. */
  subscribe(onChange: (team: string) => void): Promise<() => Promise<void>>;
}

export interface Installations {
  /** Returns the installation, possibly from the cache. The cache can be outdated for up to 30 s if a notification was lost. */
  find(team: string): Promise<TeamInstallation | null>;
  /** Returns the installation from the database, and updates the cache. */
  read(team: string): Promise<TeamInstallation | null>;
  /** Returns a team's bot token. @throws NotInstalled if the team has no installation */
  tokenFor(team: string): Promise<string>;
  /** Stores an installation in place of the team's earlier one. */
  save(installation: TeamInstallation): Promise<void>;
  forget(team: string): Promise<void>;
  /** Stores the scopes of a bot token if they have changed. The scopes come from Slack, which sends them with each response. */
  noteScopes(token: string, scopes: string[]): Promise<void>;
  /**
   * Subscribes to changes by other processes, and drops changed installations from the cache. Returns a function that ends the
   * subscription.
   */
  listen(): Promise<() => Promise<void>>;
  /** Finds the installation for a request from Slack. Slack's SDK calls this function. @throws NotInstalled if the team has none */
  fetchInstallation: InstallationStore['fetchInstallation'];
}

/** How long an installation is cached, in milliseconds. Each request from Slack needs an installation, and has to be fast. */
const FRESH_MS = 30_000;
const CACHED_TEAMS = 10_000;

export function createInstallations(
  records: Pick<Store<TeamInstallation>, 'get' | 'set' | 'delete' | 'replace'>,
  clock: Clock,
  changes: InstallationChanges,
): Installations {
  const cache = new LRUCache<string, TeamInstallation>({
    max: CACHED_TEAMS,
    ttl: FRESH_MS,
    perf: clock,
    ttlResolution: 0,
  });
  const teamOfToken = new LRUCache<string, string>({ max: CACHED_TEAMS });
  /** Counts invalidations of the cache. If one happens while a row is being read, the row may be outdated and must not be cached. */
  let invalidations = 0;

  /** Returns the installation. A missing one is not cached, because the team may be installing Deckhand at this moment. */
  async function find(team: string): Promise<TeamInstallation | null> {
    return cache.get(team) ?? read(team);
  }

  async function read(team: string): Promise<TeamInstallation | null> {
    cache.delete(team);
    const before = invalidations;
    const stored = await records.get(team);
    if (stored && before === invalidations) cache.set(team, stored);
    if (stored) teamOfToken.set(stored.bot.token, team);
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

  async function noteScopes(token: string, scopes: string[]): Promise<void> {
    const known = cache.get(teamOfToken.get(token) ?? '');
    if (known?.bot.token !== token || isSameSet(known.bot.scopes, scopes)) return;
    const changed = { ...known, bot: { ...known.bot, scopes } };
    // Update the cache before the database. Otherwise Slack's next response, which has the same scopes, would cause a second write.
    cache.set(known.team, changed);
    await records.replace(known.team, known, changed);
    await publish(known.team);
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
    noteScopes,
    listen: () => changes.subscribe(invalidate),
    fetchInstallation: async (source) => toSlack(await require(installedTeamOf(source))),
  };
}

function isSameSet(one: string[], other: string[]): boolean {
  return one.toSorted().join() === other.toSorted().join();
}

/** Returns the team or organisation whose installation handles a request from Slack; '' if the request names none. */
export function installedTeamOf({
  teamId,
  enterpriseId,
  isEnterpriseInstall,
}: Pick<InstallationQuery<boolean>, 'teamId' | 'enterpriseId' | 'isEnterpriseInstall'>): string {
  return (isEnterpriseInstall ? enterpriseId : teamId) ?? '';
}
