import { z } from 'zod';
import type { Block, Deck } from '../../engine/deck.ts';

/** A comment to apply, as the prompt quotes it. */
const commentSchema = z.object({
  /** "3. Budget" */
  card: z.string().optional(),
  comment: z.string().trim().min(1),
});
type Comment = z.output<typeof commentSchema>;

/** Returns the comments that a prompt quotes as JSON; undefined if it quotes none. */
export function commentsIn(prompt: string): Comment[] | undefined {
  const [, quoted] = /```json\s*\n([\s\S]+?)\n```/.exec(prompt) ?? [];
  if (quoted === undefined) return undefined;
  try {
    return z.array(commentSchema).min(1).safeParse(JSON.parse(quoted)).data;
  } catch {
    return undefined;
  }
}

/** Turns a comment into an instruction about its card. */
export function instructionOf({ card, comment }: Comment): string {
  const number = /^\d+/.exec(card ?? '')?.[0];
  const isAboutSome = /\b(?:slide|card|page|section|title|theme|deck|document)s?\b/i.test(comment);
  return number && !isAboutSome ? `${comment.replace(/[.!]$/, '')} on slide ${number}` : comment;
}

/** Adds the comment to its card as a quote. */
export function withComment(deck: Deck, { card, comment }: Comment): Deck {
  const place = Math.min(deck.cards.length, Math.max(1, Number.parseInt(card ?? '1', 10) || 1)) - 1;
  const said: Block = { kind: 'quote', spans: [{ text: comment }] };
  const cards = deck.cards.map((each, at) =>
    at === place ? { ...each, blocks: [...each.blocks, said] } : each,
  );
  return { ...deck, cards };
}
