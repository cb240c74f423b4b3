import { type Clock, within } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ServiceClient } from '../service/client.ts';
import { PAGE_LIMIT, SEARCH_LIMIT } from '../service/options.ts';
import { listAll } from '../service/paging.ts';
import { createShelf } from './shelf.ts';

/**
 * Themes, folders and templates of a team, for menus that ask on every keystroke and for a last check on
 * submission.
 */
export interface Catalogue {
  themes(team: string, query: string): Promise<Found<Theme>>;
  folders(team: string, query: string): Promise<Found<Named>>;
  templates(team: string, query: string): Promise<Found<Named>>;
  /** `unknown` where the service could not say within the time that Slack gives us. */
  themeStatus(team: string, theme: Named): Promise<'there' | 'gone' | 'unknown'>;
}

export interface Named {
  id: string;
  name: string;
}

export interface Theme extends Named {
  type: 'standard' | 'custom';
}

/** `stale` was true some minutes ago: the service does not answer now. */
export type Found<Item> =
  | { state: 'fresh' | 'stale'; items: Item[] }
  | { state: 'unconnected' | 'unavailable'; items: [] };

/** What the catalogue needs of the service client. */
export type CatalogueClient = Pick<ServiceClient, 'listThemes' | 'listFolders' | 'searchTemplates'>;

interface Parts {
  /** null where the team has no connection that works. */
  clientFor(team: string): Promise<CatalogueClient | null>;
  /** Names the connection that works now: lists are those of the workspace behind it. null where there is none. */
  connectionOf(team: string): Promise<string | null>;
  clock: Clock;
  log: Log;
}

/** Slack wants options within 3 s; the rest is for the ways there and back. */
const ANSWER_WITHIN_MS = 2000;
/** What was found before is in memory; only whose it is may have to be read anew. */
const SHELF_WITHIN_MS = 300;
/** Slack shows at most 100 options, and a team's own themes may stand behind the standard ones. */
const MAX_PAGES = 6;

type Load<Item> = (client: CatalogueClient) => Promise<Item[]>;

export function createCatalogue({ clientFor, connectionOf, clock, log }: Parts): Catalogue {
  const shelf = createShelf(clock);

  async function find<Item>(team: string, key: string, load: Load<Item>): Promise<Found<Item>> {
    const found = await within(clock, ANSWER_WITHIN_MS, () => look(team, key, load), undefined).catch(
      (error) => {
        log.warn({ team, err: error }, 'The service could not be asked for a menu');
      },
    );
    return found ?? older<Item>(team, key);
  }

  /** What was found a while ago, if anything was. */
  async function older<Item>(team: string, key: string): Promise<Found<Item>> {
    const shelved = await within(clock, SHELF_WITHIN_MS, () => keyOf(team, key), null).catch(() => null);
    const items = shelved ? shelf.older<Item>(team, shelved) : undefined;
    return items ? { state: 'stale', items } : { state: 'unavailable', items: [] };
  }

  async function look<Item>(team: string, key: string, load: Load<Item>): Promise<Found<Item>> {
    const client = await clientFor(team);
    if (!client) return { state: 'unconnected', items: [] };
    const shelved = await keyOf(team, key);
    return {
      state: 'fresh',
      items: shelved ? await shelf.fetch(team, shelved, () => load(client)) : await load(client),
    };
  }

  async function keyOf(team: string, key: string): Promise<string | null> {
    const connection = await connectionOf(team);
    return connection && `${connection} ${key}`;
  }

  const catalogue: Catalogue = {
    themes: (team, query) => find(team, `themes ${tidy(query)}`, (client) => allThemes(client, tidy(query))),
    folders: (team, query) =>
      find(team, `folders ${tidy(query)}`, (client) => allFolders(client, tidy(query))),
    templates: (team, query) =>
      find(team, `templates ${tidy(query)}`, (client) => templates(client, tidy(query))),
    async themeStatus(team, theme) {
      const { themes } = catalogue;
      // By name first, since that is one short page (menus cut long names, with a “…”); a renamed theme is
      // found only by going through all of them.
      const named = await themes(team, theme.name.replace(/…$/, ''));
      if (named.items.some(({ id }) => id === theme.id)) return 'there';
      const all = await themes(team, '');
      if (all.items.some(({ id }) => id === theme.id)) return 'there';
      const isComplete = all.state === 'fresh' && all.items.length < PAGE_LIMIT * MAX_PAGES;
      return isComplete ? 'gone' : 'unknown';
    },
  };
  return catalogue;
}

function tidy(query: string): string {
  return query.trim().toLowerCase();
}

async function allThemes(client: CatalogueClient, query: string): Promise<Theme[]> {
  const themes = await listAll(client.listThemes, { query, maxPages: MAX_PAGES });
  return themes.map(({ id, name, type }) => ({ id, name, type }));
}

async function allFolders(client: CatalogueClient, query: string): Promise<Named[]> {
  const folders = await listAll(client.listFolders, { query, maxPages: MAX_PAGES });
  return folders.map(({ id, name }) => ({ id, name }));
}

async function templates(client: CatalogueClient, query: string): Promise<Named[]> {
  const found = await client.searchTemplates({ ...(query && { q: query }), limit: SEARCH_LIMIT });
  return found.map(({ id, name }) => ({ id, name }));
}
