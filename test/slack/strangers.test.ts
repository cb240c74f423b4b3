import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { createSkippingClock } from '../support/harness/clock.ts';
import { type Outcome, type Place, talkTo } from './talk-to.ts';

/**
 * What people who had not seen the code say to Deckhand, and what they expect of it, written down before the first run. A few
 * of a hundred may be misunderstood, but nothing is ever made without a yes.
 */

interface Expected {
  outcome: 'card' | 'changed' | 'made' | 'dropped' | 'talk' | 'asks';
  kind?: 'presentation' | 'document' | 'webpage' | 'social' | 'picture';
  source?: string;
  days?: { from: string; to: string } | null;
  slides?: number | null;
  language?: string | null;
  audience?: string | null;
  tone?: string | null;
  theme?: string | null;
  template?: string | null;
  file?: string | null;
  destination?: string;
  /** Words that are in the topic, and words that are not. */
  topic?: string[];
  notTopic?: string[];
  /** The language of the sentence, if it is not English. Choices in it stay in the topic, where the service reads them. */
  languageOfWords?: string;
}
interface Turn {
  say: string;
  expect: Expected;
}
interface Talk {
  id: number;
  where: Place;
  turns: Turn[];
}

const read = (name: string) =>
  readFileSync(new URL(`strangers/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const halves = ['seen', 'unseen'] as const;
/**
 * The share that is misunderstood today. It may only become smaller; the goal is one in twenty. The builders have not read the unseen half:
 * once they have, it moves to the seen half, and somebody else writes a new one.
 */
const MISUNDERSTOOD = { seen: 0.027, unseen: 0.05 };
const talksOf = (half: (typeof halves)[number]): Talk[] => [
  ...read(`sentences-${half}`).map(({ id, where, ...turn }: Turn & Omit<Talk, 'turns'>) => ({
    id,
    where,
    turns: [turn],
  })),
  ...read(`conversations-${half}`),
];

const channels: Record<string, string> = { general: 'C1', revenue: 'C7', 'product-launch': 'C8' };
const nameOf = (id: string | undefined) => Object.keys(channels).find((name) => channels[name] === id) ?? id;
const items = (...names: string[]) => names.map((name) => ({ id: name, name, type: 'custom' as const }));
const catalogue: Catalogue = {
  themes: async () => ({ state: 'fresh', items: items('Ocean', 'Harbour', 'Acme Brand 2026') }),
  templates: async () => ({ state: 'fresh', items: items('Project kickoff', 'Quarterly review') }),
  folders: async () => ({ state: 'fresh', items: [] }),
  themeStatus: async () => 'there',
  templateStatus: async () => 'there',
  folderStatus: async () => 'gone',
};

/** Thursday, 12 June 2025, 10:00 in Lisbon. */
const NOW = Date.parse('2025-06-12T09:00:00Z');

function kindOf({ work, format }: Ask) {
  return work.kind === 'image' ? 'picture' : format;
}

const dayOf = (iso: string | undefined, less = 0) =>
  new Date((iso ? Date.parse(iso) : NOW) - less).toLocaleDateString('sv', { timeZone: 'Europe/Lisbon' });

function sourceOf({ source }: Ask) {
  return source.kind === 'channel' ? `channel:${nameOf(source.channel)}` : source.kind;
}

const lower = (text: string | null | undefined) =>
  text?.toLowerCase().replace(/^(?:the|our|my) /, '') ?? null;

const IN_TOPIC = new Set(['slides', 'language']);

const NETWORK_POST = /^(?:an? )?(?:linkedin|instagram|facebook|x|twitter|mastodon|bluesky|threads) post$/i;

const isWithin = (one: string, other: string) => one.includes(other) || other.includes(one);

const toChannel = ({ destination }: Expected) => destination?.startsWith('#') ?? false;

/** Returns what is not as expected, as "field: got". */
function faultsOf(outcome: Outcome, expected: Expected, where: Place): string[] {
  const wantsAsk =
    expected.outcome === 'card' || expected.outcome === 'changed' || expected.outcome === 'made';
  if (outcome.kind === 'says') return wantsAsk ? [`says ${outcome.words}`] : [];
  // In a thread a picture gets a card first, because “nice picture of the team!” looks like an order.
  // An order that names another channel gets a card, too, because other people will read the result, or what is in it.
  const isCardFirst =
    expected.kind === 'picture' || expected.source?.startsWith('channel') || toChannel(expected);
  if (where === 'thread' && isCardFirst && outcome.kind === 'card')
    expected = { ...expected, outcome: 'card' };
  if (outcome.kind === 'made' ? expected.outcome !== 'made' : !wantsAsk || expected.outcome === 'made')
    return [`${outcome.kind}: ${outcome.ask.prompt}`];
  const { ask } = outcome;
  const { source } = ask;
  const got: Partial<Record<keyof Expected, unknown>> = {
    kind: kindOf(ask),
    source: sourceOf(ask),
    slides: ask.slides ?? null,
    language: ask.language?.slice(0, 2) ?? null,
    theme: ask.theme?.name ?? null,
    template: ask.template?.name ?? null,
    destination: ask.destination.channel === 'UANA' ? 'me' : nameOf(ask.destination.channel),
  };
  const wanted: typeof got = {
    ...expected,
    language: expected.language ?? expected.languageOfWords ?? null,
    destination: expected.destination?.replace('#', ''),
  };
  const faults = Object.entries(got).filter(([name, value]) => {
    const want = wanted[name as keyof Expected];
    if (name === 'source' && where === 'thread' && got.kind === 'picture') return false;
    // In a thread, the words of an order with a topic of its own go with the thread as instructions, so the topic is used.
    if (name === 'source' && where === 'thread' && want === 'text' && value === 'thread') return false;
    if (want === undefined || (name === 'kind' && want === null)) return false;
    if (expected.languageOfWords && IN_TOPIC.has(name) && value === null) return false;
    // A one-pager has one page. Half of the people wrote that down, and half wrote no number.
    if (name === 'slides' && want === null && value === 1 && got.kind === 'document') return false;
    if (name === 'destination' && want === 'here') return value === 'me' && where !== 'dm';
    return want !== value;
  });
  const said = faults.map(([name, value]) => `${name}: ${value}`);
  // The service makes a picture as a file, so nothing is exported.
  if (expected.file && got.kind !== 'picture' && ask.exportAs !== expected.file)
    said.push(`file: ${ask.exportAs}`);
  if (expected.days && source.kind === 'channel') {
    const days = { from: dayOf(source.since), to: dayOf(source.until, source.until ? 1 : 0) };
    if (days.from !== expected.days.from || days.to !== expected.days.to)
      said.push(`days: ${days.from} to ${days.to}`);
  }
  const topic = [ask.prompt, ask.tone].join(' ').toLowerCase();
  // The audience and the tone are no fields: their words stay in the prompt, where the service reads them.
  const audience = expected.languageOfWords ? null : lower(expected.audience);
  for (const word of [...(expected.topic ?? []), ...(audience ? [audience] : [])])
    if (!topic.includes(word.toLowerCase())) said.push(`topic lacks ${word}: ${topic}`);
  // In a plain order in a thread the words stay, as instructions about the thread.
  const isOrder = outcome.kind === 'made' && source.kind === 'thread';
  const inWords = [expected.tone, expected.audience].filter((words) => words != null);
  // The network is no field either: “LinkedIn post” stays in the prompt.
  const isInWords = (word: string) =>
    (got.kind === 'social' && NETWORK_POST.test(word)) ||
    inWords.some((words) => isWithin(word.toLowerCase(), words.toLowerCase()));
  for (const word of (!expected.languageOfWords && !isOrder && expected.notTopic) || [])
    if (!isInWords(word) && topic.includes(word.toLowerCase())) said.push(`topic has ${word}: ${topic}`);
  return said;
}

/** Returns a line as Slack sends it: with the mention's id, and without the command's name. */
const plain = (line: string) =>
  line
    .replace(/@Deckhand/gi, '<@UBOT>')
    .replace(/^\/deck /i, '')
    .trim();

/** What became of a talk: what was misunderstood in the first turn that was, and the sentences that made something without a yes. */
interface Played {
  fault?: string;
  withoutYes: string[];
}

async function play({ id, where, turns }: Talk): Promise<Played> {
  const clock = createSkippingClock(NOW);
  const { harness, say } = talkTo({ catalogue, clock, zoneOf: async () => 'Europe/Lisbon' });
  const played: Played = { withoutYes: [] };
  for (const turn of turns) {
    const text = plain(turn.say).replace(
      /#(general|revenue|product-launch)\b/g,
      (_, name) => `<#${channels[name]}|${name}>`,
    );
    const outcome = await say(text, where);
    const faults = faultsOf(outcome, turn.expect, where);
    if (faults.length > 0) played.fault ??= `${id} ${where}: ${turn.say} -> ${faults.join('; ')}`;
    // In a thread a plain order is itself the yes. `asks`: after a yes that may mean either of two cards.
    const isYes = where === 'thread' || ['made', 'asks'].includes(turn.expect.outcome);
    if (outcome.kind === 'made' && !isYes) played.withoutYes.push(turn.say);
  }
  const yeses = turns.filter(
    ({ expect: { outcome } }) => where === 'thread' || ['made', 'asks'].includes(outcome),
  );
  if (harness.generations.all().length > yeses.length) played.withoutYes.push(`${id}: more than once`);
  return played;
}

describe.each(halves)('of the %s half', (half) => {
  const played: Played[] = [];

  beforeAll(async () => {
    for (const talk of talksOf(half)) played.push(await play(talk));
    // Thousands of sentences take a minute on a quiet machine, and several on a busy one.
  }, 900_000);

  it('most are understood', () => {
    const misunderstood = played.flatMap(({ fault }) => fault ?? []);
    // The builders do not read the unseen half, so a failure shows none of its sentences.
    expect(misunderstood.length, half === 'seen' ? misunderstood.join('\n') : half).toBeLessThanOrEqual(
      played.length * MISUNDERSTOOD[half],
    );
  });

  it('nothing is made without a yes', () => {
    expect(played.flatMap(({ withoutYes }) => withoutYes)).toEqual([]);
  });
});
