/** Returns a random generator (0 to 1) whose numbers depend only on the seed. It is a linear congruential generator. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
