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
  actions?: Element[];
  [field: string]: unknown;
};

/** Elements that a person can use: of an actions block, a section's accessory, an input's element, a card's buttons. */
export function interactiveElements(block: KnownBlock | AnyBlock): Element[] {
  const { type, accessory, element, elements, actions } = block as AnyBlock;
  if (type === 'actions' || type === 'context_actions') return elements ?? [];
  if (type === 'card') return actions ?? [];
  if (type === 'input') return element ? [element] : [];
  if (type === 'section') return accessory && accessory.type !== 'image' ? [accessory] : [];
  return [];
}

/** Blocks one by one with where they stand, the cards of a carousel after it. */
export function eachBlock(blocks: readonly (KnownBlock | AnyBlock)[]): { block: AnyBlock; path: string[] }[] {
  return (blocks as AnyBlock[]).flatMap((block, at) => {
    const path = [String(at)];
    if (block.type !== 'carousel') return [{ block, path }];
    const cards = (block.elements ?? []) as unknown as AnyBlock[];
    return [
      { block, path },
      ...cards.map((card, index) => ({ block: card, path: [...path, 'elements', String(index)] })),
    ];
  });
}

export const findElement = (
  blocks: readonly (KnownBlock | AnyBlock)[],
  blockId: string,
  actionId: string,
): { block: AnyBlock; element: Element } | undefined => {
  for (const { block } of eachBlock(blocks)) {
    if (block.block_id !== blockId) continue;
    const element = interactiveElements(block).find((each) => each.action_id === actionId);
    if (element) return { block, element };
  }
  return undefined;
};

/** Characters that are read in a value, not those of the JSON around them. */
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
