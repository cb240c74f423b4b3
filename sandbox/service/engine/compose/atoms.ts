import { type Block, type ListItem, plain, type Span } from '../deck.ts';
import { isMessage } from '../read/outline.ts';
import { sentencesOf, sliced, spanSentences } from '../read/sentences.ts';

/** Longest piece of a paragraph or list item that is kept on one card, in characters. */
const PIECE_LIMIT = 420;
/** Longest word, in characters. A longer one is broken, so that it cannot fill more than a card. */
const WORD_LIMIT = 380;
const CODE_LINE_LIMIT = 400;

/** Splits a block into the smallest pieces that may be on different cards. */
export function atomsOf(block: Block): Block[] {
  switch (block.kind) {
    case 'paragraph':
    case 'quote':
      return piecesOf(block.spans).map((spans) => ({ ...block, spans }));
    case 'list':
      return block.items.flatMap((item) =>
        piecesOf(item.spans).map((spans): Block => ({ ...block, items: [{ ...item, spans }] })),
      );
    case 'table':
      return block.rows.length > 1 ? block.rows.map((row) => ({ ...block, rows: [row] })) : [block];
    case 'code':
      return block.text
        .split('\n')
        .flatMap((line) => line.match(new RegExp(`.{1,${CODE_LINE_LIMIT}}`, 'gsu')) ?? [''])
        .map((text) => ({ ...block, text }));
    default:
      return [block];
  }
}

/** Counts pieces for "16 of 60 shown": the messages of a conversation; otherwise list items, rows, lines and paragraphs. */
export function unitsIn(atoms: Block[]): number {
  const isTalk = atoms.some(startsMessage);
  return atoms.filter((atom) => (isTalk ? startsMessage(atom) : atom.kind !== 'subheading')).length;
}

export function startsMessage(atom: Block): boolean {
  if (atom.kind === 'list') return isMessage(atom.items[0]?.spans ?? []);
  return atom.kind === 'paragraph' && isMessage(atom.spans);
}

/** Joins neighbouring pieces of a list, table or code to one block. */
export function joined(atoms: Block[]): Block[] {
  const blocks: Block[] = [];
  for (const atom of atoms) {
    const last = blocks.at(-1);
    const both = last && joinedTwo(last, atom);
    if (both) blocks[blocks.length - 1] = both;
    else blocks.push(atom);
  }
  return blocks;
}

function joinedTwo(last: Block, atom: Block): Block | undefined {
  if (last.kind === 'list' && atom.kind === 'list' && isNumbered(last) === isNumbered(atom))
    return { ...last, items: [...last.items, ...atom.items] };
  if (last.kind === 'table' && atom.kind === 'table' && last.header === atom.header)
    return { ...last, rows: [...last.rows, ...atom.rows] };
  return last.kind === 'code' && atom.kind === 'code'
    ? { ...last, text: `${last.text}\n${atom.text}` }
    : undefined;
}

const isNumbered = ({ items: [first] }: { items: ListItem[] }) => first?.number !== undefined;

/** Turns a long paragraph into a list with an item for each sentence, so that a slide can be read at a glance. */
export function pointsOf(block: Block): Block {
  if (block.kind !== 'paragraph' || plain(block.spans).length < 120 || isMessage(block.spans)) return block;
  const sentences = spanSentences(block.spans).filter((spans) => plain(spans).trim());
  if (sentences.length < 2) return block;
  return { kind: 'list', items: sentences.map((spans) => ({ spans, level: 0 })) };
}

/** Estimates the room that blocks need, in characters. */
export function lengthOf(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + lengthOfBlock(block), 0);
}

/** Room that a line, a row or a gap needs, in characters. */
const LINE = 20;
/** Room that a chart or a picture needs, in characters. */
const FIGURE = 400;

function lengthOfBlock(block: Block): number {
  const ofAll = (texts: Span[][]) => texts.reduce((sum, spans) => sum + plain(spans).length + LINE, LINE);
  if (block.kind === 'list') return ofAll(block.items.map(({ spans }) => spans));
  if (block.kind === 'table') return ofAll([block.header, ...block.rows].map((row) => row.flat()));
  if (block.kind === 'chart' || block.kind === 'picture') return FIGURE;
  return ('spans' in block ? plain(block.spans) : block.text).length + LINE;
}

/** Words with the spaces after them. A number stays with the word after it and with a currency before it ("EUR 5") or after it ("5 Mio. €"). A long word is broken, but not in a number. */
const WORDS = new RegExp(
  `\\s+|(?:\\S*\\d\\s+|[^\\sA-Z]?[A-Z]{3}\\s+(?=\\d)|\\S*[^\\d\\s]\\s+(?=[€£$¥%](?!\\S)))*(?:[-–−$€£¥%\\d.,]+|\\S){1,${WORD_LIMIT}}\\s*`,
  'gu',
);

/** Splits a text into pieces of whole sentences. A sentence that is too long is split between words. */
function piecesOf(spans: Span[]): Span[][] {
  const text = plain(spans);
  if (text.length <= PIECE_LIMIT) return [spans];
  const units = sentencesOf(text).flatMap((one) => (one.length > PIECE_LIMIT ? one.match(WORDS) : one) ?? []);
  const pieces = [''];
  for (const unit of units) {
    const longer = `${pieces.at(-1)}${unit}`;
    if (longer.length <= PIECE_LIMIT || longer === unit) pieces[pieces.length - 1] = longer;
    else pieces.push(unit);
  }
  let at = 0;
  return pieces.map((piece) => {
    at += piece.length;
    return sliced(spans, at - piece.length, at);
  });
}
