import { mixesPlanAndTasks } from './agent-blocks.ts';
import { blocksSchema, type Surface } from './blocks.ts';
import { asSlackMessages, sentence } from './messages.ts';
import { hasSeveralTables } from './tables.ts';
import { type AnyBlock, charactersIn, eachBlock, interactiveElements } from './walk.ts';

/** Characters in all markdown blocks of one message. */
const MARKDOWN_LIMIT = 12_000;
/** Characters of text in all blocks of one message, about; beyond it Slack says `msg_blocks_too_long`. */
const MESSAGE_BLOCKS_LIMIT = 13_200;

/**
 * What is wrong with a list of blocks, in Slack's words; nothing when it is right.
 * `pointer` says where the blocks stand in the call, e.g. `/blocks` or `/view/blocks`.
 */
export function faultsOfBlocks(blocks: unknown, surface: Surface, pointer: string): string[] {
  const parsed = blocksSchema[surface].safeParse(blocks, { reportInput: true });
  if (!parsed.success) return asSlackMessages(parsed.error, pointer);
  const checked = parsed.data as AnyBlock[];
  return [
    ...duplicateBlockIds(checked, pointer),
    ...duplicateActionIds(checked, pointer),
    ...markdownFaults(checked, pointer),
    ...focusFaults(checked, pointer),
    ...togetherFaults(checked, pointer),
  ];
}

/** Message text is measured by what is read, not by the JSON around it. */
export const areBlocksTooLong = (blocks: unknown): boolean => charactersIn(blocks) > MESSAGE_BLOCKS_LIMIT;

function duplicateBlockIds(blocks: AnyBlock[], pointer: string): string[] {
  const seen = new Set<string>();
  return eachBlock(blocks).flatMap(({ block: { block_id: id }, path }) => {
    if (id === undefined) return [];
    if (seen.has(id)) return [sentence(`\`block_id\` ${id} already exists`, pointer, [...path, 'block_id'])];
    seen.add(id);
    return [];
  });
}

/** An action id names an element within its block; two blocks may use the same one. */
function duplicateActionIds(blocks: AnyBlock[], pointer: string): string[] {
  return eachBlock(blocks).flatMap(({ block, path }) => {
    const seen = new Set<string>();
    return interactiveElements(block).flatMap(({ action_id: id }, position) => {
      if (id === undefined) return [];
      if (seen.has(id)) {
        const list = block.type === 'card' ? 'actions' : 'elements';
        const at = [...path, list, position, 'action_id'];
        return [sentence(`\`action_id\` ${id} already exists for this block`, pointer, at)];
      }
      seen.add(id);
      return [];
    });
  });
}

function markdownFaults(blocks: AnyBlock[], pointer: string): string[] {
  const total = blocks
    .filter((block) => block.type === 'markdown')
    .reduce((sum, block) => sum + String(block.text).length, 0);
  return total > MARKDOWN_LIMIT
    ? [sentence(`markdown text must be less than ${MARKDOWN_LIMIT + 1} characters in all`, pointer)]
    : [];
}

function focusFaults(blocks: AnyBlock[], pointer: string): string[] {
  const focused = blocks.flatMap(interactiveElements).filter((element) => element.focus_on_load === true);
  return focused.length > 1 ? [sentence('only one element can have focus_on_load', pointer)] : [];
}

/** Blocks that do not stand beside each other. */
const togetherFaults = (blocks: AnyBlock[], pointer: string): string[] => [
  ...(mixesPlanAndTasks(blocks) ? [sentence('plan and task_card cannot be used together', pointer)] : []),
  ...(hasSeveralTables(blocks) ? [sentence('only_one_table_allowed', pointer)] : []),
];
