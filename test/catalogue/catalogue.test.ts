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

/** A service with these themes for every team, fifty a page at most; `asked` is what it was asked. */
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
  it('goes through all pages, with the same filter', async () => {
    const { catalogue, asked } = harnessWith([...many(60), theme('own', 'Theme Northwind', 'custom')]);
    const found = await catalogue.themes('T1', ' THEME ');
    expect(found.items).toHaveLength(61);
    expect(found.items.at(-1)).toEqual({ id: 'own', name: 'Theme Northwind', type: 'custom' });
    expect(asked).toEqual(['themes "theme" after the start', 'themes "theme" after 50']);
  });

  it('asks the service once for many keystrokes, and again after a while', async () => {
    const { catalogue, asked, clock } = harnessWith(many(1));
    await Promise.all([catalogue.themes('T1', 'the'), catalogue.themes('T1', 'The')]);
    await catalogue.themes('T1', 'the');
    expect(asked).toHaveLength(1);
    await clock.sleep(60_000);
    await catalogue.themes('T1', 'the');
    expect(asked).toHaveLength(2);
  });

  it('never shows one team what another has', async () => {
    const { catalogue, clients, client } = harnessWith([]);
    clients.set('T2', { ...client, listThemes: async () => ({ data: [theme('secret')], hasMore: false }) });
    await catalogue.themes('T2', '');
    expect((await catalogue.themes('T1', '')).items).toEqual([]);
    expect((await catalogue.themes('T2', '')).items).toHaveLength(1);
  });

  it('shows nothing of the workspace that was connected before, also while the service does not answer', async () => {
    const { catalogue, clients, client, connections } = harnessWith([theme('studio')]);
    await catalogue.themes('T1', '');
    connections.set('T1', 'second');
    clients.set('T1', { ...client, listThemes: never });
    expect(await catalogue.themes('T1', '')).toEqual({ state: 'unavailable', items: [] });
    clients.set('T1', { ...client, listThemes: async () => ({ data: [theme('labs')], hasMore: false }) });
    connections.set('T1', 'third');
    expect((await catalogue.themes('T1', '')).items).toMatchObject([{ id: 'labs' }]);
  });

  it('shows what it knew while the service does not answer, well within Slack’s three seconds', async () => {
    const { catalogue, clients, client, clock } = harnessWith(many(3));
    await catalogue.themes('T1', '');
    clients.set('T1', { ...client, listThemes: never });
    await clock.sleep(60_000);
    const before = clock.now();
    expect(await catalogue.themes('T1', '')).toMatchObject({ state: 'stale', items: [{}, {}, {}] });
    expect(clock.now() - before).toBeLessThanOrEqual(2000);
  });

  it('says that there is nothing to show where it never knew', async () => {
    const fails = async () => {
      throw new Error('503');
    };
    const { catalogue } = harnessWith([], { listThemes: fails });
    expect(await catalogue.themes('T1', '')).toEqual({ state: 'unavailable', items: [] });
  });

  it('gets over a failure with the next keystroke', async () => {
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

  it('says that a team is not connected', async () => {
    const { catalogue } = harnessWith([]);
    expect(await catalogue.themes('T9', '')).toEqual({ state: 'unconnected', items: [] });
  });

  it('keeps only so many lists of a team, the latest ones', async () => {
    const { catalogue, asked } = harnessWith([]);
    for (let index = 0; index < 60; index++) await catalogue.themes('T1', `q${index}`);
    await catalogue.themes('T1', 'q59');
    expect(asked).toHaveLength(60);
    await catalogue.themes('T1', 'q0');
    expect(asked).toHaveLength(61);
  });
});

it('folders and templates have an id and a name, templates what they are for, and nothing else', async () => {
  const { catalogue } = harnessWith([]);
  expect((await catalogue.folders('T1', '')).items).toEqual([{ id: 'f1', name: 'Launches' }]);
  expect((await catalogue.templates('T1', 'deck')).items).toEqual([
    { id: 't1', name: 'Pitch deck', description: 'For investors' },
  ]);
});

it('a theme says its colours and its tone, once each', async () => {
  const ocean = { ...theme('ocean'), colorKeywords: ['blue', 'dark'], toneKeywords: ['calm', 'dark'] };
  const { catalogue } = harnessWith([], { listThemes: async () => ({ data: [ocean], hasMore: false }) });
  const { items } = await catalogue.themes('T1', '');
  expect(items).toMatchObject([{ name: 'ocean', description: 'blue, dark, calm' }]);
});

describe('whether a theme is still there', () => {
  it.each([
    ['found by its name', theme('t7', 'Theme 7'), 'there'],
    ['found although it was renamed', theme('t7', 'Old name'), 'there'],
    ['found by a name that the menu had cut', theme('t7', 'Theme…'), 'there'],
    ['deleted', theme('gone', 'Gone'), 'gone'],
  ])('%s', async (_, wanted, status) => {
    expect(await harnessWith(many(60)).catalogue.themeStatus('T1', wanted)).toBe(status);
  });

  it('the same of folders, and of templates, which are searched', async () => {
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

  it('is not said to be gone where not all could be looked through', async () => {
    expect(await harnessWith(many(400)).catalogue.themeStatus('T1', theme('gone', 'Gone'))).toBe('unknown');
    expect(await harnessWith([], { listThemes: never }).catalogue.themeStatus('T1', theme('x'))).toBe(
      'unknown',
    );
  });
});
