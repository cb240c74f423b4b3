import type { CardPlace } from '../../asks/proposals.ts';
import type { Sentence } from './sentence.ts';

/** Returns the conversation or thread in which a sentence was written. Only cards that were shown there can be answered by the sentence. */
export function placeOf({ channel, isDirect, thread, place }: Sentence): CardPlace {
  return { channel, threadTs: isDirect ? place.threadTs : thread?.ts };
}
