import type { Entry } from './entries.ts';
import { type Style, writeEntry } from './write.ts';

export interface Fitted {
  entries: Entry[];
  style: Style;
  /** How many had to go. */
  dropped: number;
}

/** Characters: an empty line after each entry, and a heading for a day that it may begin. */
const AROUND = 2;
const HEADING = 40;

/**
 * As much as goes into `room` characters: replies give up their own links first, then the least important messages go.
 * A thread's first message stays, since everything else answers it.
 */
export function fitEntries(entries: Entry[], style: Style, room: number): Fitted {
  const whole = lengthsOf(entries, style);
  if (sum(whole) <= room) return { entries, style, dropped: 0 };
  const sparing = { ...style, linkReplies: false };
  const lengths = lengthsOf(entries, sparing);
  let left = room - sum(lengths);
  const gone = new Set<Entry>();
  for (const { entry, length } of expendable(entries, lengths)) {
    if (left >= 0) break;
    gone.add(entry);
    left += length;
  }
  return { entries: entries.filter((entry) => !gone.has(entry)), style: sparing, dropped: gone.size };
}

function lengthsOf(entries: Entry[], style: Style): number[] {
  const around = AROUND + (style.kind === 'channel' ? HEADING : 0);
  return entries.map((entry) => writeEntry(entry, style).length + around);
}

/** The least important first; of equal ones the older. The first of all is never among them. */
function expendable(entries: Entry[], lengths: number[]): { entry: Entry; length: number }[] {
  return entries
    .map((entry, index) => ({ entry, length: lengths[index] ?? 0 }))
    .slice(1)
    .sort((one, other) => one.entry.importance - other.entry.importance || one.entry.at - other.entry.at);
}

function sum(lengths: number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}
