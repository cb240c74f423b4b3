import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convert } from '../sources/files/converted.ts';
import { mutationsOf } from '../sources/files/mutate.ts';

const FOLDER = join(import.meta.dirname, '../sources/files/samples');

/** Converts so many files that were changed at random. @returns what became of them */
export async function oddFiles(amount: number): Promise<string> {
  const names = readdirSync(FOLDER).filter((name) => /\.(docx|pptx|pdf)$/.test(name));
  const counts: Record<string, number> = {};
  let slowest = 0;
  let largest = 0;
  for (const [at, name] of names.entries()) {
    const good = new Uint8Array(readFileSync(join(FOLDER, name)));
    const kind = name.endsWith('.pdf') ? 'pdf' : 'office';
    for (const file of mutationsOf(good, { count: Math.ceil(amount / names.length), seed: at })) {
      const began = performance.now();
      const converted = await convert(file, { kind });
      slowest = Math.max(slowest, performance.now() - began);
      largest = Math.max(largest, process.memoryUsage().rss);
      const end = 'fault' in converted ? converted.fault : 'converted';
      counts[end] = (counts[end] ?? 0) + 1;
    }
  }
  return `Odd files: ${JSON.stringify(counts)}; the slowest took ${Math.round(slowest)} ms, ${Math.round(largest / 1_000_000)} MB in one process for all.`;
}
