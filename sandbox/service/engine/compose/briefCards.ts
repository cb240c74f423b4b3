import type { Card, DeckFormat, Stat } from '../deck.ts';
import { chartIn, isTelling, statOf } from '../read/figures.ts';
import type { Outline } from '../read/outline.ts';
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
  const found = chartIn(source);
  const opening: Card = {
    layout: 'title',
    title,
    ...(audience && !title.toLowerCase().includes(audience.toLowerCase())
      ? { kicker: `For ${audience}` }
      : {}),
    blocks: [],
  };
  if (found) {
    const name = found.name || title;
    return {
      title,
      cards: [opening, { layout: 'chart', title: name, blocks: [{ kind: 'chart', chart: found.chart }] }],
    };
  }
  const figures = topics.flatMap((topic) => figureOf(topic) ?? []);
  const shown = figures.length >= 2 && figures.length <= FIGURES ? figures : [];
  const said = topics.filter((topic) => !shown.some((one) => one.topic === topic));
  const apart = said.filter((topic) => topic.points.length > 0);
  const rest = said.filter((topic) => topic.points.length === 0);
  const numbers: Card[] =
    shown.length > 0
      ? [
          {
            layout: 'stats',
            title: 'The numbers',
            blocks: [{ kind: 'stats', stats: shown.map((one) => one.stat) }],
          },
        ]
      : [];
  const details = apart.map(
    (topic): Card => ({ layout: 'bullets', title: topic.title, blocks: [points(topic.points)] }),
  );
  const least = 1 + numbers.length + details.length;
  // Each topic has a card of its own where that many are asked for, or where it stands alone.
  const isEach = format === 'presentation' && (rest.length === 1 || (numCards ?? 0) >= least + rest.length);
  const others: Card[] = isEach
    ? rest.map((topic) => ({ layout: 'section', title: topic.words, blocks: [] }))
    : rest.length > 0
      ? [
          {
            layout: 'bullets',
            title: restTitle(rest),
            blocks: [points(rest.map((topic) => topic.words))],
          },
        ]
      : [];
  const cards = inOrder([...numbers, ...details, ...others], topics);
  return {
    title,
    cards: cards.length > 0 || format !== 'presentation' ? [opening, ...cards] : [opening, invitation],
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

/** The order of the prompt, as far as cards are of one topic. */
function inOrder(cards: Card[], topics: Topic[]): Card[] {
  const place = (card: Card) => {
    const at = topics.findIndex((topic) => topic.title === card.title || topic.words === card.title);
    return at < 0 ? (card.layout === 'stats' ? -1 : topics.length) : at;
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

function restTitle(rest: Topic[]): string {
  if (rest.some((topic) => /\d/.test(topic.words))) return 'At a glance';
  return rest.every((topic) => topic.words.split(/\s+/).length <= 3) ? 'Topics' : 'In short';
}

/** A topic that is a figure with its name: "churn down to 2.1%", "revenue £2.58m (+5%)". */
function figureOf(topic: Topic): { topic: Topic; stat: Stat } | undefined {
  const [note, ...more] = topic.points;
  const stat = more.length === 0 && isNamed(topic.title) ? statOf(topic.title) : undefined;
  if (!stat || !isTelling(stat)) return undefined;
  return { topic, stat: note ? { ...stat, note: [stat.note, note].filter(Boolean).join(', ') } : stat };
}

/** Its name stands before the figure, and is neither a sentence nor cut off at "for" or "in" ("free for 30 days"). */
function isNamed(words: string): boolean {
  const before = /^(\p{L}[^\d$€£+−-]{1,40}?)[\s:]*[-+−]?[$€£]?\d/u.exec(words)?.[1];
  return (
    before !== undefined &&
    words.length <= 60 &&
    !/\b(?:for|in|within|after|before|until|on|per|each|every|is|are)$/i.test(before)
  );
}
