import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Deck } from './engine/deck.ts';
import { drawPages } from './engine/engine.ts';
import type { ExportKind } from './store/records.ts';

/** Number of decks to keep. Slack requests a preview seconds after the download. */
const KEPT = 50;
/** Width of the pictures in pixels: twice the width of a preview in a conversation. */
const WIDTH = 960;

/** Recognizes recently drawn files by their bytes, so that the Slack stand-in can show pictures of their pages. */
export interface RecentlyDrawn {
  remember(bytes: Uint8Array, deck: Deck, kind: ExportKind): void;
  /** Returns PNG pictures of the pages of a file; null for any other file. */
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
        // A long deck takes seconds to draw. Other requests are handled in between.
        await setImmediate();
      }
      return pictures;
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
