import { actions } from '../../../src/slack/bolt/action-ids.ts';
import type { Violation } from './check.ts';
import type { Kind } from './kinds.ts';
import { SAID } from './people.ts';
import type { AskRecord, MessageRecord, RunRecord } from './record.ts';

/** Each promise, broken in the record of a run that kept them all: proof that the checker would have seen it. */
export interface Plant {
  name: string;
  promise: Violation['promise'];
  /** Breaks the record, the caller's own copy. @returns false where there is nothing of the kind in it */
  plant(record: RunRecord): boolean;
}

interface Delivered {
  ask: AskRecord;
  card: MessageRecord;
}

/** Breaks what belongs to an ask of this kind that was delivered without trouble. */
function on(
  kind: Kind,
  name: string,
  promise: Violation['promise'],
  breaking: (record: RunRecord, delivered: Delivered) => void,
): Plant {
  return {
    name,
    promise,
    plant(record) {
      const found = delivered(record, kind);
      if (found) breaking(record, found);
      return found !== undefined;
    },
  };
}

const OUTCOME = 'one outcome an ask';

export const plants: Plant[] = [
  on('deck', 'an ask that was taken has no card', OUTCOME, withoutCard),
  on('deck', 'a card that says "Working on it" for ever', OUTCOME, (_, { ask }) => {
    ask.ended = false;
  }),
  on('deck', 'a second card', OUTCOME, secondCard),
  on('edit', 'a change that nobody was told of', OUTCOME, withoutCard),
  on('edit', 'a second message about a change', OUTCOME, secondCard),
  on('image', 'a picture that was taken and has no message', OUTCOME, withoutCard),
  on('thorough', 'a thorough document that was taken and has no card', OUTCOME, withoutCard),
  on('digest', 'a digest that was due and did not come', OUTCOME, withoutCard),
  on('digest', 'a digest twice', OUTCOME, secondCard),
  on('digest', 'a digest, and a line that there is none', OUTCOME, (record, { ask, card }) => {
    const text = `It has been quiet in <#${ask.channels[0]}>`;
    record.messages.push({ ...card, ts: `${card.ts}1`, delivery: 'note', isCard: false, text });
  }),

  on('deck', 'a process that fell', 'no process ends by itself', (record) => {
    record.deaths += 1;
  }),

  on('deck', 'a second create', 'created once', secondCreate),
  on('deck', 'a second create after one without an answer', 'created once', (record, { ask }) => {
    record.creates.push({ word: ask.word, workspace: ask.workspace, isLost: true, isRefused: false });
  }),
  on('edit', 'a change made twice', 'created once', secondCreate),
  on('image', 'a picture drawn twice', 'created once', secondCreate),
  on('thorough', 'a thorough document made twice', 'created once', secondCreate),
  on('digest', 'a digest made twice', 'created once', secondCreate),

  on(
    'deck',
    'a lost answer that nobody was asked about',
    'an answer that was lost is asked about',
    lostAnswer,
  ),
  on('image', 'a lost answer about a picture', 'an answer that was lost is asked about', lostAnswer),

  on('deck', 'a message twice', 'each message once', (record, { card }) => {
    record.messages.push({ ...card, ts: `${card.ts}1`, isCard: false, words: [] });
  }),
  on('deck', 'a line in the thread twice', 'each message once', (record, { card }) => {
    const line = lineBelow(card);
    record.messages.push({ ...line, ts: `${card.ts}1` }, { ...line, ts: `${card.ts}2` });
  }),
  on('deck', 'a file twice', 'each file once', fileTwice),
  on('edit', 'the file of a change twice', 'each file once', fileTwice),
  on('image', 'a picture posted twice', 'each file once', (record, { card }) => {
    const line = { ...lineBelow(card), files: ['another.png'] };
    record.messages.push({ ...line, ts: `${card.ts}1` }, { ...line, ts: `${card.ts}2` });
  }),
  on('deck', 'a file that never came', 'a file, or a word on why there is none', withoutLines),
  on('image', 'a picture that never came', 'a file, or a word on why there is none', withoutLines),

  on('deck', "another team's words", 'nothing to another team', saidElsewhere),
  on('digest', "another team's digest", 'nothing to another team', saidElsewhere),
  on(
    'deck',
    'a message in another conversation of the team',
    'nothing to another team',
    (record, { card }) => {
      record.messages.push({ ...card, channel: 'C0OTHER', isCard: false, delivery: 'another' });
    },
  ),
  on('deck', "paid for by another team's workspace", 'nothing to another team', paidElsewhere),
  on('edit', "a change paid for by another team's workspace", 'nothing to another team', paidElsewhere),

  ...secret('an export link in the log', 'the log', /export link/),
  ...secret('a token in the database', 'the database', /token/i),
  ...secret('a token said in Slack', 'what was said to Slack', /token/i),
  on('deck', 'a prompt in the log', 'no words of people in the log', (record, { ask }) => {
    record.written.push({ where: 'the log', text: `about ${ask.word}` });
  }),
  on('edit', 'a wish in the log', 'no words of people in the log', (record, { ask }) => {
    record.written.push({ where: 'the log', text: `Add a slide on ${ask.word}` });
  }),
  on('deck', 'a thread kept after delivery', 'no words of people kept once delivered', keptWords),
  on('digest', 'what a digest was made of, kept', 'no words of people kept once delivered', keptWords),
];

function withoutCard(record: RunRecord, { card }: Delivered): void {
  record.messages = record.messages.filter((message) => message !== card);
}

function secondCard(record: RunRecord, { card: { delivery: _, ...card } }: Delivered): void {
  record.messages.push({ ...card, ts: `${card.ts}1` });
}

function secondCreate(record: RunRecord, { ask }: Delivered): void {
  record.creates.push({ word: ask.word, workspace: ask.workspace, isLost: false, isRefused: false });
}

function lostAnswer(record: RunRecord, { ask, card }: Delivered): void {
  for (const create of record.creates) if (create.word === ask.word) create.isLost = true;
  card.buttons = card.buttons.filter((button) => button !== actions.tryAgain);
}

function lineBelow({ delivery: _, ...card }: MessageRecord): MessageRecord {
  return { ...card, isCard: false, words: [], files: [], thread: card.thread ?? card.ts };
}

/** As often as there are documents and changes in the thread, and once more. */
function fileTwice(record: RunRecord, { card }: Delivered): void {
  const line = { ...lineBelow(card), files: ['a.pptx'] };
  const cards = record.messages.filter(
    ({ isCard, channel, thread, ts }) => isCard && channel === line.channel && (thread ?? ts) === line.thread,
  );
  const copies = Array.from({ length: 2 * cards.length }, (_, at) => ({ ...line, ts: `${card.ts}${at}` }));
  record.messages.push(...copies);
}

function withoutLines(record: RunRecord, { card }: Delivered): void {
  card.wantsFile = true;
  const thread = card.thread ?? card.ts;
  record.messages = record.messages.filter((message) => message.isCard || message.thread !== thread);
}

function saidElsewhere(record: RunRecord, { ask }: Delivered): void {
  record.said.push({ team: 'T0OTHER', words: [ask.word] });
}

function paidElsewhere(record: RunRecord, { ask }: Delivered): void {
  for (const create of record.creates) if (create.word === ask.word) create.workspace = 'ws_other';
}

function keptWords(record: RunRecord, { ask }: Delivered): void {
  record.written.push({ where: 'the database', text: `Ana: ${SAID} ${ask.word}: 12,000` });
}

function secret(name: string, where: RunRecord['written'][number]['where'], wanted: RegExp): Plant[] {
  const plant = (record: RunRecord) => {
    const found = record.secrets.find(([each]) => wanted.test(each));
    if (found) record.written.push({ where, text: `GET ${found[1]}` });
    return found !== undefined;
  };
  return [{ name, promise: 'no secret anywhere', plant }];
}

/** An ask that was delivered without trouble, and alone in its thread where it can be. */
function delivered({ asks, messages, creates }: RunRecord, kind: Kind): Delivered | undefined {
  for (const ask of asks) {
    const isPlain = ask.kind === kind && ask.taken && ask.ended && ask.yeses + ask.checks + ask.exports === 0;
    const own = creates.filter(({ word, isRefused }) => word === ask.word && !isRefused);
    if (!isPlain || own.length !== 1) continue;
    const isChanged = asks.some(
      (other) => other.kind === 'edit' && other.thread !== undefined && isThreadOf(other, ask, messages),
    );
    const card = messages.find(({ isCard, words }) => isCard && words.includes(ask.word));
    const isReady = card?.delivery !== undefined && / is (?:ready|changed)/.test(card.text);
    if (card && isReady && (kind === 'edit' || !isChanged)) return { ask, card };
  }
  return undefined;
}

function isThreadOf(edit: AskRecord, { word }: AskRecord, messages: MessageRecord[]): boolean {
  return messages.some(
    ({ isCard, words, thread, ts }) => isCard && words.includes(word) && (thread ?? ts) === edit.thread,
  );
}
