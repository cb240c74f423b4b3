import { type Block, type BlockOf, type Card, type Deck, plain, type Span } from '../deck.ts';
import { sentencesOf } from '../read/sentences.ts';
import { assigned, headingsOf, likeness, type Source, sharesWord } from './assign.ts';
import { listOf } from './blocks.ts';
import { layoutOf } from './fit.ts';

interface Content {
  title: string;
  cards: Card[];
}

/** Points that a card of a template takes from one part of the content. */
const MOST_LINES = 6;

/**
 * A template's cards with new content, in their order. A card takes the part of the content that its heading speaks
 * of; one for any text takes the next part that no other card took, under that part's own heading. A card for which
 * there is nothing stays as its heading alone: content under a heading that it does not belong to would
 * say something else.
 */
export function filled(template: Deck, content: Content): Card[] {
  const { opening, closing, sources } = sourcesOf(content);
  const bodies = template.cards.filter((card) => !isFrame(card));
  // The end of the content may also be the subject of a card of the template, as action items are.
  const isWanted = closing && bodies.some((card) => likeness(card.title, closing) > 0);
  const chosen = assigned(
    bodies,
    together(isWanted ? [...sources, closing] : sources, bodies, content.title),
  );
  const made = new Map(bodies.map((card, at) => [card, bodyCard(card, chosen[at] ?? [])]));
  return template.cards.map((card, at) => {
    if (card.layout === 'title') return at === 0 ? openingCard(card, opening, content.title) : card;
    if (isAgenda(card))
      return { ...card, blocks: [listOf(bodies.map((body) => [{ text: made.get(body)?.title ?? '' }]))] };
    if (card.layout === 'closing') return closing && !isWanted ? bodyCard(card, [closing]) : waiting(card);
    return made.get(card) ?? card;
  });
}

const isAgenda = (card: Card) =>
  card.kicker === 'Agenda' || /^(agenda|contents|what we will cover)$/i.test(card.title);

const isFrame = (card: Card) => ['title', 'section', 'closing'].includes(card.layout) || isAgenda(card);

function sourcesOf(content: Content): { opening?: Card; closing?: Source; sources: Source[] } {
  const opening = content.cards.find((card) => card.layout === 'title');
  const closing = content.cards.find((card) => card.layout === 'closing');
  const sources: Source[] = [];
  for (const card of content.cards) {
    if (card === opening || card === closing || isAgenda(card)) continue;
    const title = card.title || card.kicker || '';
    // A part that is only named is a point by itself.
    const blocks = card.blocks.length > 0 ? card.blocks : [listOf([[{ text: title }]])];
    const last = sources.at(-1);
    if (last && last.title === title) last.blocks.push(...blocks);
    else sources.push({ title, blocks: [...blocks], isName: card.blocks.length === 0 });
  }
  return { opening, closing: closing && { title: closing.title, blocks: closing.blocks }, sources };
}

function openingCard(card: Card, opening: Card | undefined, title: string): Card {
  const blocks = opening?.blocks.filter((block) => block.kind === 'paragraph') ?? [];
  return { ...card, title, blocks, ...(opening?.kicker ? { kicker: opening.kicker } : {}) };
}

/** The cards of a template that have nothing but their heading in what was made of it. */
export function untold(template: Deck, made: Deck): string[] {
  const isOwn = ({ title }: Card) =>
    template.cards.some((card) => card.title === title && card.blocks.length > 0);
  return made.cards.filter((card) => card.layout === 'section' && isOwn(card)).map(({ title }) => title);
}

/** Nothing was said of it. */
function waiting(card: Card): Card {
  return { layout: 'section', title: card.title, blocks: [] };
}

function bodyCard(card: Card, sources: Source[]): Card {
  const [first, ...others] = sources;
  if (!first) return waiting(card);
  const title = likeness(card.title, first) > 0 || !first.title ? card.title : first.title;
  const blocks = card.blocks.some((block) => block.kind === 'subheading')
    ? columnsOf(card.blocks, sources)
    : [
        ...card.blocks.flatMap((block) => fillBlock(block, first, card)),
        ...others.flatMap((other): Block[] => [
          ...(other.title ? [{ kind: 'subheading' as const, text: other.title }] : []),
          ...textOf(other.blocks),
        ]),
      ];
  const isFilled = blocks.some((block) => block.kind !== 'picture' && block.kind !== 'subheading');
  const [heading, ...rest] = blocks;
  // One column that is left of two is the card, under its own heading.
  if (isFilled && heading?.kind === 'subheading' && rest.length === 1)
    return { layout: 'bullets', kicker: title, title: heading.text, blocks: rest };
  return isFilled ? { ...card, title, blocks, layout: layoutOf({ ...card, blocks }) } : waiting(card);
}

/** Two columns are filled each by what its own heading names; the other waits. */
function columnsOf(blocks: Block[], sources: Source[]): Block[] {
  const own = sources.flatMap((source) => partsOf(source));
  const columns = blocks.flatMap((block): Block[] => {
    if (block.kind !== 'subheading') return [];
    const found = own.find((part) => likeness(block.text, part) > 0);
    return found ? [block, ...textOf(found.blocks)] : [];
  });
  return columns.length > 0 ? columns : sources.flatMap((source) => textOf(source.blocks));
}

/** Parts that are only named, and that no card speaks of, are one part. */
function together(sources: Source[], bodies: Card[], title: string): Source[] {
  const isLoose = (source: Source) =>
    source.isName && !bodies.some((card) => likeness(headingsOf(card), source) > 0);
  const loose = sources.filter(isLoose);
  if (loose.length === 0) return sources;
  const one = { title, blocks: [listOf(loose.flatMap((source) => linesIn(source.blocks)))] };
  return sources.flatMap((source) => (source === loose[0] ? [one] : isLoose(source) ? [] : [source]));
}

/** A part with headings of its own is as many parts. */
function partsOf(source: Source): Source[] {
  const parts: Source[] = [{ title: source.title, blocks: [] }];
  for (const block of source.blocks) {
    if (block.kind === 'subheading') parts.push({ title: block.text, blocks: [] });
    else parts.at(-1)?.blocks.push(block);
  }
  return parts.filter((part) => part.blocks.length > 0);
}

/** A block of the template with what the content has for it; nothing where it has nothing. */
function fillBlock(block: Block, source: Source, card: Card): Block[] {
  const same = source.blocks.find((other) => other.kind === block.kind);
  if (block.kind === 'picture')
    return [
      {
        ...block,
        seed: `${source.title} ${block.seed}`,
        caption: `Illustration for ${source.title || 'this card'}`,
      },
    ];
  if (block.kind === 'stats')
    return same?.kind === 'stats' ? [{ ...block, stats: placed(block, same) }] : textOf(source.blocks);
  if (block.kind === 'steps')
    return [same ?? stepsOf(source.blocks)].flatMap((steps) => steps ?? textOf(source.blocks));
  const isShown = block.kind === 'table' || block.kind === 'chart';
  // Points beside a table or a chart stand there already.
  const isBeside = card.blocks.some(({ kind }) => kind === 'table' || kind === 'chart');
  return isShown || (block.kind === 'list' && !isBeside) ? textOf(source.blocks) : [];
}

/** In the template's order where it names the same figures, the others after them. */
function placed(block: BlockOf<'stats'>, { stats }: BlockOf<'stats'>) {
  const own = block.stats.flatMap((slot) => stats.find((stat) => sharesWord(slot.label, stat.label)) ?? []);
  return [...new Set([...own, ...stats])];
}

function stepsOf(blocks: Block[]): Block | undefined {
  const lines = linesIn(blocks);
  if (lines.length < 3 || lines.length > 5) return undefined;
  return { kind: 'steps', steps: lines.map((line) => ({ label: '', text: plain(line) })) };
}

/** Everything in words, as points. */
function textOf(blocks: Block[]): Block[] {
  const kept = blocks.filter((block) => ['table', 'chart', 'stats', 'code'].includes(block.kind));
  const lines = linesIn(blocks.filter((block) => !kept.includes(block)));
  return [...kept, ...(lines.length > 0 ? [listOf(lines.slice(0, MOST_LINES))] : [])];
}

function linesIn(blocks: Block[]): Span[][] {
  return blocks.flatMap((block): Span[][] => {
    if (block.kind === 'list') return block.items.map((item) => item.spans);
    if (block.kind === 'steps')
      return block.steps.map((step) => [{ text: [step.label, step.text].filter(Boolean).join(': ') }]);
    if (block.kind === 'quote')
      return [[{ text: block.by ? `“${plain(block.spans)}” ${block.by}` : plain(block.spans) }]];
    if (block.kind !== 'paragraph') return [];
    const text = plain(block.spans);
    return text.length < 160 ? [block.spans] : sentencesOf(text).map((said) => [{ text: said }]);
  });
}
