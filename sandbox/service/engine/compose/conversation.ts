import { type Block, type Card, plain, type Span } from '../deck.ts';
import type { Message, Topic } from '../read/messages.ts';
import type { Outline } from '../read/outline.ts';
import { weight } from '../read/sentences.ts';
import {
  actionsIn,
  type Decision,
  decisionsIn,
  excerptOf,
  figuresIn,
  headlineOf,
  heaviest,
  openQuestions,
  standsAlone,
  weightiestIn,
} from '../read/talk.ts';
import { listOf, paragraph } from './blocks.ts';

/** Sentences on a card. */
const ON_A_CARD = 5;

/**
 * A conversation as cards: first what was decided, then what it rests on, who does what, and what is open. Nothing
 * is reworded: a card shows whole sentences, with the name of who said them.
 */
export function cardsOfConversation(
  outline: Outline,
  topics: Topic[],
  numCards: number | undefined,
  given?: string,
): { title: string; cards: Card[] } {
  const about = aboutIn(outline);
  const messages = topics.flat();
  const isThread = topics.length === 1;
  const theme = isThread ? threadTopic(outline, topics[0] as Topic) : headlineIn(topics);
  const own = !isThread && about ? `${about.place}, ${about.period}` : theme;
  const title = given ?? own;
  const decisions = decisionsIn(topics);
  const used = new Set(decisions.flatMap(({ message, settledBy }) => [message, settledBy]));
  const rest = messages.filter((message) => !used.has(message));
  // A decision that names its owner is shown already.
  const actions = actionsIn(topics).filter(
    ({ text }) => !decisions.some((one) => one.text.endsWith(text.slice(-40))),
  );
  const short = isThread ? [] : shortOf(topics, used);
  // A reply's figure leans on what it answers; what is said in short is not said again.
  const figures = figuresIn(
    topics.map(([first]) => first).filter((message) => !used.has(message) && !short.includes(message)),
    ON_A_CARD,
  );
  const people = new Set(messages.map(({ by }) => by)).size;
  const count = `${messages.length} messages by ${people} people`;
  const place = about && (isThread ? `${about.place} · ${about.period} · ${about.count}` : count);
  const said = [theme === title ? undefined : theme, place].flatMap((line) => line ?? []);
  // A period stays on its line: "#launch," above "2 – 9 Mar 2026".
  const [, name, period = ''] = /^(#\S+, )(\d.{3,32})$/.exec(title) ?? [];
  const whole = name ? name + period.replace(/\s/g, '\u00A0') : title;
  const opening: Card = { layout: 'title', title: whole, blocks: said.map(paragraph) };
  // Each with its rank: where fewer cards are asked for, the last ranks are left out and none are poured together.
  const parts: [number, Card[]][] = [
    [0, [opening]],
    [2, short.length < 2 ? [] : [{ layout: 'bullets', title: 'In short', blocks: [saidList(short)] }]],
    [1, decisionCards(decisions, isThread)],
    [5, tableCards(messages)],
    [isThread ? 2 : 6, isThread ? saidCards(rest, topics) : topicCards(topics, [...used, ...short])],
    [7, isThread || figures.length < 2 ? [] : sentenceCards('Figures that were named', 'Figure', figures)],
    [3, sentenceCards('Who does what', 'What was said', actions.slice(0, 7))],
    [4, sentenceCards('Open questions', 'Question', openQuestions(topics).slice(0, ON_A_CARD))],
  ];
  const cards = parts.flatMap(([rank, all]) => all.map((card, at) => ({ card, rank: rank + at / 10 })));
  const most = numCards === undefined || numCards === 1 ? cards.length : numCards;
  return { title, cards: heaviest(cards, most, ({ rank }) => -rank).map(({ card }) => card) };
}

/** "Thread in #launch. From 2 March 2026, 09:05 to …: 12 messages by …" in short: where, when, how much. */
function aboutIn({ lead }: Outline): { place: string; period: string; count: string } | undefined {
  const texts = lead.flatMap((block) => (block.kind === 'paragraph' ? [plain(block.spans)] : []));
  const found = texts
    .map((text) =>
      /^(?:Thread|Talk) in (.+?)\. (?:On|From) ([^,]+),(?:.*? to ([^,]+),)?.*?: (\d+ messages?)/.exec(text),
    )
    .find(Boolean);
  if (!found) return undefined;
  const [, place = '', from = '', to = from, count = ''] = found;
  // "9 November 2026" and "13 November 2026" share their end.
  const ends = [' 2', ' '].map((sign) => from.slice(Math.max(from.indexOf(sign), 0)));
  const shared = ends.reverse().find((end) => to.endsWith(end)) ?? '';
  const period = to === from ? from : `${from.slice(0, from.length - shared.length)} to ${to}`;
  return { place, period, count };
}

/** What a thread is about: its own title, a short line above the first message, else what that asks or says first. */
function threadTopic(outline: Outline, topic: Topic): string {
  const [first] = outline.lead;
  const line = first?.kind === 'paragraph' ? plain(first.spans).trim() : '';
  const said = headlineOf(topic);
  const isLine = line.length <= 80 && /^[^:]{3,}$/.test(line);
  // The beginning of the first message is a title that the text has not chosen.
  const isCut = outline.title?.endsWith('…') || topic[0].sentences.join(' ').startsWith(outline.title ?? '');
  return (isCut ? undefined : outline.title) ?? (isLine ? line : said);
}

/** A headline for days of talk: what was said that says the most by itself. */
function headlineIn(topics: Topic[]): string {
  const found = topics
    // A table is named by what it lists, which says nothing of it.
    .filter(([first]) => first.tables.length === 0)
    .map((topic) => ({
      text: headlineOf(topic),
      rank: weight(headlineOf(topic), 1) + Math.min(topic.length, 6) / 2,
    }))
    .filter(
      ({ text }) => text.length >= 20 && standsAlone(text) && !/^(?:reminder|question|can|who)\b/i.test(text),
    )
    .sort((a, b) => b.rank - a.rank);
  return found[0]?.text ?? headlineOf(topics[0] as Topic);
}

function shortOf(topics: Topic[], used: Set<Message | undefined>): Message[] {
  const firsts = topics.map(([first]) => first);
  return weightiestIn(
    firsts.filter((message) => !used.has(message) && standsAlone(excerptOf(message))),
    ON_A_CARD,
  );
}

/** Each with its name, and an answer with what was asked, without which it would say something else. */
function saidList(messages: Message[], topics: Topic[] = []): Block {
  const asked = (message: Message) => {
    const topic = topics.find((one) => one.includes(message));
    const before = topic?.[topic.indexOf(message) - 1];
    const question = before && before.by !== message.by ? (before.sentences.at(-1) ?? '') : '';
    return question.endsWith('?') && question.length <= 110 && !messages.includes(before as Message)
      ? [{ text: `asked “${question}” `, italic: true }]
      : [];
  };
  return listOf(
    messages.map((message) => [
      { text: `${message.by}: `, bold: true },
      ...asked(message),
      { text: excerptOf(message) },
    ]),
  );
}

/** Decisions on cards of their own; the rest of them, in the order of what they are about, on one. */
const DECISIONS = 5;

function decisionCards(decisions: Decision[], isThread: boolean): Card[] {
  // Those that were named or agreed to before those in passing.
  const own = heaviest(decisions, DECISIONS, (one) => (one.settledBy || !one.on ? 1 : 0));
  const others = decisions.filter((one) => !own.includes(one));
  return [
    ...own.map((one) => decisionCard(one, isThread)),
    ...sentenceCards(
      'Further decisions',
      'Decided',
      others.map(({ text, message, settledBy, on }) => ({
        text: on ? `${text} (On “${excerptOf(on)}”)` : text,
        message: settledBy ?? message,
        who: [...new Set([message.by, settledBy?.by ?? message.by])].join(', '),
      })),
      2,
    ),
  ];
}

function decisionCard({ text, message, settledBy, on, about }: Decision, isThread: boolean): Card {
  const by = settledBy
    ? `Proposed by ${said(message)}. Settled by ${said(settledBy)}: “${answerOf(settledBy)}”`
    : on
      ? `${said(message)}, on what ${on.by} said: “${excerptOf(on)}”`
      : said(message);
  const isNamed = !isThread && about && !text.startsWith(about.slice(0, 20));
  return isNamed ? { ...voice(about, text, by), kicker: 'Decision' } : voice('Decision', text, by);
}

/** All that settles it, for it may set conditions; a question in it is for others. */
const answerOf = ({ sentences }: Message) => sentences.filter((text) => !text.endsWith('?')).join(' ');

function voice(title: string, text: string, by: string): Card {
  return { layout: 'quote', title, blocks: [{ kind: 'quote', spans: [{ text }], by }] };
}

const said = ({ by, when: at }: Message) => [by, at].filter(Boolean).join(', ');

/** "2 Mar, 09:05" in tables, in one piece; any other way of writing a time stays. */
function when({ when: text = '', href }: Message): Span {
  const short = /^(\d{1,2}) (\p{L}{3})\p{L}* \d{4}, (\d\d:\d\d)$/u.exec(text);
  const at = short ? `${short[1]}\u00A0${short[2]},\u00A0${short[3]}` : text;
  return { text: at, ...(href ? { href } : {}) };
}

interface Said {
  text: string;
  message: Message;
  who?: string;
}

/** Sentences, each with who said it and when: one is a card of its own, `fewest` or more are a table, others points. */
function sentenceCards(title: string, name: string, all: Said[], fewest = 4): Card[] {
  const [first, ...others] = all;
  if (!first) return [];
  if (others.length === 0) {
    const { message, who = message.by } = first;
    return [
      voice(title, first.text, who === message.by ? said(message) : `For ${who}. Said by ${said(message)}`),
    ];
  }
  if (all.length < fewest) {
    const lines = all.map(({ text, message, who = message.by }) => [
      { text: `${who}: `, bold: true },
      { text },
    ]);
    return [{ layout: 'bullets', title, blocks: [listOf(lines)] }];
  }
  const rows = all.map(({ text, message, who = message.by }): Span[][] => [
    [{ text }],
    [{ text: who, bold: true }],
    [when(message)],
  ]);
  const header = [name, 'Who', 'When'].map((text) => [{ text }]);
  const align = header.map(() => 'left' as const);
  return [{ layout: 'table', title, blocks: [{ kind: 'table', header, rows, align }] }];
}

/** Tables that were pasted, each under the words that came with it; of those with the same words, the last. */
function tableCards(messages: Message[]): Card[] {
  const cards = messages.flatMap((message) =>
    message.tables.slice(0, 1).map((block): Card => {
      const title = (message.sentences[0] ?? '').replace(/[\s:.]+$/, '');
      return {
        layout: 'table',
        kicker: said(message),
        title: title.length <= 90 ? title : 'The figures',
        blocks: [block],
      };
    }),
  );
  return cards
    .filter((card, at) => !cards.slice(at + 1).some((other) => other.title === card.title))
    .slice(-3);
}

function saidCards(messages: Message[], topics: Topic[]): Card[] {
  const chosen = weightiestIn(messages, 2 * ON_A_CARD);
  const half = chosen.length > ON_A_CARD + 1 ? Math.ceil(chosen.length / 2) : chosen.length;
  return [chosen.slice(0, half), chosen.slice(half)]
    .filter((part) => part.length > 0)
    .map((part) => ({ layout: 'bullets', title: 'What was said', blocks: [saidList(part, topics)] }));
}

/** The topics that most was said about. */
function topicCards(topics: Topic[], shown: (Message | undefined)[]): Card[] {
  const busiest = [...topics].sort((a, b) => b.length - a.length).slice(0, 3);
  return topics
    .filter((topic) => busiest.includes(topic) && topic.length >= 4)
    .flatMap((topic): Card[] => {
      const [first] = topic;
      const chosen = weightiestIn(topic.slice(first.sentences.length > 1 ? 0 : 1), ON_A_CARD);
      if (chosen.filter((message) => !shown.includes(message)).length < 2) return [];
      const title = first.tables.length > 0 ? `On “${headlineOf(topic)}”` : headlineOf(topic);
      const kicker = first.when?.split(',')[0];
      return [
        { layout: 'bullets', title, ...(kicker ? { kicker } : {}), blocks: [saidList(chosen, topics)] },
      ];
    });
}
