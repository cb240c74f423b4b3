import { clip } from '../../text.ts';
import type { Run } from '../context.ts';
import type { Generation } from '../generation.ts';
import { saveCardDetails } from '../store.ts';
import { redrawCard } from './messages.ts';
import { processedPicture } from './thumbnail.ts';

/**
 * Adds to a card what is known only after delivery: the picture and the titles of the slides, both with one update. Errors are only logged,
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
 * Reads the titles of the document's slides. The service has them only in its statistics, which list all slides, also before anybody has
 * read them. Returns undefined if they are known already, or if the service does not return them.
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
