import { LRUCache } from 'lru-cache';
import { type Clock, within } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service/client.ts';
import { PAGE_LIMIT, SEARCH_LIMIT } from '../service/options.ts';
import { listAll } from '../service/paging.ts';

/**
 * Themes, folders and templates of a team, for menus that ask on every keystroke and for a last check on
 * submission.
 */
export interface Catalogue {
  themes(team: string, query: string): Promise<Found<Theme>>;
  folders(team: string, query: string): Promise<Found<Named>>;
  templates(team: string, query: string): Promise<Found<Named>>;
  themeStatus: StatusOf;
  folderStatus: StatusOf;
  templateStatus: StatusOf;
}

/** `unknown` where the service could not say within the time that Slack gives us, or has more than are looked through. */
type StatusOf = (team: string, item: Named) => Promise<'there' | 'gone' | 'unknown'>;

export interface Named {
  id: string;
  name: string;
  /** What the service says of its look or use, where it does. */
  description?: string | undefined;
}

export interface Theme extends Named {
  type: 'standard' | 'custom';
}

/** `stale` was true some minutes ago: the service does not answer now. */
export type Found<Item> =
  | { state: 'fresh' | 'stale'; items: Item[] }
  | { state: 'unconnected' | 'unavailable'; items: [] };

/** The part of the service client that lists. */
export type CatalogueClient = Pick<ServiceClient, 'listThemes' | 'listFolders' | 'searchTemplates'>;

interface Deps {
  /** null where the team has no connection that works. */
  clientFor(team: string): Promise<CatalogueClient | null>;
  /** Names the connection that works now: lists are those of the workspace behind it. null where there is none. */
  connectionOf(team: string): Promise<{ id: string } | null>;
  clock: Clock;
  log: Log;
}

/** Slack wants options within 3 s; the rest is for the ways there and back. */
const ANSWER_WITHIN_MS = 2000;
/** Older lists are in memory; only the id of the connection may have to be read. */
const CACHE_WITHIN_MS = 300;
/** Slack shows at most 100 options, and a team's own themes may stand behind the standard ones. */
const MAX_PAGES = 6;

/** A person who types a name asks several times a second; one who has just made a theme expects to see it soon. */
const FRESH_MS = 45_000;
/** Lists kept at most for one team, so that no team's typing pushes out another's. */
const LISTS_PER_TEAM = 50;
const TEAMS = 500;

type Load<Item> = (client: CatalogueClient, query: string) => Promise<Item[]>;

export function createCatalogue(deps: Deps): Catalogue {
  const themes = createFinder(deps, allThemes);
  const folders = createFinder(deps, allFolders);
  const templates = createFinder(deps, someTemplates);
  return {
    themes,
    folders,
    templates,
    themeStatus: statusAmong(themes, PAGE_LIMIT * MAX_PAGES),
    folderStatus: statusAmong(folders, PAGE_LIMIT * MAX_PAGES),
    templateStatus: statusAmong(templates, SEARCH_LIMIT),
  };
}

/** @param most items of a list that is not complete */
function statusAmong(find: (team: string, query: string) => Promise<Found<Named>>, most: number): StatusOf {
  return async (team, item) => {
    // By name first, since that is one short page (menus cut long names, with a “…”); what was renamed is
    // found only by going through all of them.
    const named = await find(team, item.name.replace(/…$/, ''));
    if (named.items.some(({ id }) => id === item.id)) return 'there';
    const all = await find(team, '');
    if (all.items.some(({ id }) => id === item.id)) return 'there';
    return all.state === 'fresh' && all.items.length < most ? 'gone' : 'unknown';
  };
}

/** Searches lists of one kind: each is fresh for a while, and shown beyond that where the service does not answer. */
function createFinder<Item extends Named>({ clientFor, connectionOf, clock, log }: Deps, load: Load<Item>) {
  const teams = new LRUCache<string, LRUCache<string, Item[], () => Promise<Item[]>>>({
    max: TEAMS,
    memoMethod: () =>
      new LRUCache({
        max: LISTS_PER_TEAM,
        ttl: FRESH_MS,
        perf: clock,
        ttlResolution: 0,
        noDeleteOnStaleGet: true,
        noDeleteOnFetchRejection: true,
        // A caller gets its answer also where newer lists have pushed this one out meanwhile.
        ignoreFetchAbort: true,
        fetchMethod: (_key, _stale, { context }) => context(),
      }),
  });

  async function current(team: string, query: string): Promise<Found<Item>> {
    const client = await clientFor(team);
    if (!client) return { state: 'unconnected', items: [] };
    const connection = await connectionOf(team);
    const context = () => load(client, query);
    const items = connection
      ? await teams.memo(team).forceFetch(`${connection.id} ${query}`, { context })
      : await context();
    return { state: 'fresh', items };
  }

  /** The list as it was found a while ago, if it was. */
  async function older(team: string, query: string): Promise<Found<Item>> {
    const connection = await within(clock, CACHE_WITHIN_MS, () => connectionOf(team), null).catch(() => null);
    const items = connection && teams.get(team)?.peek(`${connection.id} ${query}`, { allowStale: true });
    return items ? { state: 'stale', items } : { state: 'unavailable', items: [] };
  }

  return async (team: string, typed: string): Promise<Found<Item>> => {
    const query = typed.trim().toLowerCase();
    const found = await within(clock, ANSWER_WITHIN_MS, () => current(team, query), undefined).catch(
      (err) => {
        log.warn({ team, err }, 'The service could not be asked for a menu');
      },
    );
    return found ?? older(team, query);
  };
}

async function allThemes(client: CatalogueClient, query: string): Promise<Theme[]> {
  const themes = await listAll(client.listThemes, { query, maxPages: MAX_PAGES });
  return themes.map(({ id, name, type, colorKeywords, toneKeywords }) => ({
    id,
    name,
    type,
    description: [...new Set([...colorKeywords, ...toneKeywords])].join(', ') || undefined,
  }));
}

async function allFolders(client: CatalogueClient, query: string): Promise<Named[]> {
  const folders = await listAll(client.listFolders, { query, maxPages: MAX_PAGES });
  return folders.map(({ id, name }) => ({ id, name }));
}

async function someTemplates(client: CatalogueClient, query: string): Promise<Named[]> {
  const found = await client.searchTemplates({ ...(query && { q: query }), limit: SEARCH_LIMIT });
  return found.map(({ id, name, description }) => ({ id, name, description }));
}
