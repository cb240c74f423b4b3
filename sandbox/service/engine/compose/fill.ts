import { type Block, type BlockOf, type Card, type Deck, plain, type Span } from '../deck.ts';
import { assigned, likeness, type Source, sharesWord } from './assign.ts';
import { statsIn } from './figures.ts';
import { guidanceFor } from './guidance.ts';
import { type Line, linesIn, sentencesFrom, shares } from './lines.ts';

interface Content {
  title: string;
  cards: Card[];
}

/**
 * A template's cards with new content: layouts, number of cards and kinds of blocks stay as they are. A card takes
 * the part of the content that its title speaks of, else the next part that no other card took; a card for which
 * there is nothing asks its own question.
 */
export function filled(template: Deck, content: Content): Card[] {
  const { opening, closing, sources } = sourcesOf(content);
  const bodies = template.cards
    .map((card, i) => ({ card, i }))
    .filter(({ card, i }) => !isFrame(card, i, template));
  const cards = bodies.map(({ card }) => card);
  // What closes the content may also be what a card of the template is for, as action items are.
  const isWanted = closing && cards.some((card) => likeness(card, closing) > 0);
  const chosen = assigned(cards, isWanted ? [...sources, closing] : sources);
  const pool = poolOf(content);
  return template.cards.map((card, i) => {
    if (card.layout === 'title') return i === 0 ? openingCard(card, opening, content.title) : card;
    if (isAgenda(card))
      return {
        ...card,
        blocks: card.blocks.map((block) =>
          fillBlock(
            block,
            agendaOf(
              bodies.map((body) => body.card),
              chosen,
            ),
            pool,
          ),
        ),
      };
    if (card.layout === 'closing')
      return {
        ...card,
        blocks: card.blocks.map((block) =>
          fillBlock(block, closing ?? { title: card.title, blocks: [] }, pool),
        ),
      };
    if (card.layout === 'section') return card;
    const at = bodies.findIndex((body) => body.i === i);
    return bodyCard(card, chosen[at] ?? [], pool);
  });
}

/** Everything there is, and the figures that its sentences hold. */
function poolOf(content: Content): Block[] {
  const blocks = content.cards.flatMap((card) => card.blocks);
  const found = statsIn(
    linesIn(blocks)
      .map((line) => plain(line))
      .join('. '),
  );
  return [...blocks, ...(found.length > 0 ? [{ kind: 'stats' as const, stats: found }] : [])];
}

const isAgenda = (card: Card) =>
  card.kicker === 'Agenda' || /^(agenda|contents|what we will cover)$/i.test(card.title);

function isFrame(card: Card, index: number, deck: Deck): boolean {
  const isEnd = card.layout === 'closing' && index === deck.cards.length - 1;
  return (
    card.layout === 'title' ||
    card.layout === 'section' ||
    card.layout === 'closing' ||
    isAgenda(card) ||
    isEnd
  );
}

function sourcesOf(content: Content): { opening?: Card; closing?: Source; sources: Source[] } {
  const opening = content.cards.find((card) => card.layout === 'title');
  const closing = content.cards.find((card) => card.layout === 'closing');
  const sources: Source[] = [];
  for (const card of content.cards) {
    if (card === opening || card === closing || isAgenda(card) || card.blocks.length === 0) continue;
    const last = sources.at(-1);
    if (last && last.title === card.title) last.blocks.push(...card.blocks);
    else
      sources.push({ title: card.title || card.kicker || '', kicker: card.kicker, blocks: [...card.blocks] });
  }
  const last = closing && { title: closing.title, blocks: closing.blocks };
  return { opening, closing: last, sources };
}

function openingCard(card: Card, opening: Card | undefined, title: string): Card {
  const subtitle = opening?.blocks.find((block) => block.kind === 'paragraph');
  const blocks = card.blocks.map(
    (block): Block =>
      block.kind === 'paragraph' ? { kind: 'paragraph', spans: subtitle?.spans ?? [] } : block,
  );
  return {
    ...card,
    title,
    kicker: opening?.kicker ?? card.kicker,
    blocks: blocks.filter(
      (block) => block.kind !== 'paragraph' || block.spans.length > 0 || card.blocks.length > 1,
    ),
  };
}

function bodyCard(card: Card, sources: Source[], pool: Block[]): Card {
  const [first, ...others] = sources;
  if (!first) return { ...card, blocks: card.blocks.map((block) => asked(block, card, pool)) };
  const source: Source = {
    title: first.title,
    blocks: [
      ...first.blocks,
      ...others.flatMap((other): Block[] => (other.title ? [titled(other), ...other.blocks] : other.blocks)),
    ],
  };
  const title = likeness(card, first) > 0 || !first.title ? card.title : first.title;
  const groups = card.blocks.filter((block) => block.kind === 'list' || block.kind === 'paragraph').length;
  const share = shares(linesIn(source.blocks), groups);
  let group = 0;
  return {
    ...card,
    title,
    ...(card.kicker ? { kicker: card.kicker } : {}),
    blocks: card.blocks.map((block) => {
      const takesLines = block.kind === 'list' || block.kind === 'paragraph';
      return fillBlock(block, source, pool, takesLines ? share[group++] : undefined);
    }),
  };
}

function titled(source: Source): Block {
  return { kind: 'paragraph', spans: [{ text: source.title, bold: true }] };
}

function fillBlock(block: Block, source: Source, pool: Block[], lines = linesIn(source.blocks)): Block {
  const same =
    source.blocks.find((other) => other.kind === block.kind) ??
    pool.find((other) => other.kind === block.kind);
  switch (block.kind) {
    case 'list':
      return lines.length > 0 ? { ...block, items: lines.map((spans) => ({ spans, level: 0 })) } : block;
    case 'paragraph':
      return lines.length > 0 ? { ...block, spans: sentencesFrom(lines) } : block;
    case 'stats':
      return filledStats(block, same);
    case 'chart':
      return same ?? { ...block, chart: { ...block.chart, empty: true } };
    case 'table':
      return same ?? filledTable(block, linesIn(source.blocks));
    case 'quote':
      return same ?? { ...block, spans: lines[0] ?? block.spans, by: undefined };
    case 'steps':
      return filledSteps(block, linesIn(source.blocks));
    case 'picture':
      return {
        ...block,
        seed: `${source.title} ${block.seed}`,
        caption: `Illustration for ${source.title || 'this card'}`,
      };
    case 'code':
      return same ?? block;
    default:
      return block;
  }
}

/**
 * As many big numbers as the template has: each in the place of its own label where the template has that, the rest
 * in the places left. Where the content gives fewer, the others wait for theirs.
 */
function filledStats(block: BlockOf<'stats'>, same: Block | undefined): Block {
  const given = same?.kind === 'stats' ? [...same.stats] : [];
  const take = (at: number) => (at < 0 ? undefined : given.splice(at, 1)[0]);
  const own = block.stats.map((stat) =>
    take(given.findIndex((other) => sharesWord(stat.label, other.label))),
  );
  return {
    ...block,
    stats: block.stats.map(
      (stat, i) =>
        own[i] ??
        take(given.length > 0 ? 0 : -1) ?? { value: '—', label: stat.label, note: 'to be filled in' },
    ),
  };
}

function filledTable(block: BlockOf<'table'>, lines: Line[]): Block {
  if (lines.length === 0) return block;
  const rows = lines.slice(0, 8).map((line) => rowOf(block.header.map(plain), line));
  return { ...block, rows };
}

/** "Ana: write to customers" names its owner where the table asks for one; what is not said is left open. */
function rowOf(header: string[], line: Line): Span[][] {
  const [name, ...rest] = line;
  const owner = header.findIndex((title) => /^(owner|who)$/i.test(title));
  const isNamed = owner > 0 && name?.bold && /:\s*$/.test(name.text) && rest.length > 0;
  return header.map((_, column) => {
    if (column === 0) return isNamed ? rest : line;
    return [{ text: isNamed && column === owner ? name.text.replace(/:\s*$/, '') : '—' }];
  });
}

function filledSteps(block: BlockOf<'steps'>, lines: Line[]): Block {
  const texts = lines.map((line) => plain(line));
  const size = Math.max(1, Math.ceil(texts.length / block.steps.length));
  return {
    ...block,
    steps: block.steps.map((step, i) => {
      const own = texts.slice(i * size, (i + 1) * size);
      return own.length > 0 ? { label: step.label, text: own.join(' ') } : step;
    }),
  };
}

function agendaOf(cards: Card[], chosen: Source[][]): Source {
  const titles = cards.map(
    (card, i) => (chosen[i]?.[0] && likeness(card, chosen[i][0]) === 0 && chosen[i][0].title) || card.title,
  );
  return {
    title: 'Agenda',
    blocks: [
      {
        kind: 'list',
        ordered: false,
        items: titles.filter(Boolean).map((text) => ({ spans: [{ text }], level: 0 })),
      },
    ],
  };
}

/** A card that the content says nothing for: the template's own points, or the questions of its topic. */
function asked(block: Block, card: Card, pool: Block[]): Block {
  if (block.kind === 'list')
    return block.items.length > 0
      ? block
      : { ...block, items: guidanceFor(card.title).map((text) => ({ spans: [{ text }], level: 0 })) };
  return fillBlock(block, { title: card.title, blocks: [] }, pool);
}
