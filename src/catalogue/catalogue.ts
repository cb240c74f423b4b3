import { LRUCache } from 'lru-cache';
import { type Clock, within } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service/client.ts';
import { PAGE_LIMIT, SEARCH_LIMIT } from '../service/options.ts';
import { listAll } from '../service/routes/page.ts';

/** Themes, folders and templates of a team, for searchable menus and for admission. */
export interface Catalogue {
  themes(team: string, query: string): Promise<Found<Theme>>;
  folders(team: string, query: string): Promise<Found<Named>>;
  templates(team: string, query: string): Promise<Found<Named>>;
  themeStatus: StatusOf;
  folderStatus: StatusOf;
  templateStatus: StatusOf;
}

/** Returns whether the service has an item. `unknown`: there is no connection or no answer, or the list may be incomplete. */
type StatusOf = (team: string, item: Named) => Promise<'there' | 'gone' | 'unknown'>;

export interface Named {
  id: string;
  name: string;
  /** The service's description of how the item looks or what it is for. */
  description?: string | undefined;
}

export interface Theme extends Named {
  type: 'standard' | 'custom';
}

/** A list for a menu. `stale`: the list comes from the cache, because the service does not answer now. */
export type Found<Item> =
  | { state: 'fresh' | 'stale'; items: Item[] }
  | { state: 'unconnected' | 'unavailable'; items: [] };

export type CatalogueClient = Pick<ServiceClient, 'listThemes' | 'listFolders' | 'searchTemplates'>;

interface Deps {
  /** Returns null if the team is not connected. */
  clientFor(team: string): Promise<CatalogueClient | null>;
  /** Returns the id of the team's working connection, or null if there is none. The id is part of the key under which lists are cached. */
  connectionOf(team: string): Promise<{ id: string } | null>;
  clock: Clock;
  log: Log;
}

/** Maximum milliseconds to wait for the service. Slack waits 3 s for the options of a menu, network time included. */
const ANSWER_WITHIN_MS = 2000;
/** Maximum milliseconds to get a cached list. The list is in memory, but the connection's id may have to be read from the database. */
const CACHE_WITHIN_MS = 300;
/** Maximum pages of a list that are read. They have more items than Slack shows (100), because the workspace's own themes may come last. */
const MAX_PAGES = 6;

/** Milliseconds for which a list is reused. Typing in a menu causes several requests a second, but a new theme must appear soon. */
const FRESH_MS = 45_000;
/** Maximum cached lists of one team and kind. Each team has its own limit, so that one team's lists do not replace another team's. */
const LISTS_PER_TEAM = 50;
/** Maximum teams whose lists are cached. */
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

/**
 * Creates the function that checks whether an item exists.
 * @param most maximum number of items that `find` returns. If it returns this many, the service may have more.
 */
function statusAmong(find: (team: string, query: string) => Promise<Found<Named>>, most: number): StatusOf {
  return async (team, item) => {
    // First search by name, because few items match. The name may come from a menu, which cuts long names and adds “…”.
    const named = await find(team, item.name.replace(/…$/, ''));
    if (named.items.some(({ id }) => id === item.id)) return 'there';
    // A renamed item is found only in the whole list.
    const all = await find(team, '');
    if (all.items.some(({ id }) => id === item.id)) return 'there';
    return all.state === 'fresh' && all.items.length < most ? 'gone' : 'unknown';
  };
}

/** Creates the search for themes, folders or templates. Lists are cached, and a cached list is used if the service does not answer. */
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
        // If the cache removes a list while the list is being read from the service, the caller still gets the list.
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

  /** Returns the last cached list, however old it is. If no list is cached, returns the state `unavailable`. */
  async function older(team: string, query: string): Promise<Found<Item>> {
    const connection = await within(clock, CACHE_WITHIN_MS, () => connectionOf(team), null).catch(() => null);
    const items = connection && teams.get(team)?.peek(`${connection.id} ${query}`, { allowStale: true });
    return items ? { state: 'stale', items } : { state: 'unavailable', items: [] };
  }

  return async (team: string, typed: string): Promise<Found<Item>> => {
    const query = typed.trim().toLowerCase();
    const found = await within(clock, ANSWER_WITHIN_MS, () => current(team, query), undefined).catch(
      (err) => {
        log.warn({ team, err }, 'The options of a menu could not be read from the service');
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
