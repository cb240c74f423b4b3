import { clip } from '../../text.ts';
import type { Run } from '../context.ts';
import type { Generation } from '../generation.ts';
import { saveCardDetails } from '../store.ts';
import { redrawCard } from './messages.ts';
import { processedPicture } from './thumbnail.ts';

/**
 * Adds the picture and the slides' titles to a card, with one update. Both are available only after delivery. Errors are only logged,
 * because a card is useful without these details. Safe to call again.
 */
export async function addCardDetails(generation: Generation, run: Run): Promise<void> {
  try {
    const [thumbnail, slideTitles] = await Promise.all([
      processedPicture(generation, run),
      readSlideTitles(generation, run),
    ]);
    if (!thumbnail && !slideTitles) return;
    const shown = await saveCardDetails(run.db, generation, { thumbnail, slideTitles });
    if (shown?.rootTs) await redrawCard(shown, run);
  } catch (error) {
    run.signal.throwIfAborted();
    run.log.info({ generation: generation.id, err: error }, 'a card stays without its details');
  }
}

/** Maximum length of a stored title, in characters. */
const TITLE_LENGTH = 100;

/**
 * Reads the titles of the document's slides from the service's statistics, because the service returns them nowhere else. The statistics
 * also list slides that nobody has opened. Returns undefined if the titles are stored already, or if the service returns none.
 */
async function readSlideTitles(
  { id, team, docId, slideTitles }: Generation,
  { clientFor, log, signal }: Run,
): Promise<string[] | undefined> {
  if (slideTitles || !docId) return undefined;
  try {
    const slides = (await (await clientFor(team))?.getCardAnalytics(docId, signal)) ?? [];
    const titles = slides
      .toSorted((one, other) => (one.cardPosition ?? 0) - (other.cardPosition ?? 0))
      .map(({ cardName = '' }) => clip(cardName.replace(/\s+/g, ' ').trim(), TITLE_LENGTH))
      .filter(Boolean);
    return titles.length > 0 ? titles : undefined;
  } catch (error) {
    signal.throwIfAborted();
    log.info({ generation: id, err: error }, 'a card stays without the titles of its slides');
    return undefined;
  }
}
