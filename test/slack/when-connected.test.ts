import { describe, expect, it } from 'vitest';
import type { WaitsForConnection } from '../../src/slack/bolt/context.ts';
import { createWhenConnected } from '../../src/slack/connection/when-connected.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { createTestLog } from '../support/log.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';

/** People who waited for a connection get a message once their team is connected. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CARD = 'https://hooks.slack.test/card';

function setUp() {
  const said: { to: string; blocks: unknown[] }[] = [];
  const clock = createSkippingClock();
  const rows = new Map();
  const stored = (key: string) => {
    const { waiting, until = 0 } = rows.get(key) ?? {};
    return until > clock.now() ? waiting : undefined;
  };
  const postMessage = async ({ channel, blocks }: { channel: string; blocks: unknown[] }) =>
    void said.push({ to: channel, blocks });
  const whenConnected = createWhenConnected({
    serviceName: 'Gamma',
    retentionDays: 30,
    store: {
      keys: async (team) => [...rows.keys()].filter((key) => key.startsWith(`${team}/`) && stored(key)),
      get: async (key) => stored(key),
      set: async (key, waiting, ttlMs = 0) => void rows.set(key, { waiting, until: clock.now() + ttlMs }),
      async take(key) {
        const waiting = stored(key);
        rows.delete(key);
        return waiting;
      },
    },
    clients: { posts: async () => ({ chat: { postMessage } }) as never },
    fetch: (async (address: string, { body }: { body: string }) => {
      const { replace_original, blocks } = JSON.parse(body);
      expect(replace_original).toBe(true);
      said.push({ to: address, blocks });
      return new Response('ok');
    }) as never,
    clock,
    log: createTestLog().log,
  });
  return { whenConnected, clock, said, stored };
}

/** Remembers the given people, lets time pass, and connects the team. @returns the messages */
async function saidAfter(ms: number, ...remembered: WaitsForConnection[]) {
  const { whenConnected, clock, said } = setUp();
  for (const waiting of remembered) await whenConnected.remember('T1', waiting);
  await clock.sleep(ms);
  await whenConnected.tell('T1', { kind: 'oauth', works: true });
  return said;
}

const words = 'our spring launch';
const clicked = { person: 'UANA', responseUrl: CARD };
const asked = { person: 'UANA', hasAsked: true };

describe('once the team is connected', () => {
  it('replaces the card by the typed words and a button that opens the form for them', async () => {
    const [card] = await saidAfter(MINUTE, { ...clicked, words });
    expect(card?.to).toBe(CARD);
    expect(wordsOf(card?.blocks ?? [])).toMatch(/is connected to Gamma now/);
    expect(wordsOf(card?.blocks ?? [])).toContain(words);
    expect(buttonsOf({ blocks: card?.blocks ?? [] })).toEqual(['Create a deck']);
  });

  it('says how to begin on a card without words', async () => {
    const [card] = await saidAfter(MINUTE, clicked);
    expect(wordsOf(card?.blocks ?? [])).toContain('Type `/deck`');
  });

  it('sends a person who asked an admin a direct message with their words, also days later', async () => {
    const said = await saidAfter(3 * DAY, { ...clicked, ...asked, words });
    expect(said.map(({ to }) => to)).toEqual(['UANA']);
    expect(wordsOf(said[0]?.blocks ?? [])).toContain(words);
  });

  it('leaves a card as it is when its response_url has expired', async () => {
    expect(await saidAfter(60 * MINUTE, clicked)).toEqual([]);
  });

  it('tells a person once, with the words that they typed last', async () => {
    const said = await saidAfter(
      MINUTE,
      { ...asked, words: 'the first' },
      { ...asked, words },
      asked,
      clicked,
    );
    expect(said.map(({ to }) => to)).toEqual([CARD, 'UANA']);
    for (const { blocks } of said) {
      expect(wordsOf(blocks)).toContain(words);
      expect(wordsOf(blocks)).not.toContain('the first');
    }
  });

  it('tells nobody a second time when the team connects again', async () => {
    const { whenConnected, said } = setUp();
    await whenConnected.remember('T1', asked);
    await whenConnected.tell('T1', { kind: 'oauth', works: true });
    await whenConnected.tell('T1', { kind: 'oauth', works: true });
    expect(said).toHaveLength(1);
  });

  it('tells only people of the team that was connected', async () => {
    const { whenConnected, said } = setUp();
    await whenConnected.remember('T1', asked);
    await whenConnected.tell('T2', { kind: 'oauth', works: true });
    expect(said).toEqual([]);
  });

  it('tells all of 40 people who asked at the same moment', async () => {
    const { whenConnected, said } = setUp();
    const people = Array.from({ length: 40 }, (_, index) => `U${index}`);
    await Promise.all(people.map((person) => whenConnected.remember('T1', { person, hasAsked: true })));
    await whenConnected.tell('T1', { kind: 'oauth', works: true });
    expect(said.map(({ to }) => to).sort()).toEqual(people.sort());
  });
});

it('keeps typed words no longer than the retention time', async () => {
  const { whenConnected, clock, stored } = setUp();
  await whenConnected.remember('T1', { ...asked, words });
  await clock.sleep(29 * DAY);
  expect(stored('T1/UANA')).toMatchObject({ words });
  await clock.sleep(2 * DAY);
  expect(stored('T1/UANA')).toBeUndefined();
});
