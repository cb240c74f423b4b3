import type { Block, BlockOf } from '../../deck.ts';
import { type Drawn, footer, type Ground } from '../ground.ts';
import type { Item } from '../scene.ts';

/** An ordinary card: its items on the theme's ground, with the foot. */
export function finish(ground: Ground, items: Item[], scale: number): Drawn {
  return { background: ground.look.background, items: [...items, ...footer(ground)], scale };
}

/** The first block of a kind, and the others. */
export function take<K extends Block['kind']>(blocks: Block[], kind: K): [BlockOf<K> | undefined, Block[]] {
  const found = blocks.find((block) => block.kind === kind) as BlockOf<K> | undefined;
  return [found, blocks.filter((block) => block !== found)];
}
