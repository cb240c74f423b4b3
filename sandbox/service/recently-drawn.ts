import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Deck } from './engine/deck.ts';
import { drawPages } from './engine/engine.ts';
import type { ExportKind } from './store/records.ts';

/** Decks kept; a preview is asked for within seconds of the download. */
const KEPT = 50;
/** Pixels; twice what a preview in a conversation is wide. */
const WIDTH = 960;

/** Knows the files that were drawn lately by their bytes, so that whoever shows one can have pictures of its pages. */
export interface RecentlyDrawn {
  remember(bytes: Uint8Array, deck: Deck, kind: ExportKind): void;
  /** PNG pictures of the pages of a file, or null where it is none of ours. */
  picturesOf(bytes: Uint8Array): Promise<Uint8Array[] | null>;
}

export function createRecentlyDrawn(): RecentlyDrawn {
  const decks = new Map<string, { deck: Deck; kind: ExportKind }>();
  return {
    remember(bytes, deck, kind) {
      decks.set(digestOf(bytes), { deck, kind });
      const oldest = decks.keys().next().value;
      if (decks.size > KEPT && oldest !== undefined) decks.delete(oldest);
    },
    async picturesOf(bytes) {
      const known = decks.get(digestOf(bytes));
      if (!known) return null;
      const pictures: Uint8Array[] = [];
      for (const picture of drawPages(known.deck, known.kind, WIDTH)) {
        pictures.push(picture);
        // A long deck takes seconds to draw; others are answered meanwhile.
        await setImmediate();
      }
      return pictures;
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
