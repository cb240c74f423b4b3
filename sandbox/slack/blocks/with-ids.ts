import type { KnownBlock } from '@slack/types';
import { letters } from '../workspace/ids.ts';
import { type AnyBlock, interactiveElements } from './walk.ts';

/** Adds missing ids to blocks and elements: five random letters, as in Slack. */
export function withIds(blocks: readonly unknown[]): KnownBlock[] {
  const copies = structuredClone(blocks) as AnyBlock[];
  for (const block of copies) {
    block.block_id ??= letters(5);
    for (const element of interactiveElements(block)) element.action_id ??= letters(5);
  }
  return copies as unknown as KnownBlock[];
}
