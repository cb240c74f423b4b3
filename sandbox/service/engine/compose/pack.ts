import type { Block, Card, Deck } from '../deck.ts';
import { layCard } from '../layout/pages.ts';
import { atomsOf, joined, lengthOf, startsMessage, unitsIn } from './atoms.ts';
import { layoutOf } from './cards.ts';

export type Frame = Omit<Deck, 'cards' | 'notes'>;

/** Numbers of characters and blocks that never fit on one card. Such a card is not measured, which saves time. */
const SURELY_TOO_LONG = 2_400;
const SURELY_TOO_MANY = 50;

/** Returns whether the text fits on the card in the type scale, with a kicker ("1 of 2") unless it is the only card. */
export function fits(card: Card, frame: Frame, isOnly = false): boolean {
  if (frame.format === 'document') return true;
  if (card.blocks.length > SURELY_TOO_MANY || lengthOf(card.blocks) > SURELY_TOO_LONG) return false;
  const isCover = card.layout === 'title' || card.layout === 'section';
  const numbered = isCover || isOnly || card.kicker ? card : { ...card, kicker: '1 of 2' };
  return layCard({ ...frame, cards: [numbered] }, 0).fits;
}

export interface Packed {
  cards: Card[];
  /** How many of the points, rows, messages or paragraphs are shown, if some are not. */
  cut?: { shown: number; all: number };
}

/** Splits a card into as few as show all of it, at most `most`. If that is too few, the last one says what is missing. */
export function packed(card: Card, frame: Frame, most: number): Packed {
  if (fits(card, frame, most === 1)) return { cards: [card] };
  const blocks = card.blocks.filter((block) => block.kind !== 'chart' || card.blocks.length === 1);
  const atoms = blocks.flatMap(atomsOf);
  const groups = filled(card, atoms, frame, most + 1);
  if (groups.length <= most) return { cards: evened(card, groups, frame).map((group) => part(card, group)) };
  return cutAfter(card, atoms, groups.slice(0, most), frame);
}

function part(card: Card, atoms: Block[]): Card {
  const blocks = joined(atoms);
  return { ...card, layout: layoutOf(blocks), blocks };
}

/** Fills up to `most` cards with pieces, each up to about `target` characters. A subheading is never the last on a card. */
function filled(
  card: Card,
  atoms: Block[],
  frame: Frame,
  most: number,
  target = Number.POSITIVE_INFINITY,
): Block[][] {
  const groups: Block[][] = [];
  let open: Block[] = [];
  for (const atom of atoms) {
    const isFull =
      lengthOf(open) + lengthOf([atom]) / 2 > target || !fits(part(card, [...open, atom]), frame);
    if (open.length === 0 || !isFull) {
      open.push(atom);
      continue;
    }
    const last = open.at(-1);
    const moves = open.length > 1 && last?.kind === 'subheading' ? [last] : [];
    groups.push(open.slice(0, open.length - moves.length));
    if (groups.length === most) return groups;
    open = [...moves, atom];
  }
  return open.length > 0 ? [...groups, open] : groups;
}

/** Spreads the pieces evenly over the same number of cards, so that the last one does not have a single line. */
function evened(card: Card, groups: Block[][], frame: Frame): Block[][] {
  const atoms = groups.flat();
  const even = filled(card, atoms, frame, groups.length + 1, lengthOf(atoms) / groups.length);
  return even.length === groups.length ? even : groups;
}

/** Drops the last pieces that do not fit, and adds a line that says how many are shown. */
function cutAfter(card: Card, atoms: Block[], groups: Block[][], frame: Frame): Packed {
  const all = unitsIn(atoms);
  const before = groups.slice(0, -1);
  let last = groups.at(-1) ?? [];
  const shown = () => unitsIn([...before.flat(), ...last]);
  const noted = () => part(card, [...last, remark(shown(), all)]);
  while (last.length > 1 && (!fits(noted(), frame) || isBroken(atoms, [...before.flat(), ...last])))
    last = last.slice(0, -1);
  return { cards: [...before.map((group) => part(card, group)), noted()], cut: { shown: shown(), all } };
}

/** Returns whether the end of a message is missing, or the text below a heading. */
function isBroken(atoms: Block[], shown: Block[]): boolean {
  const next = atoms[shown.length];
  const isTalk = shown.some(startsMessage);
  return shown.at(-1)?.kind === 'subheading' || (isTalk && next !== undefined && !startsMessage(next));
}

function remark(shown: number, all: number): Block {
  return { kind: 'paragraph', spans: [{ text: `${shown} of ${all} shown`, italic: true }] };
}
