import { clip } from '../../text.ts';
import type { Run } from '../context.ts';
import type { Generation } from '../generation.ts';
import { saveCardDetails } from '../store.ts';
import { redrawCard } from './messages.ts';
import { processedPicture } from './thumbnail.ts';

/** Adds the picture, and titles of slides that were late, to the result card after delivery. Errors are only logged. Safe to call again. */
export async function addCardDetails(generation: Generation, run: Run): Promise<void> {
  try {
    const [thumbnail, slideTitles] = await Promise.all([
      processedPicture(generation, run),
      generation.slideTitles ? undefined : readSlideTitles(generation, run),
    ]);
    if (!thumbnail && !slideTitles?.length) return;
    const shown = await saveCardDetails(run.db, generation, { thumbnail, slideTitles });
    if (shown?.rootTs) await redrawCard(shown, run);
  } catch (error) {
    run.signal.throwIfAborted();
    run.log.info({ generation: generation.id, err: error }, 'a card stays without its details');
  }
}

/** Maximum characters of a slide's title that are stored. */
const TITLE_LENGTH = 100;

/** Reads the titles of slides from the service's statistics, because the service returns them nowhere else. */
export async function readSlideTitles(
  { id, team, docId }: Pick<Generation, 'id' | 'team' | 'docId'>,
  { clientFor, log, signal }: Pick<Run, 'clientFor' | 'log' | 'signal'>,
): Promise<string[]> {
  try {
    const slides = (docId && (await (await clientFor(team))?.getCardAnalytics(docId, signal))) || [];
    return slides
      .toSorted((one, other) => (one.cardPosition ?? 0) - (other.cardPosition ?? 0))
      .map(({ cardName = '' }) => clip(cardName.replace(/\s+/g, ' ').trim(), TITLE_LENGTH))
      .filter(Boolean);
  } catch (error) {
    signal.throwIfAborted();
    log.info({ generation: id, err: error }, 'a card stays without the titles of its slides');
    return [];
  }
}
