import { actions } from '../../../src/slack/bolt/routes/action-ids.ts';
import { subjectOf } from './kinds.ts';
import { isDigestNote, SAID } from './people.ts';
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
    | 'no words of people kept once delivered'
    | 'no process ends by itself';
  what: string;
}

type Find = (record: Facts) => string[];

/** Judges a run by what the stand-ins saw. @returns every promise that was broken */
export function check(record: RunRecord): Violation[] {
  return (Object.keys(promises) as Violation['promise'][]).flatMap((promise) => checkOne(promise, record));
}

function checkOne(promise: Violation['promise'], record: RunRecord): Violation[] {
  return promises[promise](factsOf(record)).map((what) => ({ promise, what }));
}

const promises: Record<Violation['promise'], Find> = {
  'one outcome an ask': (facts) =>
    facts.asks.flatMap((ask) => {
      const [creates, notes] = [facts.createsOf(ask), facts.notesOf(ask)];
      // "Not made" stands where it was asked for, if somebody replied. The outcome is the direct message with the reason.
      const shown = facts.cardsOf(ask).filter(({ text }) => !/^Not (?:made|changed):/.test(text));
      // A change that cannot be posted in the document's thread has a card in the direct message, and its file in a reply to the card.
      const told = shown.filter(({ thread }) => !shown.some(({ ts }) => ts === thread));
      const cards = told.length === 0 && ask.thread ? facts.untitledReportsTo(ask) : told;
      const outcomes = cards.length + notes.length;
      if (ask.taken && outcomes === 0) return [`${named(ask)} was taken, and nothing came of it`];
      if (outcomes > 1)
        return [`${named(ask)} has ${cards.length} cards${notes.length ? ` and ${notes.length} notes` : ''}`];
      if (outcomes === 1 && !ask.ended)
        return [`${named(ask)} never ended (${ask.checks} presses): ${cards[0]?.text.slice(0, 120)}`];
      if (outcomes === 0 && creates.length > 0) return [`${named(ask)} was made, and nobody was told`];
      return [];
    }),

  'created once': (facts) =>
    facts.asks.flatMap((ask) => {
      const spent = facts.createsOf(ask).filter(({ isRefused }) => !isRefused).length;
      return spent > 1 + ask.yeses
        ? [`${named(ask)}: ${spent} creates, ${ask.yeses} times told to try again`]
        : [];
    }),

  'an answer that was lost is asked about': (facts) =>
    facts.asks.flatMap((ask) => {
      const isLost = facts.createsOf(ask).some((create) => create.isLost);
      const asked = facts.cardsOf(ask).some(({ buttons }) => buttons.includes(actions.tryAgain));
      // The message with the question is deleted once the change is made.
      return isLost && !asked && ask.yeses === 0
        ? [`${named(ask)}: the create call had no answer, and nobody was asked`]
        : [];
    }),

  'each message once': (facts) => {
    const posted = facts.messages.filter(({ delivery }) => delivery !== undefined);
    const twice = [...Map.groupBy(posted, ({ delivery }) => delivery).values()].filter(
      (messages) => messages.length > 1,
    );
    const alike = facts.threads().flatMap(({ asks, lines }) => {
      const written = lines.filter(({ files }) => files.length === 0);
      // Each time that the team's connection was lost, people are told what waits for it.
      const [waiting = [], others = []] = [true, false].map((isWaiting) =>
        written.map(({ text }) => text).filter((text) => WAITS.test(text) === isWaiting),
      );
      const may = asks.reduce((sum, { yeses, checks, exports }) => sum + 1 + yeses + checks + exports, 0);
      const lost = facts.losses[asks[0]?.team ?? ''] ?? 0;
      const most = Math.max(mostAlike(others), mostAlike(waiting) - lost);
      return most > may ? [`${asks.map(named).join(', ')}: the same line ${most} times`] : [];
    });
    return [
      ...twice.map(([one, ...others]) => `${one?.text.slice(0, 80)}: posted ${others.length + 1} times`),
      ...alike,
    ];
  },

  'each file once': (facts) =>
    facts.threads().flatMap(({ asks, lines }) => {
      const files = lines.flatMap((line) => line.files);
      // A picture of the first slide comes beside the file.
      const most = mostAlike(files.map((name) => name.split('.').at(-1) ?? ''));
      const may = asks.reduce((sum, { exports }) => sum + 1 + exports, 0);
      return most > may ? [`${asks.map(named).join(', ')}: ${files.join(', ')}`] : [];
    }),

  'a file, or a word on why there is none': (facts) =>
    facts.threads().flatMap(({ asks, cards, lines }) => {
      const wanting = cards.filter(({ wantsFile, text }) => wantsFile && / is ready|I changed “/.test(text));
      const isPicture = asks.every(({ kind }) => kind === 'image');
      const files = lines.flatMap((line) => line.files).filter((name) => isPicture || !name.endsWith('.png'));
      const told = lines.filter(({ text }) => NO_FILE.test(text));
      return asks.every(({ ended }) => ended) && files.length + told.length < wanting.length
        ? [`${asks.map(named).join(', ')}: ${wanting.length - files.length} without a file or a word on it`]
        : [];
    }),

  'nothing to another team': (facts) => {
    const teamOf = new Map(facts.asks.map(({ word, team }) => [word, team]));
    const isForeign = (word: string, team: string) => teamOf.has(word) && teamOf.get(word) !== team;
    const shown = [...facts.messages, ...facts.said].flatMap(({ team, words }) =>
      words.filter((word) => isForeign(word, team)).map((word) => `${word} was said in ${team}`),
    );
    const paid = facts.asks.flatMap((ask) =>
      facts
        .createsOf(ask)
        .filter(({ workspace }) => workspace !== '' && workspace !== ask.workspace)
        .map(({ workspace }) => `${named(ask)} was paid for by ${workspace}`),
    );
    const elsewhere = facts.asks.flatMap((ask) =>
      facts.messages
        .filter(({ words, channel }) => subjectOf(words) === ask.word && !ask.channels.includes(channel))
        .map(({ channel }) => `${named(ask)} was said in ${channel}`),
    );
    return [...new Set([...shown, ...paid, ...elsewhere])];
  },

  'no secret anywhere': ({ written, secrets }) =>
    written.flatMap(({ where, text }) =>
      containedIn(text, secrets, ([, secret]) => secret).map(([name]) => `${name} is in ${where}`),
    ),

  'no words of people in the log': ({ asks, written }) => wordsWritten(asks, written, 'the log'),

  'no words of people kept once delivered': (facts) => {
    const isDelivered = ({ text }: MessageRecord) => / is ready|I changed “/.test(text);
    const delivered = facts.asks.filter((ask) => ask.ended && facts.cardsOf(ask).some(isDelivered));
    const said = delivered.map((ask) => ({ ...ask, word: `${SAID} ${ask.word}` }));
    return wordsWritten(said, facts.written, 'the database');
  },

  'no process ends by itself': ({ deaths }) => (deaths > 0 ? [`${deaths} of them did`] : []),
};

/** In the line that notifies the person. */
const NO_FILE = /without its|there is no/;

const named = ({ word, kind }: AskRecord): string => `${word} (${kind})`;

const WAITS = / is waiting until the connection is renewed/;

function mostAlike(values: string[]): number {
  const alike = [...Map.groupBy(values, (value) => value).values()];
  return Math.max(0, ...alike.map(({ length }) => length));
}

function wordsWritten(asks: AskRecord[], written: RunRecord['written'], wanted: string): string[] {
  return written
    .filter(({ where }) => where === wanted)
    .flatMap(({ text }) =>
      containedIn(text, asks, ({ word }) => word).map(({ word }) => `“${word}” is in ${wanted}`),
    );
}

const BEGINNING = 7;

/** A database's files are hundreds of megabytes, and the secrets a thousand: many begin alike, and that is sought first. */
function containedIn<T>(text: string, sought: T[], textOf: (each: T) => string): T[] {
  const alike = Map.groupBy(sought, (each) => textOf(each).slice(0, BEGINNING));
  return [...alike].flatMap(([beginning, some]) =>
    text.includes(beginning) ? some.filter((each) => text.includes(textOf(each))) : [],
  );
}

/** A thread with all that stands in it: a document's and its changes' are one. */
interface Thread {
  asks: AskRecord[];
  cards: MessageRecord[];
  lines: MessageRecord[];
}

interface Facts extends RunRecord {
  createsOf(ask: AskRecord): CreateRecord[];
  cardsOf(ask: AskRecord): MessageRecord[];
  /** Direct messages about failures of thread asks, whose title is what was typed in the thread: one for each such ask, newest last. */
  untitledReportsTo(ask: AskRecord): MessageRecord[];
  /** Lines that stand in for a digest. */
  notesOf(ask: AskRecord): MessageRecord[];
  threads(): Thread[];
}

/** The record, with everything found by its ask. */
function factsOf(record: RunRecord): Facts {
  const owners = ownersOf(record);
  const cardsByAsk = Map.groupBy(
    record.messages.filter(({ isCard }) => isCard),
    owners,
  );
  const createsByAsk = Map.groupBy(record.creates, ({ word }) => word);
  const threadOf = ({ channel, thread, ts }: MessageRecord) => `${channel} ${thread ?? ts}`;
  const askOf = new Map(record.asks.map((ask) => [ask.word, ask]));

  function threads(): Thread[] {
    return [...Map.groupBy(record.messages, threadOf).values()].flatMap((messages) => {
      const cards = messages.filter(({ isCard }) => isCard);
      const asks = new Set(cards.map(owners));
      const known = [...asks].flatMap((word) => askOf.get(word ?? '') ?? []);
      const lines = messages.filter(({ isCard, thread }) => !isCard && thread !== undefined);
      return known.length > 0 ? [{ asks: known, cards, lines }] : [];
    });
  }

  return {
    ...record,
    threads,
    createsOf: ({ word }) => createsByAsk.get(word) ?? [],
    cardsOf: ({ word }) => cardsByAsk.get(word) ?? [],
    untitledReportsTo({ word, channels }) {
      const dm = channels.at(-1);
      const isOwn = (ask: AskRecord) => ask.channels.at(-1) === dm && ask.thread && !cardsByAsk.has(ask.word);
      const reports = record.messages.filter(
        ({ isCard, words, channel }) => isCard && words.length === 0 && channel === dm,
      );
      const at = record.asks.filter(isOwn).findIndex((ask) => ask.word === word);
      return reports.slice(at, at + 1);
    },
    notesOf({ kind, channels: [channel = ''] }) {
      if (kind !== 'digest') return [];
      return record.messages.filter(({ isCard, text }) => !isCard && isDigestNote(text, channel));
    },
  };
}

/** @returns what names the ask of a card: its words, or by whatever title its thread, or the channel of a digest */
function ownersOf({ asks }: RunRecord): (message: MessageRecord) => string | undefined {
  const byThread = new Map(
    asks.flatMap(({ kind, word, thread, channels: [channel] }) =>
      thread && kind !== 'edit' ? [[`${channel} ${thread}`, word]] : [],
    ),
  );
  const byChannel = new Map(
    asks.filter(({ kind }) => kind === 'digest').map(({ word, channels: [channel = ''] }) => [channel, word]),
  );
  return ({ words, channel, thread }) =>
    subjectOf(words) ?? byThread.get(`${channel} ${thread}`) ?? byChannel.get(channel);
}
