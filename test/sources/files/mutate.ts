import { unzipSync, zipSync } from 'fflate';

/** Returns numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Yields files that differ from a good one by a few random edits: bytes changed, removed, repeated or cut off. Every second
 * mutation of a zip changes the files in it, because most others only break the compression.
 */
export function* mutationsOf(good: Uint8Array, { count, seed }: { count: number; seed: number }) {
  const random = createRandom(seed);
  const isZip = good[0] === 0x50;
  for (let at = 0; at < count; at += 1) {
    if (!isZip || at % 2 === 0) {
      yield mutated(good, random);
      continue;
    }
    const entries = unzipSync(good);
    const names = Object.keys(entries).filter((name) => /\.(xml|rels)$/.test(name));
    const name = names[Math.floor(random() * names.length)] ?? '';
    entries[name] = mutated(entries[name] ?? new Uint8Array(), random);
    yield zipSync(entries, { level: 1 });
  }
}

function mutated(good: Uint8Array, random: () => number): Uint8Array<ArrayBuffer> {
  let bytes: Uint8Array<ArrayBuffer> = Buffer.from(good);
  for (let edits = 1 + Math.floor(random() * 5); edits > 0; edits -= 1) {
    const at = Math.floor(random() * bytes.length);
    const length = 1 + Math.floor(random() * 200);
    const kind = random();
    if (kind < 0.5) bytes[at] = Math.floor(random() * 256);
    else if (kind < 0.7) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    else if (kind < 0.9) bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    else bytes = Buffer.from(bytes.subarray(0, at));
  }
  return bytes;
}
