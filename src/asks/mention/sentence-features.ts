/** Turns a sentence into numbers that a classifier can compare: its words, pairs of words, pairs with any word between them, and parts of words. */

/** Number of buckets of features. Two features that share one are rare enough. */
export const BUCKETS = 2 ** 14;

/** Returns the bucket of a feature by its FNV-1a hash. */
function bucketOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
}

/** Lengths of the parts of words, in characters. Because of them a typo or another ending changes little. */
const PARTS = [3, 4];
/** What a part counts, compared with a whole word. */
const OF_PART = 0.5;

/** Returns the buckets of a sentence's features, and how often each is there. All mentions, channels and numbers are alike. */
export function featuresOf(sentence: string): Map<number, number> {
  const found = new Map<number, number>();
  const add = (feature: string, count: number) => {
    const bucket = bucketOf(feature);
    found.set(bucket, (found.get(bucket) ?? 0) + count);
  };
  const plain = sentence
    .replace(/<[@!][^>]*>|@\S+/g, '@')
    .replace(/<#[^>]*>|#\S+/g, '#')
    .replace(/\d[\d.,]*/g, '0')
    .normalize('NFD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase();
  let [first, before] = ['', ''];
  for (const word of plain.match(/[\p{L}\p{N}]+|[?@#]/gu) ?? []) {
    add(word, 1);
    add(`${before} ${word}`, 1);
    // "give _ 60" is the same for all names.
    add(`${first} _ ${word}`, 1);
    [first, before] = [before, word];
    const whole = `<${word}>`;
    for (const length of PARTS)
      for (let at = 0; at + length <= whole.length; at += 1)
        add(`${length}${whole.slice(at, at + length)}`, OF_PART);
  }
  return found;
}

/** Returns a sentence as a vector of length 1. @param rarity what a feature of each bucket counts; rare ones count more */
export function vectorOf(sentence: string, rarity: Float32Array): [bucket: number, value: number][] {
  const vector = [...featuresOf(sentence)].map(([bucket, count]): [number, number] => [
    bucket,
    (1 + Math.log1p(count)) * (rarity[bucket] ?? 0),
  ]);
  const length = Math.hypot(...vector.map(([, value]) => value)) || 1;
  return vector.map(([bucket, value]) => [bucket, value / length]);
}
