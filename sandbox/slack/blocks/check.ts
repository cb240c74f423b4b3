import { blocksSchema, type Surface } from './blocks.ts';
import { asSlackMessages, sentence } from './messages.ts';
import { type AnyBlock, charactersIn, interactiveElements } from './walk.ts';

/** Most characters of text in the blocks of a message, approximately. Above it Slack responds `msg_blocks_too_long`. */
const MESSAGE_BLOCKS_LIMIT = 13_200;

/**
 * Returns Slack's error messages for a list of blocks.
 * @param pointer where the blocks are in the call, e.g. `/blocks` or `/view/blocks`
 */
export function faultsOfBlocks(blocks: unknown, surface: Surface, pointer: string): string[] {
  const parsed = blocksSchema[surface].safeParse(blocks, { reportInput: true });
  if (!parsed.success) return asSlackMessages(parsed.error, pointer);
  const checked = parsed.data as AnyBlock[];
  return [
    ...duplicateBlockIds(checked, pointer),
    ...duplicateActionIds(checked, pointer),
    ...focusFaults(checked, pointer),
  ];
}

/** Returns whether blocks have too much text. Slack does not count the JSON around it. */
export const areBlocksTooLong = (blocks: unknown): boolean => charactersIn(blocks) > MESSAGE_BLOCKS_LIMIT;

function duplicateBlockIds(blocks: AnyBlock[], pointer: string): string[] {
  const seen = new Set<string>();
  return blocks.flatMap(({ block_id: id }, at) => {
    if (id === undefined) return [];
    if (seen.has(id)) return [sentence(`\`block_id\` ${id} already exists`, pointer, [at, 'block_id'])];
    seen.add(id);
    return [];
  });
}

/** Finds action ids that are used twice in a block. Two blocks may use the same one. */
function duplicateActionIds(blocks: AnyBlock[], pointer: string): string[] {
  return blocks.flatMap((block, at) => {
    const seen = new Set<string>();
    return interactiveElements(block).flatMap(({ action_id: id }, position) => {
      if (id === undefined) return [];
      if (seen.has(id)) {
        const path = [at, 'elements', position, 'action_id'];
        return [sentence(`\`action_id\` ${id} already exists for this block`, pointer, path)];
      }
      seen.add(id);
      return [];
    });
  });
}

function focusFaults(blocks: AnyBlock[], pointer: string): string[] {
  const focused = blocks.flatMap(interactiveElements).filter((element) => element.focus_on_load === true);
  return focused.length > 1 ? [sentence('only one element can have focus_on_load', pointer)] : [];
}
