/** Returns every subset of a list, each in the order of the list. */
export function subsetsOf<T>(list: readonly T[]): T[][] {
  const isIn = (subset: number, at: number) => Boolean(subset & (1 << at));
  return Array.from({ length: 2 ** list.length }, (_, subset) => list.filter((_, at) => isIn(subset, at)));
}
