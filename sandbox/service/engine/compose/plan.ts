import { type Block, type BlockOf, type Card, plain } from '../deck.ts';
import { chartIn, chartOfTable, shownList, statsIn } from '../read/figures.ts';
import type { Section } from '../read/outline.ts';
import { capitalised, sentencesOf } from '../read/sentences.ts';
import { listOf } from './blocks.ts';

export interface PlanOptions {
  /** The text's own words are kept: nothing is shortened or turned into points. */
  preserve: boolean;
  /** Running text stays running text, as in documents and pages. */
  prose: boolean;
  pictures: boolean;
}

/** The cards that one section becomes: text together, tables, code, quotes and figures each on their own. */
export function cardsOf(section: Section, options: PlanOptions): Card[] {
  const cards = groupsOf(section.blocks).flatMap((blocks) => cardsOfGroup(section.title, blocks, options));
  const kicker = section.under.at(-1);
  return cards.map((card) => ({ ...card, ...(kicker && kicker !== card.title ? { kicker } : {}) }));
}

/** Parts blocks where a new card begins: at what needs room of its own. A paragraph leads in what follows it. */
function groupsOf(blocks: Block[]): Block[][] {
  const groups: Block[][] = [];
  let open: Block[] = [];
  const close = () => {
    if (open.length > 0) groups.push(open);
    open = [];
  };
  for (const [at, block] of blocks.entries()) {
    if (isTail(blocks, at)) groups.at(-1)?.push(block);
    else if (needsOwnCard(block)) {
      const isLedIn = open.length === 1 && open[0]?.kind === 'paragraph' && plain(open[0].spans).length < 260;
      if (!isLedIn) close();
      open.push(block);
      close();
    } else open.push(block);
  }
  close();
  return groups;
}

/** A short last word on a table or some code stands on its card, not alone on the next. */
function isTail(blocks: Block[], at: number): boolean {
  const [before, block] = [blocks[at - 1], blocks[at]];
  const next = blocks[at + 1];
  if ((next && next.kind !== 'picture') || block?.kind !== 'paragraph' || !before) return false;
  return (before.kind === 'code' || before.kind === 'table') && plain(block.spans).length < 180;
}

function needsOwnCard(
  block: Block,
): block is BlockOf<'table' | 'code' | 'quote' | 'chart' | 'stats' | 'steps'> {
  return ['table', 'code', 'quote', 'chart', 'stats', 'steps'].includes(block.kind);
}

function cardsOfGroup(title: string, blocks: Block[], options: PlanOptions): Card[] {
  const table = blocks.find((block) => block.kind === 'table');
  if (table) return tableCards(title, blocks, table, options);
  const own = blocks.find(needsOwnCard);
  return [own ? { layout: own.kind, title, blocks } : textCard(title, blocks, options)];
}

function tableCards(title: string, blocks: Block[], table: BlockOf<'table'>, options: PlanOptions): Card[] {
  const chart = chartOfTable(table);
  const small = table.rows.length <= 6 && table.header.length <= 3;
  if (!chart) return [{ layout: 'table', title, blocks }];
  if (small) return [{ layout: 'chart', title, blocks: [{ kind: 'chart', chart }, ...blocks] }];
  const own: Card = { layout: 'table', title, blocks };
  // One row of bars has no legend: its title names it.
  const [only, ...others] = chart.series;
  const named = (others.length === 0 && only?.name) || title;
  return options.preserve
    ? [own]
    : [{ layout: 'chart', title: named, blocks: [{ kind: 'chart', chart }] }, own];
}

const inOrder =
  /\b(?<!next )(steps?|process|timeline|phases?|roadmap|milestones|how (it|we|to)|schedule|plan|journey|rollout|stages?)\b/i;

function textCard(title: string, blocks: Block[], options: PlanOptions): Card {
  const card = shown(title, blocks, options);
  if (card) return card;
  const chosen = options.preserve || options.prose ? blocks : blocks.flatMap(pointed);
  if (chosen.some((block) => block.kind === 'picture')) return { layout: 'picture', title, blocks: chosen };
  const subheadings = chosen.filter((block) => block.kind === 'subheading').length;
  if (subheadings === 2 && chosen[0]?.kind === 'subheading')
    return { layout: 'columns', title, blocks: chosen };
  const [only] = chosen;
  const manyShort =
    chosen.length === 1 &&
    only?.kind === 'list' &&
    !only.ordered &&
    only.items.length >= 7 &&
    only.items.length <= 16 &&
    only.items.every((item) => plain(item.spans).length < 90);
  return { layout: manyShort ? 'columns' : 'bullets', title, blocks: chosen };
}

/** Figures as charts and big numbers, ordered lists as steps. */
function shown(title: string, blocks: Block[], options: PlanOptions): Card | undefined {
  const lists = blocks.filter((block) => block.kind === 'list');
  const [list] = lists;
  if (list && lists.length === 1) {
    const figures = shownList(list, title);
    const isShownTwice = (block: Block) => block === list && figures && saysAll(figures);
    if (figures)
      return withFigures(
        title,
        figures,
        blocks.filter((block) => !isShownTwice(block)),
      );
    if (blocks.length <= 2 && areSteps(title, list))
      return { layout: 'steps', title, blocks: [...blocks.filter((block) => block !== list), stepsOf(list)] };
  }
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  for (const paragraph of paragraphs) {
    const found =
      chartIn(plain(paragraph.spans)) ?? sentencesOf(plain(paragraph.spans)).map(chartIn).find(Boolean);
    if (found) return withFigures(title || found.name, { kind: 'chart', chart: { ...found.chart } }, blocks);
  }
  if (options.preserve) return undefined;
  const text = paragraphs.map((paragraph) => plain(paragraph.spans)).join(' ');
  const stats = blocks.length === paragraphs.length && text.length < 700 ? statsIn(text) : [];
  if (stats.length < 2) return undefined;
  return withFigures(title, { kind: 'stats', stats }, options.prose ? blocks : blocks.flatMap(pointed));
}

/** Its names and figures stand beside it, so a list of them would say them twice. */
const saysAll = (figures: Block) => figures.kind !== 'chart' || figures.chart.type === 'doughnut';

function withFigures(title: string, figures: Block, rest: Block[]): Card {
  return { layout: figures.kind === 'chart' ? 'chart' : 'stats', title, blocks: [figures, ...rest] };
}

function areSteps(title: string, list: BlockOf<'list'>): boolean {
  const { items } = list;
  const flat = items.every(
    (item) => item.level === 0 && item.spans.every((span) => !span.href && !span.code),
  );
  const fits =
    items.length >= 3 && items.length <= 6 && items.every((item) => plain(item.spans).length <= 150);
  return flat && fits && (list.ordered || inOrder.test(title));
}

function stepsOf(list: BlockOf<'list'>): BlockOf<'steps'> {
  return {
    kind: 'steps',
    steps: list.items.map((item) => {
      const text = plain(item.spans).trim();
      const allShort = list.items.every((other) => plain(other.spans).length <= 60);
      const found =
        /^(\d{1,2}[:.]\d\d(?:\s?[ap]m)?)\s+(.+)$/is.exec(text) ??
        /^([^:–—(]{2,42}?)\s*(?::\s|–|—|\s-\s)\s*(.+)$/s.exec(text);
      if (found) return { label: capitalised(found[1] ?? ''), text: capitalised(found[2] ?? '') };
      return allShort ? { label: text, text: '' } : { label: '', text };
    }),
  };
}

/** Longer paragraphs become points, a sentence each, so that a card can be read at a glance. */
function pointed(block: Block): Block[] {
  if (block.kind !== 'paragraph') return [block];
  const text = plain(block.spans);
  const styled = block.spans.some((span) => span.href || span.code);
  if (text.length < 120 || styled) return [block];
  const sentences = sentencesOf(text);
  if (sentences.length < 2) return [block];
  return [listOf(sentences.map((text) => [{ text }]))];
}
