import type { TextItem } from '../layout/scene.ts';

/** Top of the lines of a text in its box. */
export function anchored(item: TextItem): number {
  const free = item.box.height - item.laid.height;
  if (item.anchor === 'middle') return item.box.y + free / 2;
  return item.anchor === 'bottom' ? item.box.y + free : item.box.y;
}
