import type { KnownBlock } from '@slack/types';

/** An element as it stands in a block, with whatever fields its kind has. */
export interface Element {
  type: string;
  action_id?: string;
  [field: string]: unknown;
}

export type AnyBlock = {
  type: string;
  block_id?: string;
  accessory?: Element;
  element?: Element;
  elements?: Element[];
  [field: string]: unknown;
};

/** Elements that a person can use: of an actions block, a section's accessory, an input's element. */
export function interactiveElements(block: KnownBlock | AnyBlock): Element[] {
  const { type, accessory, element, elements } = block as AnyBlock;
  if (type === 'actions') return elements ?? [];
  if (type === 'input') return element ? [element] : [];
  if (type === 'section') return accessory && accessory.type !== 'image' ? [accessory] : [];
  return [];
}

export const findElement = (
  blocks: readonly (KnownBlock | AnyBlock)[],
  blockId: string,
  actionId: string,
): { block: AnyBlock; element: Element } | undefined => {
  for (const block of blocks as AnyBlock[]) {
    if (block.block_id !== blockId) continue;
    const element = interactiveElements(block).find((each) => each.action_id === actionId);
    if (element) return { block, element };
  }
  return undefined;
};
