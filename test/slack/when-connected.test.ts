import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/actor.ts';
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
  const queued: object[] = [];
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
  const cards: Parameters<typeof whenConnected.tell>[2] = {
    proposals: { find: async (_: unknown, id: string) => (id === 'kept' ? {} : null) } as never,
    together: (write) =>
      write({
        message: async (actor: Actor, _: string, payload: object) => void queued.push({ ...actor, payload }),
      } as never),
  };
  const tell = () => whenConnected.tell('T1', { kind: 'oauth', works: true }, cards);
  return { whenConnected, clock, said, queued, stored, tell, cards };
}

/** Remembers the given people, lets time pass, and connects the team. @returns the messages */
async function saidAfter(ms: number, ...remembered: WaitsForConnection[]) {
  const { whenConnected, clock, said, tell } = setUp();
  for (const waiting of remembered) await whenConnected.remember('T1', waiting);
  await clock.sleep(ms);
  await tell();
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
    const { whenConnected, said, tell } = setUp();
    await whenConnected.remember('T1', asked);
    await tell();
    await tell();
    expect(said).toHaveLength(1);
  });

  it('tells only people of the team that was connected', async () => {
    const { whenConnected, said, cards } = setUp();
    await whenConnected.remember('T1', asked);
    await whenConnected.tell('T2', { kind: 'oauth', works: true }, cards);
    expect(said).toEqual([]);
  });

  it('tells all of 40 people who asked at the same moment', async () => {
    const { whenConnected, said, tell } = setUp();
    const people = Array.from({ length: 40 }, (_, index) => `U${index}`);
    await Promise.all(people.map((person) => whenConnected.remember('T1', { person, hasAsked: true })));
    await tell();
    expect(said.map(({ to }) => to).sort()).toEqual(people.sort());
  });
});

describe('a person whose ask was kept', () => {
  const kept = { person: 'UANA', words, proposal: 'kept' };
  const card = { team: 'T1', person: 'UANA', payload: { kind: 'proposal_card', proposal: 'kept' } };

  async function toldAfter(...remembered: WaitsForConnection[]) {
    const { whenConnected, said, queued, tell } = setUp();
    for (const waiting of remembered) await whenConnected.remember('T1', waiting);
    await tell();
    return { said: said.map(({ to, blocks }) => [to, wordsOf(blocks)]), queued };
  }

  it.each([
    ['did nothing more', [kept], 'UANA'],
    ['asked an admin', [kept, { ...asked, words }], 'UANA'],
    ['clicked on a private card', [kept, { ...clicked, words }], CARD],
  ])('and who %s gets its card in a direct message', async (_, remembered, to) => {
    const { said, queued } = await toldAfter(...remembered);
    expect(said).toEqual([
      [
        to,
        expect.stringMatching(
          to === 'UANA'
            ? /is connected to Gamma now\. Here is the card for what you asked\./
            : /is connected to Gamma now\. The card for what you asked is in your direct messages/,
        ),
      ],
    ]);
    expect(queued).toEqual([card]);
  });

  it('reads the words instead, if the card has expired or other words were typed later', async () => {
    for (const later of [
      { ...asked, words, proposal: 'expired' },
      { ...asked, words: 'another plan' },
    ]) {
      const { said, queued } = await toldAfter(kept, later);
      expect(said).toEqual([['UANA', expect.stringContaining(later.words)]]);
      expect(queued).toEqual([]);
    }
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
