import { actions } from '../../../src/slack/bolt/action-ids.ts';
import { SAID } from './people.ts';
import type { AskRecord, CreateRecord, MessageRecord, RunRecord } from './record.ts';

/** A promise that was broken: which one, and by what. */
export interface Violation {
  promise:
    | 'one outcome an ask'
    | 'created once'
    | 'an answer that was lost is asked about'
    | 'each message once'
    | 'each file once'
    | 'a file, or a word on why there is none'
    | 'nothing to another team'
    | 'no secret anywhere'
    | 'no words of people in the log'
    | 'no words of people kept once delivered';
  what: string;
}

type Find = (record: RunRecord) => string[];

/** Judges a run by what the stand-ins saw. @returns every promise that was broken */
export function check(record: RunRecord): Violation[] {
  return Object.entries(promises).flatMap(([promise, find]) =>
    find(record).map((what) => ({ promise: promise as Violation['promise'], what })),
  );
}

const promises: Record<Violation['promise'], Find> = {
  'one outcome an ask': (record) =>
    record.asks.flatMap((ask) => {
      const cards = cardsOf(ask, record);
      const creates = createsOf(ask, record);
      if (ask.taken && cards.length === 0) return [`${ask.word} was taken, and nothing came of it`];
      if (cards.length > 1) return [`${ask.word} has ${cards.length} cards`];
      if (cards.length === 1 && !ask.ended)
        return [`${ask.word} never ended: ${cards[0]?.text.slice(0, 120)}`];
      if (cards.length === 0 && creates.length > 0) return [`${ask.word} was made, and nobody was told`];
      return [];
    }),

  'created once': (record) =>
    record.asks.flatMap((ask) => {
      const spent = createsOf(ask, record).filter(mayHaveSpent).length;
      return spent > 1 + ask.yeses
        ? [`${ask.word}: ${spent} creates, ${ask.yeses} times told to try again`]
        : [];
    }),

  'an answer that was lost is asked about': (record) =>
    record.asks.flatMap((ask) => {
      const isLost = createsOf(ask, record).some(({ status }) => status === 0 || status >= 500);
      const asked = cardsOf(ask, record).some(({ buttons }) => buttons.includes(actions.tryAgain));
      return isLost && !asked ? [`${ask.word}: the create call had no answer, and nobody was asked`] : [];
    }),

  'each message once': (record) => {
    const byDelivery = Map.groupBy(
      record.messages.filter(({ delivery }) => delivery !== undefined),
      ({ delivery }) => delivery,
    );
    const twice = [...byDelivery.values()].filter((messages) => messages.length > 1);
    const alike = record.asks.flatMap((ask) => {
      const lines = linesOf(ask, record).filter(({ files }) => files.length === 0);
      const most = Math.max(
        0,
        ...[...Map.groupBy(lines, ({ text }) => text).values()].map(({ length }) => length),
      );
      return most > 1 + ask.yeses + ask.checks + ask.exports
        ? [`${ask.word}: the same line ${most} times`]
        : [];
    });
    return [
      ...twice.map(([one, ...others]) => `${one?.text.slice(0, 80)}: posted ${others.length + 1} times`),
      ...alike,
    ];
  },

  'each file once': (record) =>
    record.asks.flatMap((ask) => {
      const files = filesOf(ask, record);
      // A picture of the first slide comes beside the file.
      const alike = Map.groupBy(files, (name) => name.split('.').at(-1));
      const isTwice = [...alike.values()].some(({ length }) => length > 1 + ask.exports);
      return isTwice ? [`${ask.word}: ${files.join(', ')}`] : [];
    }),

  'a file, or a word on why there is none': (record) =>
    record.asks.flatMap((ask) => {
      const [card] = cardsOf(ask, record);
      const isReady = card?.buttons.includes(actions.documentMenu) && ask.ended;
      const hasFile = filesOf(ask, record).some((name) => !name.endsWith('.png'));
      if (!card?.wantsFile || !isReady || hasFile) return [];
      const isTold = linesOf(ask, record).some(({ text }) => /without its|there is no/.test(text));
      return isTold ? [] : [`${ask.word}: no file, and no word on it`];
    }),

  'nothing to another team': (record) => {
    const teamOf = new Map(record.asks.map(({ word, team }) => [word, team]));
    const isForeign = (word: string, team: string) => teamOf.has(word) && teamOf.get(word) !== team;
    const shown = [...record.messages, ...record.said].flatMap(({ team, words }) =>
      words.filter((word) => isForeign(word, team)).map((word) => `${word} was said in ${team}`),
    );
    const paid = record.asks.flatMap((ask) =>
      createsOf(ask, record)
        .filter(({ workspace }) => workspace !== '' && workspace !== ask.workspace)
        .map(({ workspace }) => `${ask.word} was paid for by ${workspace}`),
    );
    const elsewhere = record.asks.flatMap((ask) =>
      record.messages
        .filter(({ words, channel }) => words.includes(ask.word) && !ask.channels.includes(channel))
        .map(({ channel }) => `${ask.word} was said in ${channel}`),
    );
    return [...new Set([...shown, ...paid, ...elsewhere])];
  },

  'no secret anywhere': ({ written, secrets }) =>
    written.flatMap(({ where, text }) =>
      secrets.filter(([, secret]) => text.includes(secret)).map(([name]) => `${name} is in ${where}`),
    ),

  'no words of people in the log': ({ asks, written }) => wordsWritten(asks, written, 'the log'),

  'no words of people kept once delivered': (record) => {
    const delivered = record.asks.filter(
      (ask) =>
        ask.ended && cardsOf(ask, record).some(({ buttons }) => buttons.includes(actions.documentMenu)),
    );
    const said = delivered.map((ask) => ({ ...ask, word: `${SAID} ${ask.word}` }));
    return wordsWritten(said, record.written, 'the database');
  },
};

function wordsWritten(asks: AskRecord[], written: RunRecord['written'], wanted: string): string[] {
  return written
    .filter(({ where }) => where === wanted)
    .flatMap(({ text }) =>
      asks.filter(({ word }) => text.includes(word)).map(({ word }) => `“${word}” is in ${wanted}`),
    );
}

/** Everything but a refusal may have been carried out: an answer that is lost leaves it open. */
function mayHaveSpent({ status }: CreateRecord): boolean {
  return status < 400 || status >= 500;
}

function createsOf({ word }: AskRecord, { creates }: RunRecord): CreateRecord[] {
  return creates.filter((create) => create.word === word);
}

function cardsOf(ask: AskRecord, { messages }: RunRecord): MessageRecord[] {
  return messages.filter(
    ({ isCard, words, channel, thread }) =>
      isCard && (words.includes(ask.word) || isIn(ask, { channel, thread })),
  );
}

/** An ask in a thread has its card there, by whatever title. */
function isIn(
  { thread, channels }: AskRecord,
  place: { channel: string; thread: string | undefined },
): boolean {
  return thread !== undefined && place.thread === thread && channels.includes(place.channel);
}

/** The lines below a card, files among them. */
function linesOf(ask: AskRecord, record: RunRecord): MessageRecord[] {
  const cards = cardsOf(ask, record);
  return record.messages.filter(
    ({ isCard, channel, thread }) =>
      !isCard &&
      thread !== undefined &&
      cards.some((card) => card.channel === channel && thread === (card.thread ?? card.ts)),
  );
}

function filesOf(ask: AskRecord, record: RunRecord): string[] {
  return linesOf(ask, record).flatMap(({ files }) => files);
}
