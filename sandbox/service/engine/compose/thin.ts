import { type Block, plain } from '../deck.ts';
import type { Outline } from '../read/outline.ts';
import { best, sentencesOf } from '../read/sentences.ts';
import { lengthOf } from './fit.ts';

/** Characters that a deck of a couple of dozen cards can show, with something to choose from. */
const ENOUGH = 30_000;

/**
 * A very long text that is to be shortened anyway, brought down to what cards can be chosen from: the weightiest
 * sentences of each paragraph. Without it, most of the time would go into measuring what is never shown.
 */
export function thinned(outline: Outline): Outline {
  const length = lengthOf([...outline.lead, ...outline.sections.flatMap((section) => section.blocks)]);
  if (length <= ENOUGH) return outline;
  const part = ENOUGH / length;
  return {
    ...outline,
    lead: thinnedBlocks(outline.lead, part),
    sections: outline.sections.map((section) => ({
      ...section,
      blocks: thinnedBlocks(section.blocks, part),
    })),
  };
}

function thinnedBlocks(blocks: Block[], part: number): Block[] {
  const step = Math.max(1, Math.floor(0.25 / part));
  return blocks.filter((_, i) => i % step === 0).map((block) => thinnedBlock(block, part));
}

function thinnedBlock(block: Block, part: number): Block {
  if (block.kind === 'paragraph') {
    const sentences = sentencesOf(plain(block.spans));
    const most = Math.max(1, Math.ceil(sentences.length * part));
    return sentences.length <= most
      ? block
      : { ...block, spans: [{ text: best(sentences, most).join(' ') }] };
  }
  if (block.kind === 'list') {
    const most = Math.max(6, Math.ceil(block.items.length * part));
    return { ...block, items: block.items.slice(0, most) };
  }
  return block;
}
