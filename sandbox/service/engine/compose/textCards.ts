import { type Block, type Card, type DeckFormat, plain } from '../deck.ts';
import { chartIn, statsIn } from '../read/figures.ts';
import type { Outline, Section } from '../read/outline.ts';
import { capitalised, clauseOf, sentencesOf } from '../read/sentences.ts';
import { paragraph, points } from './blocks.ts';
import { isOrder } from './brief.ts';
import { lengthOf } from './fit.ts';
import { cardsOf, type PlanOptions } from './plan.ts';

/** Cards from a text with a structure of its own. */
export function cardsOfText(
  outline: Outline,
  format: DeckFormat,
  options: PlanOptions,
  given?: string,
): { title: string; cards: Card[] } {
  const read = options.preserve ? outline : withoutInstruction(outline);
  const { lead, sections } = read;
  const title = given ?? read.title ?? sections.find((section) => section.title)?.title ?? titleFrom(lead);
  const { subtitle, rest } = areFigures(lead)
    ? { subtitle: undefined, rest: lead }
    : subtitleOf(lead, options);
  const own = sections.flatMap((section, i) => sectionCards(section, sections[i + 1], options));
  const intro =
    rest.length > 0
      ? cardsOf({ title: introTitle(rest, title), level: 2, under: [], blocks: rest }, options)
      : [];
  const body = [...intro, ...own];
  const topDepth = sections.reduce(
    (least, { under }) => Math.min(least, under.length),
    Number.POSITIVE_INFINITY,
  );
  const top = sections.filter((section) => section.title && section.under.length <= topDepth);
  const names = [...new Set(top.map((section) => section.title))];
  const opening: Card = {
    layout: 'title',
    title,
    blocks:
      subtitle && clauseOf(subtitle) !== title
        ? [paragraph(subtitle)]
        : names.length > 1 && !options.preserve
          ? [paragraph(names.slice(0, 5).join('  ·  '))]
          : [],
  };
  const isLong = names.length >= 3 && body.length >= 8;
  const blocks = [points(names.slice(0, 8))];
  const agenda: Card = { layout: 'bullets', kicker: 'Agenda', title: 'What we will cover', blocks };
  const front = format === 'presentation' && !options.preserve && isLong ? [agenda] : [];
  // A mere list has no name: it stands by itself, under what it is.
  const isMere = title === 'Overview' && body.length === 1 && !options.preserve;
  return { title, cards: [...(isMere ? [] : [opening]), ...front, ...ended(body, format)] };
}

/** "Turn this into slides:" above the text itself is said to the service, not to the audience. */
function withoutInstruction(outline: Outline): Outline {
  const [first, ...lead] = outline.lead;
  const isInstruction = first?.kind === 'paragraph' && isOrder(plain(first.spans));
  return isInstruction && (lead.length > 0 || outline.sections.length > 0) ? { ...outline, lead } : outline;
}

function sectionCards(section: Section, next: Section | undefined, options: PlanOptions): Card[] {
  if (section.blocks.length > 0) return cardsOf(section, options);
  const opensOthers = next !== undefined && next.level > section.level;
  if (!section.title) return [];
  const kicker = section.under.at(-1);
  return [
    { layout: 'section', title: section.title, ...(opensOthers || !kicker ? {} : { kicker }), blocks: [] },
  ];
}

/** A short first paragraph stands under the title; a longer one has a card of its own. */
function subtitleOf(lead: Block[], options: PlanOptions): { subtitle?: string; rest: Block[] } {
  const [first, ...others] = lead;
  if (first?.kind !== 'paragraph') return { rest: lead };
  const text = plain(first.spans);
  if (text.length <= 180 && !first.spans.some((span) => span.href)) return { subtitle: text, rest: others };
  const [sentence = ''] = sentencesOf(text);
  return sentence.length <= 160 && !options.preserve ? { subtitle: sentence, rest: lead } : { rest: lead };
}

/** A single paragraph of numbers is content, even when it is short enough to be a subtitle. */
function areFigures(lead: Block[]): boolean {
  const [only, ...more] = lead;
  if (only?.kind !== 'paragraph' || more.length > 0) return false;
  const text = plain(only.spans);
  return text.length <= 300 && (chartIn(text) !== undefined || statsIn(text).length >= 2);
}

function introTitle(blocks: Block[], title: string): string {
  if (areFigures(blocks)) return 'The numbers';
  const text = blocks
    .map((block) => (block.kind === 'paragraph' ? plain(block.spans) : ''))
    .join(' ')
    .trim();
  const [first = ''] = sentencesOf(text);
  return first && first.length <= 70 && text.length > first.length && first !== title
    ? first.replace(/[.:;,]+$/, '')
    : 'Overview';
}

/** A title for a text that has none: its first sentence, or the clause that it begins with. */
function titleFrom(blocks: Block[]): string {
  for (const block of blocks) {
    // The first point of a list is one of many, and names none of the others.
    if (block.kind === 'list' || block.kind === 'table') return 'Overview';
    const text = block.kind === 'paragraph' || block.kind === 'quote' ? plain(block.spans).trim() : '';
    if (text) return capitalised(clauseOf(sentencesOf(text)[0] ?? text));
  }
  return 'Untitled';
}

const isEnd =
  /\b(next steps?|actions?|action items|conclusions?|summary|thank|questions|decisions?|asks?|takeaways?|to do|follow[- ]?ups?)\b/i;

/** The text's own end closes the deck. */
function ended(cards: Card[], format: DeckFormat): Card[] {
  const last = cards.at(-1);
  const [block, ...more] = last?.blocks ?? [];
  const isShort = more.length === 0 && (block?.kind === 'list' || block?.kind === 'paragraph');
  if (!last || format === 'social' || !isShort || lengthOf(last.blocks) > 480) return cards;
  const isClosing = isEnd.test(last.title) && last.layout === 'bullets';
  return isClosing ? [...cards.slice(0, -1), { ...last, layout: 'closing' }] : cards;
}
