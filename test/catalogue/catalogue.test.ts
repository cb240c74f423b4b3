import { describe, expect, it } from 'vitest';
import { type CatalogueClient, createCatalogue, type Theme } from '../../src/catalogue/catalogue.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';

const theme = (id: string, name = id, type: Theme['type'] = 'standard') => ({
  id,
  name,
  type,
  colorKeywords: [],
  toneKeywords: [],
});

/** A catalogue over a service that has these themes for every team, at most 50 per page. `asked` lists the requests for themes. */
function harnessWith(themes: Theme[], given: Partial<CatalogueClient> = {}) {
  const asked: string[] = [];
  const clock = createSkippingClock();
  const client: CatalogueClient = {
    async listThemes({ query = '', limit = 20, after } = {}) {
      asked.push(`themes "${query}" after ${after ?? 'the start'}`);
      const matching = themes.filter(({ name }) => name.toLowerCase().includes(query));
      const from = Number(after ?? 0);
      const data = matching.slice(from, from + limit).map(({ id, name, type }) => theme(id, name, type));
      const hasMore = from + limit < matching.length;
      return hasMore ? { data, hasMore, nextCursor: String(from + limit) } : { data, hasMore };
    },
    listFolders: async () => ({ data: [{ id: 'f1', name: 'Launches' }], hasMore: false }),
    searchTemplates: async ({ q = '' } = {}) => [
      { id: 't1', name: `Pitch ${q}`, description: 'For investors', url: 'https://e.com' },
    ],
    ...given,
  };
  const clients = new Map<string, CatalogueClient | null>([
    ['T1', client],
    ['T2', client],
  ]);
  const clientFor = async (team: string) => clients.get(team) ?? null;
  const connections = new Map([['T1', 'first']]);
  const connectionOf = async (team: string) => ({ id: connections.get(team) ?? 'another' });
  const catalogue = createCatalogue({ clientFor, connectionOf, clock, log: createTestLog().log });
  return { catalogue, clock, asked, client, clients, connections };
}

const never = () => new Promise<never>(() => {});
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => theme(`t${index}`, `Theme ${index}`));

describe('a menu of themes', () => {
  it('reads all pages with the same filter', async () => {
    const { catalogue, asked } = harnessWith([...many(60), theme('own', 'Theme Northwind', 'custom')]);
    const found = await catalogue.themes('T1', ' THEME ');
    expect(found.items).toHaveLength(61);
    expect(found.items.at(-1)).toEqual({ id: 'own', name: 'Theme Northwind', type: 'custom' });
    expect(asked).toEqual(['themes "theme" after the start', 'themes "theme" after 50']);
  });

  it('asks the service once for several keystrokes, and again after a minute', async () => {
    const { catalogue, asked, clock } = harnessWith(many(1));
    await Promise.all([catalogue.themes('T1', 'the'), catalogue.themes('T1', 'The')]);
    await catalogue.themes('T1', 'the');
    expect(asked).toHaveLength(1);
    await clock.sleep(60_000);
    await catalogue.themes('T1', 'the');
    expect(asked).toHaveLength(2);
  });

  it('never shows one team the themes of another', async () => {
    const { catalogue, clients, client } = harnessWith([]);
    clients.set('T2', { ...client, listThemes: async () => ({ data: [theme('secret')], hasMore: false }) });
    await catalogue.themes('T2', '');
    expect((await catalogue.themes('T1', '')).items).toEqual([]);
    expect((await catalogue.themes('T2', '')).items).toHaveLength(1);
  });

  it('shows nothing of the workspace that was connected before, even if the service does not answer', async () => {
    const { catalogue, clients, client, connections } = harnessWith([theme('studio')]);
    await catalogue.themes('T1', '');
    connections.set('T1', 'second');
    clients.set('T1', { ...client, listThemes: never });
    expect(await catalogue.themes('T1', '')).toEqual({ state: 'unavailable', items: [] });
    clients.set('T1', { ...client, listThemes: async () => ({ data: [theme('labs')], hasMore: false }) });
    connections.set('T1', 'third');
    expect((await catalogue.themes('T1', '')).items).toMatchObject([{ id: 'labs' }]);
  });

  it('shows the older list within two seconds if the service does not answer', async () => {
    const { catalogue, clients, client, clock } = harnessWith(many(3));
    await catalogue.themes('T1', '');
    clients.set('T1', { ...client, listThemes: never });
    await clock.sleep(60_000);
    const before = clock.now();
    expect(await catalogue.themes('T1', '')).toMatchObject({ state: 'stale', items: [{}, {}, {}] });
    expect(clock.now() - before).toBeLessThanOrEqual(2000);
  });

  it('returns `unavailable` if the service fails and no list is cached', async () => {
    const fails = async () => {
      throw new Error('503');
    };
    const { catalogue } = harnessWith([], { listThemes: fails });
    expect(await catalogue.themes('T1', '')).toEqual({ state: 'unavailable', items: [] });
  });

  it('asks again at the next keystroke after a failure', async () => {
    let failing = true;
    const { catalogue } = harnessWith([], {
      async listThemes() {
        if (failing) throw new Error('503');
        return { data: [theme('a')], hasMore: false };
      },
    });
    await catalogue.themes('T1', '');
    failing = false;
    expect((await catalogue.themes('T1', '')).state).toBe('fresh');
  });

  it('returns `unconnected` for a team without a connection', async () => {
    const { catalogue } = harnessWith([]);
    expect(await catalogue.themes('T9', '')).toEqual({ state: 'unconnected', items: [] });
  });

  it('caches only the latest 50 lists of a team', async () => {
    const { catalogue, asked } = harnessWith([]);
    for (let index = 0; index < 60; index++) await catalogue.themes('T1', `q${index}`);
    await catalogue.themes('T1', 'q59');
    expect(asked).toHaveLength(60);
    await catalogue.themes('T1', 'q0');
    expect(asked).toHaveLength(61);
  });
});

it('returns id and name of folders and templates, and the description of templates', async () => {
  const { catalogue } = harnessWith([]);
  expect((await catalogue.folders('T1', '')).items).toEqual([{ id: 'f1', name: 'Launches' }]);
  expect((await catalogue.templates('T1', 'deck')).items).toEqual([
    { id: 't1', name: 'Pitch deck', description: 'For investors' },
  ]);
});

it('describes a theme by its colours and tones, each word once', async () => {
  const ocean = { ...theme('ocean'), colorKeywords: ['blue', 'dark'], toneKeywords: ['calm', 'dark'] };
  const { catalogue } = harnessWith([], { listThemes: async () => ({ data: [ocean], hasMore: false }) });
  const { items } = await catalogue.themes('T1', '');
  expect(items).toMatchObject([{ name: 'ocean', description: 'blue, dark, calm' }]);
});

describe('the status of a theme', () => {
  it.each([
    ['found by its name is `there`', theme('t7', 'Theme 7'), 'there'],
    ['that was renamed is `there`', theme('t7', 'Old name'), 'there'],
    ['whose name the menu had cut is `there`', theme('t7', 'Theme…'), 'there'],
    ['that was deleted is `gone`', theme('gone', 'Gone'), 'gone'],
  ])('%s', async (_, wanted, status) => {
    expect(await harnessWith(many(60)).catalogue.themeStatus('T1', wanted)).toBe(status);
  });

  it('works the same for folders and templates', async () => {
    const { catalogue } = harnessWith([]);
    const statusOf = (id: string) => {
      const item = { id, name: 'Renamed' };
      return Promise.all([catalogue.folderStatus('T1', item), catalogue.templateStatus('T1', item)]);
    };
    expect([await statusOf('f1'), await statusOf('t1')]).toEqual([
      ['there', 'gone'],
      ['gone', 'there'],
    ]);
    const silent = harnessWith([], { listFolders: never, searchTemplates: never }).catalogue;
    expect(await silent.folderStatus('T1', theme('f1'))).toBe('unknown');
    expect(await silent.templateStatus('T1', theme('t1'))).toBe('unknown');
  });

  it('is `unknown` if not all themes could be read', async () => {
    expect(await harnessWith(many(400)).catalogue.themeStatus('T1', theme('gone', 'Gone'))).toBe('unknown');
    expect(await harnessWith([], { listThemes: never }).catalogue.themeStatus('T1', theme('x'))).toBe(
      'unknown',
    );
  });
});
