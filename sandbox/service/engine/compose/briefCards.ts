import type { Block, Card, DeckFormat, Stat } from '../deck.ts';
import { chartIn, isNotable, statOf } from '../read/figures.ts';
import type { Outline } from '../read/outline.ts';
import { capitalised } from '../read/sentences.ts';
import { paragraph, points } from './blocks.ts';
import { briefOf, type Topic } from './brief.ts';

/** Figures on a card. */
const FIGURES = 4;

/**
 * Cards from a prompt of a line or two: what it says, in its own words. A topic that is only named stays a heading,
 * since nothing is made up about it.
 */
export function cardsOfBrief(
  outline: Outline,
  format: DeckFormat,
  source: string,
  numCards: number | undefined,
): { title: string; cards: Card[] } {
  const { title, audience, topics } = briefOf(outline);
  const opening: Card = {
    layout: 'title',
    title,
    ...(audience && !title.toLowerCase().includes(audience.toLowerCase())
      ? { kicker: `For ${audience}` }
      : {}),
    blocks: [],
  };
  const { figures, shown } = figuresOf(topics, title, source);
  const said = topics.filter((topic) => !shown.includes(topic));
  // One detail in brackets stays with its words.
  const isDetailed = ({ points: [first, second], words }: Topic) =>
    second !== undefined || (first !== undefined && words.endsWith(first.slice(1)));
  const named = said.filter((topic) => !isDetailed(topic));
  // Each topic has a card of its own where that many are asked for, or where it stands alone.
  const isEach =
    format === 'presentation' && (named.length === 1 || (numCards ?? 0) > figures.length + said.length);
  const own = said.flatMap((topic): Card[] => {
    if (isDetailed(topic)) return [{ layout: 'bullets', title: topic.title, blocks: [points(topic.points)] }];
    return isEach ? [{ layout: 'section', title: topic.words, blocks: [] }] : [];
  });
  const blocks = [points(named.map((topic) => topic.words))];
  const together: Card = { layout: 'bullets', title: headed(titleFor(named), title), blocks };
  const cards = [...figures, ...own, ...(isEach || named.length === 0 ? [] : [together])];
  const isBare = cards.length === 0 && format === 'presentation';
  return { title, cards: [opening, ...(isBare ? [invitation] : cards)] };
}

/** A chart or big numbers, and the topics that they show. */
function figuresOf(topics: Topic[], title: string, source: string): { figures: Card[]; shown: Topic[] } {
  const found = chartIn(source);
  if (found) {
    const shown = topics.filter((topic) =>
      found.chart.labels.some((label) => topic.words.startsWith(capitalised(label))),
    );
    const blocks: Block[] = [{ kind: 'chart', chart: found.chart }];
    return { figures: [{ layout: 'chart', title: found.name || title, blocks }], shown };
  }
  const named = topics.flatMap((topic) => figureOf(topic) ?? []);
  if (named.length < 2 || named.length > FIGURES) return { figures: [], shown: [] };
  const blocks: Block[] = [{ kind: 'stats', stats: named.map(({ stat }) => stat) }];
  return {
    figures: [{ layout: 'stats', title: headed('The numbers', title), blocks }],
    shown: named.map(({ topic }) => topic),
  };
}

/** Where a prompt names its subject and nothing else. */
const invitation: Card = {
  layout: 'closing',
  title: 'The rest is yours to say',
  blocks: [
    paragraph(
      'The sandbox has no language model: it sets the words it is given. Name points, figures or decisions, and each has its place.',
    ),
  ],
};

/** A heading of ours, where the text is written in its letters; else the text's own title. */
const headed = (english: string, title: string) => (/\p{Script=Latin}/u.test(title) ? english : title);

function titleFor(rest: Topic[]): string {
  if (rest.some((topic) => /\d/.test(topic.words))) return 'At a glance';
  return rest.every((topic) => topic.words.split(/\s+/).length <= 3) ? 'Topics' : 'In short';
}

/** A topic that is a figure with its name: "churn down to 2.1%", "revenue £2.58m (+5%)". */
function figureOf(topic: Topic): { topic: Topic; stat: Stat } | undefined {
  const [note, ...more] = topic.points;
  const stat = more.length === 0 && topic.title.length <= 60 ? statOf(topic.title) : undefined;
  if (!stat || !isNotable(stat)) return undefined;
  return { topic, stat: note ? { ...stat, note: [stat.note, note].filter(Boolean).join(', ') } : stat };
}
