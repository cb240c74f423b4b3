import { type Block, type BlockOf, plain, type Span } from '../deck.ts';
import { sentencesOf } from '../read/sentences.ts';

/** Longest piece of running text that is never parted, in characters. */
const PARAGRAPH_LIMIT = 420;
const ROWS = 8;
const CODE_LINES = 14;

/** A block in the smallest pieces that may stand on different cards. */
export function atomsOf(block: Block): Block[] {
  switch (block.kind) {
    case 'paragraph':
      return spansInPieces(block.spans).map((spans) => ({ kind: 'paragraph', spans }));
    case 'quote':
      return plain(block.spans).length <= PARAGRAPH_LIMIT
        ? [block]
        : spansInPieces(block.spans).map((spans) => ({ ...block, spans }));
    case 'list':
      return itemsInPieces(block);
    case 'table':
      return chunks(block.rows, ROWS).map((rows) => ({ ...block, rows }));
    case 'code':
      return chunks(block.text.split('\n').flatMap(shortLines), CODE_LINES).map((lines) => ({
        ...block,
        text: lines.join('\n'),
      }));
    case 'stats':
      return chunks(block.stats, 6).map((stats) => ({ ...block, stats }));
    case 'steps':
      return chunks(block.steps, 5).map((steps) => ({ ...block, steps }));
    default:
      return [block];
  }
}

function itemsInPieces(block: BlockOf<'list'>): Block[] {
  return block.items.flatMap((item) =>
    spansInPieces(item.spans).map((spans): Block => ({ ...block, items: [{ ...item, spans }] })),
  );
}

/** Neighbouring pieces of one list (or table, or code) become one again. */
export function joined(atoms: Block[]): Block[] {
  const blocks: Block[] = [];
  for (const atom of atoms) {
    const last = blocks.at(-1);
    if (last?.kind === 'list' && atom.kind === 'list' && last.ordered === atom.ordered)
      for (const item of atom.items) last.items.push(item);
    else if (last?.kind === 'table' && atom.kind === 'table' && last.header === atom.header)
      for (const row of atom.rows) last.rows.push(row);
    else blocks.push(withOwnPieces(atom));
  }
  return blocks;
}

/** What may be added to, while the one it was made from stays as it is. */
function withOwnPieces(block: Block): Block {
  if (block.kind === 'list') return { ...block, items: [...block.items] };
  return block.kind === 'table' ? { ...block, rows: [...block.rows] } : block;
}

/** Parts text at sentences, and a sentence that is too long for itself at words. */
function spansInPieces(spans: Span[]): Span[][] {
  const text = plain(spans);
  if (text.length <= PARAGRAPH_LIMIT) return [spans];
  const pieces: string[] = [];
  for (const sentence of sentencesOf(text).flatMap(shortEnough)) {
    const last = pieces.at(-1);
    if (last && last.length + sentence.length < PARAGRAPH_LIMIT)
      pieces[pieces.length - 1] = `${last} ${sentence}`;
    else pieces.push(sentence);
  }
  let from = 0;
  return pieces.map((piece) => {
    const at = text.indexOf(piece.slice(0, 20), from);
    const start = at < 0 ? from : at;
    from = Math.min(start + piece.length, text.length);
    return sliced(spans, start, from);
  });
}

function shortEnough(sentence: string): string[] {
  if (sentence.length <= PARAGRAPH_LIMIT) return [sentence];
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > PARAGRAPH_LIMIT) {
    const space = rest.lastIndexOf(' ', PARAGRAPH_LIMIT - 20);
    const at = space > 40 ? space : PARAGRAPH_LIMIT - 20;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...pieces, rest];
}

function sliced(spans: Span[], from: number, to: number): Span[] {
  let at = 0;
  return spans.flatMap((span) => {
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, span.text.length)];
    at += span.text.length;
    return start < end ? [{ ...span, text: span.text.slice(start, end) }] : [];
  });
}

function shortLines(line: string): string[] {
  return line.length <= 400 ? [line] : (line.match(/.{1,400}/gsu) ?? []);
}

function chunks<T>(all: T[], size: number): T[][] {
  if (all.length <= size) return [all];
  const count = Math.ceil(all.length / size);
  const even = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, i) => all.slice(i * even, (i + 1) * even)).filter(
    (part) => part.length > 0,
  );
}
