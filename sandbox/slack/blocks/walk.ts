import type { KnownBlock } from '@slack/types';

/** An element of a block, with the fields of its type. */
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

/** Returns the elements of a block that a person can use. */
export function interactiveElements(block: KnownBlock | AnyBlock): Element[] {
  const { type, accessory, element, elements } = block as AnyBlock;
  if (type === 'actions' || type === 'context_actions') return elements ?? [];
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

/** Counts the characters of text in a value, not those of the JSON around it. */
export function charactersIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + charactersIn(each), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, each]) =>
      sum + (READ.has(key) && typeof each === 'string' ? each.length : charactersIn(each)),
    0,
  );
}

const READ = new Set(['text', 'title']);
