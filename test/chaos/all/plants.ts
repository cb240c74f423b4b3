import { actions } from '../../../src/slack/bolt/action-ids.ts';
import type { Violation } from './check.ts';
import { SAID } from './people.ts';
import type { AskRecord, MessageRecord, RunRecord } from './record.ts';

/** Each promise, broken in the record of a run that kept them all: proof that the checker would have seen it. */
export interface Plant {
  name: string;
  promise: Violation['promise'];
  /** Breaks the record; it is the caller's own copy. */
  break(record: RunRecord): void;
}

export const plants: Plant[] = [
  {
    name: 'an ask that was taken has no card',
    promise: 'one outcome an ask',
    break(record) {
      const card = delivered(record);
      record.messages = record.messages.filter((message) => message !== card.card);
    },
  },
  {
    name: 'a card that says "Working on it" for ever',
    promise: 'one outcome an ask',
    break(record) {
      delivered(record).ask.ended = false;
    },
  },
  {
    name: 'a second card',
    promise: 'one outcome an ask',
    break(record) {
      const { card } = delivered(record);
      const { delivery: _, ...rest } = card;
      record.messages.push({ ...rest, ts: `${card.ts}1` });
    },
  },
  {
    name: 'a second create',
    promise: 'created once',
    break(record) {
      const { ask } = delivered(record);
      record.creates.push({ word: ask.word, workspace: ask.workspace, status: 200 });
    },
  },
  {
    name: 'a second create after one without an answer',
    promise: 'created once',
    break(record) {
      const { ask } = delivered(record);
      record.creates.push({ word: ask.word, workspace: ask.workspace, status: 0 });
    },
  },
  {
    name: 'a lost answer that nobody was asked about',
    promise: 'an answer that was lost is asked about',
    break(record) {
      const { ask, card } = delivered(record);
      for (const create of record.creates) if (create.word === ask.word) create.status = 0;
      card.buttons = card.buttons.filter((button) => button !== actions.tryAgain);
    },
  },
  {
    name: 'a message twice',
    promise: 'each message once',
    break(record) {
      const { card } = delivered(record);
      record.messages.push({ ...card, ts: `${card.ts}1`, isCard: false, words: [] });
    },
  },
  {
    name: 'a line in the thread twice',
    promise: 'each message once',
    break(record) {
      const { card } = delivered(record);
      const line = { ...card, isCard: false, words: [], files: [], thread: card.thread ?? card.ts };
      const { delivery: _, ...rest } = line;
      record.messages.push({ ...rest, ts: `${card.ts}1` }, { ...rest, ts: `${card.ts}2` });
    },
  },
  {
    name: 'a file twice',
    promise: 'each file once',
    break(record) {
      const { card } = delivered(record);
      const { delivery: _, ...rest } = { ...card, isCard: false, words: [], thread: card.thread ?? card.ts };
      const file = { ...rest, files: ['a.pptx'] };
      record.messages.push({ ...file, ts: `${card.ts}1` }, { ...file, ts: `${card.ts}2` });
    },
  },
  {
    name: 'a file that never came',
    promise: 'a file, or a word on why there is none',
    break(record) {
      const { card } = delivered(record);
      card.wantsFile = true;
      const thread = card.thread ?? card.ts;
      record.messages = record.messages.filter((message) => message === card || message.thread !== thread);
    },
  },
  {
    name: "another team's words",
    promise: 'nothing to another team',
    break: (record) => void record.said.push({ team: 'T0OTHER', words: [delivered(record).ask.word] }),
  },
  {
    name: 'a message in another conversation of the team',
    promise: 'nothing to another team',
    break(record) {
      const { card } = delivered(record);
      record.messages.push({ ...card, channel: 'C0OTHER', isCard: false, delivery: 'another' });
    },
  },
  {
    name: "paid for by another team's workspace",
    promise: 'nothing to another team',
    break(record) {
      const { ask } = delivered(record);
      for (const create of record.creates) if (create.word === ask.word) create.workspace = 'ws_other';
    },
  },
  {
    name: 'an export link in the log',
    promise: 'no secret anywhere',
    break: (record) =>
      void record.written.push({ where: 'the log', text: `GET ${secretOf(record, /export link/)}` }),
  },
  {
    name: 'a token in the database',
    promise: 'no secret anywhere',
    break: (record) => void record.written.push({ where: 'the database', text: secretOf(record, /token/i) }),
  },
  {
    name: 'a token said in Slack',
    promise: 'no secret anywhere',
    break: (record) =>
      void record.written.push({ where: 'what was said to Slack', text: secretOf(record, /token/i) }),
  },
  {
    name: 'a prompt in the log',
    promise: 'no words of people in the log',
    break: (record) =>
      void record.written.push({ where: 'the log', text: `about ${delivered(record).ask.word}` }),
  },
  {
    name: 'a thread kept after delivery',
    promise: 'no words of people kept once delivered',
    break: (record) =>
      void record.written.push({
        where: 'the database',
        text: `Ana: ${SAID} ${delivered(record).ask.word}: 12,000`,
      }),
  },
];

/** An ask that was delivered without trouble. */
function delivered({ asks, messages, creates }: RunRecord): { ask: AskRecord; card: MessageRecord } {
  for (const ask of asks) {
    const isPlain = ask.taken && ask.ended && ask.yeses + ask.checks + ask.exports === 0;
    const isMade = creates.filter(({ word }) => word === ask.word).length === 1;
    const card = messages.find(({ isCard, words }) => isCard && words.includes(ask.word));
    if (isPlain && isMade && card?.delivery && card.buttons.includes(actions.documentMenu))
      return { ask, card };
  }
  throw new Error('Nothing was delivered without trouble in this run');
}

function secretOf({ secrets }: RunRecord, name: RegExp): string {
  const found = secrets.find(([each]) => name.test(each));
  if (!found) throw new Error(`No secret is called ${name}`);
  return found[1];
}
