import type { KnownBlock } from '@slack/types';
import { letters } from '../workspace/ids.ts';
import { type AnyBlock, eachBlock, interactiveElements } from './walk.ts';

/** The same blocks with an id wherever the app gave none; Slack fills them in likewise, with five random letters. */
export function withIds(blocks: readonly unknown[]): KnownBlock[] {
  const copies = structuredClone(blocks) as AnyBlock[];
  for (const { block } of eachBlock(copies)) {
    block.block_id ??= letters(5);
    for (const element of interactiveElements(block)) element.action_id ??= letters(5);
  }
  return copies as unknown as KnownBlock[];
}
