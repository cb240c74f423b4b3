import { z } from 'zod';
import type { Block, Deck } from '../../engine/deck.ts';

/** A comment that is to be worked in, as whoever asks quotes it. */
const commentSchema = z.object({
  /** "3. Budget" */
  card: z.string().optional(),
  comment: z.string().trim().min(1),
});
type Comment = z.output<typeof commentSchema>;

/** Comments that stand in a wish as data; undefined where it quotes none. */
export function commentsIn(wish: string): Comment[] | undefined {
  const [, quoted] = /```json\s*\n([\s\S]+?)\n```/.exec(wish) ?? [];
  if (quoted === undefined) return undefined;
  try {
    return z.array(commentSchema).min(1).safeParse(JSON.parse(quoted)).data;
  } catch {
    return undefined;
  }
}

/** The comment as a wish about the card that it is on. */
export function wishOf({ card, comment }: Comment): string {
  const number = /^\d+/.exec(card ?? '')?.[0];
  const isAboutSome = /\b(?:slide|card|page|section|title|theme|deck|document)s?\b/i.test(comment);
  return number && !isAboutSome ? `${comment.replace(/[.!]$/, '')} on slide ${number}` : comment;
}

/** What says no plain wish is answered on the card that it is on: nothing is lost. */
export function withAnswer(deck: Deck, { card, comment }: Comment): Deck {
  const place = Math.min(deck.cards.length, Math.max(1, Number.parseInt(card ?? '1', 10) || 1)) - 1;
  const said: Block = { kind: 'quote', spans: [{ text: comment }] };
  const cards = deck.cards.map((each, at) =>
    at === place ? { ...each, blocks: [...each.blocks, said] } : each,
  );
  return { ...deck, cards };
}
