import { inSlices } from '../slices.ts';
import type { Entry } from './entries.ts';
import { type Style, writeEntry } from './write.ts';

export interface Fitted {
  entries: Entry[];
  style: Style;
  /** How many were left out. */
  dropped: number;
}

/** Characters: the empty line after an entry, and the heading of a day above it. */
const AROUND = 2;
const HEADING = 40;

/**
 * Fits entries into `room` characters: replies lose their links first, then the least important messages are left out.
 * A thread's first message stays, since everything else answers it.
 */
export async function fitEntries(entries: Entry[], style: Style, room: number): Promise<Fitted> {
  const whole = await lengthsOf(entries, style);
  if (sum(whole) <= room) return { entries, style, dropped: 0 };
  const sparing = { ...style, linkReplies: false };
  const lengths = await lengthsOf(entries, sparing);
  let left = room - sum(lengths);
  const leftOut = new Set<Entry>();
  for (const { entry, length } of expendable(entries, lengths)) {
    if (left >= 0) break;
    leftOut.add(entry);
    left += length;
  }
  return { entries: entries.filter((entry) => !leftOut.has(entry)), style: sparing, dropped: leftOut.size };
}

async function lengthsOf(entries: Entry[], style: Style): Promise<number[]> {
  const around = AROUND + (style.kind === 'channel' ? HEADING : 0);
  const lengths: number[] = [];
  for await (const entry of inSlices(entries)) lengths.push(writeEntry(entry, style).length + around);
  return lengths;
}

/** All entries but the first, the least important before others, and older before newer where they are equal. */
function expendable(entries: Entry[], lengths: number[]): { entry: Entry; length: number }[] {
  return entries
    .map((entry, index) => ({ entry, length: lengths[index] ?? 0 }))
    .slice(1)
    .sort((one, other) => one.entry.importance - other.entry.importance || one.entry.at - other.entry.at);
}

function sum(lengths: number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}
