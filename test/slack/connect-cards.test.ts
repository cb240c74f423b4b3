import { describe, expect, it } from 'vitest';
import { createMutexes } from '../../src/mutexes.ts';
import type { ConnectCard } from '../../src/slack/bolt/context.ts';
import { createConnectCards } from '../../src/slack/connection/connect-cards.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';
import { buttonsOf, readable } from './read-blocks.ts';

/** What becomes of messages that say that nothing is connected, once the team is. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const url = (name: string) => `https://hooks.slack.test/${name}`;

function createCards() {
  const said: object[] = [];
  const clock = createSkippingClock();
  const rows = new Map();
  const acquire = createMutexes();
  const stored = (team: string) => {
    const { cards, until = 0 } = rows.get(team) ?? {};
    return until > clock.now() ? cards : undefined;
  };
  const call = (method: string) => async (args: object) => void said.push({ method, ...args });
  const chat = {
    update: call('update'),
    postMessage: call('postMessage'),
    postEphemeral: call('postEphemeral'),
  };
  const updateView = async (args: object) => {
    said.push({ method: 'views.update', ...args });
    return {};
  };
  const cards = createConnectCards({
    serviceName: 'Gamma',
    retentionDays: 30,
    store: {
      get: async (team) => stored(team),
      set: async (team, cards, ttlMs) => void rows.set(team, { cards, until: clock.now() + ttlMs }),
      async take(team) {
        const cards = stored(team);
        rows.delete(team);
        return cards;
      },
    },
    async alone(name, fn) {
      const release = await acquire(name);
      return fn().finally(release);
    },
    clients: { posts: async () => ({ chat, views: { update: updateView } }) as never },
    fetch: (async (address: string, { body }: { body: string }) => {
      said.push({ method: address, ...JSON.parse(body) });
      return new Response('ok');
    }) as never,
    clock,
    log: createTestLog().log,
  });
  return { cards, clock, said, stored };
}

async function saidAfter(wait: number, ...remembered: ConnectCard[]) {
  const { cards, clock, said } = createCards();
  for (const card of remembered) await cards.remember('T1', card);
  await clock.sleep(wait);
  await cards.replace('T1', { kind: 'oauth', works: true });
  return said;
}

const ana = { channel: 'C1', person: 'UANA' };
const text = expect.stringMatching(/is connected to Gamma now/);

describe('once the team is connected', () => {
  it('a direct message says so, also days later', async () => {
    const card = { kind: 'message' as const, channel: 'D1', ts: '1.1' };
    expect(await saidAfter(3 * 24 * 60 * MINUTE, card)).toMatchObject([
      { method: 'update', channel: 'D1', ts: '1.1', text },
    ]);
  });

  it('the window that led to the service says so, and is left alone when nobody can have it open any more', async () => {
    const card = { kind: 'window' as const, viewId: 'V1' };
    const said = await saidAfter(MINUTE, card);
    expect(said).toMatchObject([{ method: 'views.update', view_id: 'V1' }]);
    expect(JSON.stringify(said)).toMatch(/is connected to Gamma now/);
    expect(await saidAfter(60 * MINUTE, card)).toEqual([]);
  });

  it('a card that was clicked is replaced, and nothing more is said to that person there', async () => {
    const seen = { kind: 'seen' as const, ...ana, responseUrl: url('command') };
    const clicked = { kind: 'clicked' as const, ...ana, responseUrl: url('click') };
    expect(await saidAfter(MINUTE, seen, clicked)).toMatchObject([
      { method: url('click'), replace_original: true, text },
    ]);
  });

  it('the words that a card shows stay, with the form for them', async () => {
    const clicked = {
      kind: 'clicked' as const,
      ...ana,
      responseUrl: url('click'),
      words: 'our spring launch',
    };
    const [said = {}] = await saidAfter(MINUTE, clicked);
    expect(readable(said as { blocks: unknown[] })).toContain('our spring launch');
    expect(readable(said as { blocks: unknown[] })).not.toContain('Type `/deck`');
    expect(buttonsOf(said as { blocks: unknown[] })).toEqual(['Create a deck']);
  });

  it('words that were typed before another card was clicked come along with it, once', async () => {
    const words = 'our spring launch';
    const typed = { kind: 'seen' as const, ...ana, responseUrl: url('command'), words };
    const clicked = { kind: 'clicked' as const, ...ana, responseUrl: url('click') };
    const said = await saidAfter(MINUTE, typed, { ...clicked, responseUrl: url('earlier') }, clicked);
    expect(said).toMatchObject([
      { method: url('click'), replace_original: true },
      { method: url('earlier'), replace_original: true },
    ]);
    expect(buttonsOf(said[0] as { blocks: unknown[] })).toEqual(['Create a deck']);
    expect(JSON.stringify(said[0])).toContain(`"value":"${words}"`);
    expect(JSON.stringify(said[1])).not.toContain(words);
  });

  it('what was typed last comes along where nothing was clicked, too', async () => {
    const seen = { kind: 'seen' as const, ...ana };
    const said = await saidAfter(MINUTE, { ...seen, words: 'tents' }, { ...seen, words: 'jackets' }, seen);
    expect(said).toMatchObject([{ method: 'postEphemeral', user: 'UANA', text }]);
    expect(JSON.stringify(said)).toContain('"value":"jackets"');
    expect(JSON.stringify(said)).not.toContain('tents');
  });

  it('what one person has on a card still comes along for another, who typed the same', async () => {
    const words = 'our spring launch';
    const ben = { kind: 'seen' as const, channel: 'C1', person: 'UBEN' };
    const clicked = { kind: 'clicked' as const, ...ana, responseUrl: url('click'), words };
    const said = await saidAfter(MINUTE, { ...ben, words }, ben, clicked);
    expect(said).toMatchObject([{ method: url('click') }, { method: 'postEphemeral', user: 'UBEN' }]);
    expect(JSON.stringify(said[1])).toContain(`"value":"${words}"`);
  });

  it('a direct message that answered a sentence leads to the form for it', async () => {
    const card = { kind: 'message' as const, channel: 'D1', ts: '1.1', words: 'a deck about tents' };
    const [said = {}] = await saidAfter(MINUTE, card);
    expect(buttonsOf(said as { blocks: unknown[] })).toEqual(['Create a deck']);
    expect(JSON.stringify(said)).toContain('"value":"a deck about tents"');
  });

  it('no words are kept for longer than texts are, however often somebody asks', async () => {
    const { cards, clock, stored } = createCards();
    await cards.remember('T1', { kind: 'message', channel: 'D1', ts: '1.1', words: 'about layoffs' });
    for (let days = 0; days < 30; days += 10) {
      await clock.sleep(10 * DAY);
      await cards.remember('T1', { kind: 'asker', person: 'UBEN' });
    }
    expect(JSON.stringify(stored('T1'))).not.toContain('layoffs');

    await cards.remember('T2', { kind: 'message', channel: 'D1', ts: '1.1', words: 'about layoffs' });
    await clock.sleep(14 * DAY);
    await cards.remember('T2', { kind: 'asker', person: 'UBEN' });
    await clock.sleep(16 * DAY);
    expect(JSON.stringify(stored('T2') ?? null)).not.toContain('layoffs');
  });

  it('of a long message as many words are kept as the form is opened with', async () => {
    const { cards, stored } = createCards();
    const words = 'tents '.repeat(6000);
    await cards.remember('T1', { kind: 'message', channel: 'D1', ts: '1.1', words });
    expect(JSON.stringify(stored('T1')).length).toBeLessThan(3000);
  });

  it('one that nobody clicked is followed by one line, however many there are', async () => {
    const said = await saidAfter(
      MINUTE,
      { kind: 'seen', ...ana, responseUrl: url('first') },
      { kind: 'seen', ...ana, responseUrl: url('second') },
      { kind: 'seen', ...ana, person: 'UBEN' },
    );
    expect(said).toHaveLength(2);
    expect(said).toContainEqual(expect.objectContaining({ method: 'postEphemeral', user: 'UBEN', text }));
    expect(said).toContainEqual(
      expect.objectContaining({ method: url('second'), replace_original: false, text }),
    );
  });

  it('those of one moment are all remembered', async () => {
    const { cards, stored } = createCards();
    const people = ['UANA', 'UBEN', 'UCHLOE'];
    await Promise.all(people.map((person) => cards.remember('T1', { kind: 'asker', person })));
    expect(stored('T1').map(({ person }: { person: string }) => person)).toEqual(people);
  });

  it('what was for one person alone is out of sight after half an hour', async () => {
    const seen = { kind: 'seen' as const, ...ana };
    const clicked = { kind: 'clicked' as const, ...ana, responseUrl: url('click') };
    expect(await saidAfter(31 * MINUTE, seen, clicked)).toEqual([]);
  });

  it('whoever asked an admin is told once', async () => {
    const asker = { kind: 'asker' as const, person: 'UBEN' };
    expect(await saidAfter(24 * 60 * MINUTE, asker, asker)).toMatchObject([
      { method: 'postMessage', channel: 'UBEN', text },
    ]);
  });
});
