import type { OpenCard } from '../../../asks/proposals.ts';
import type { Generation } from '../../../generations/generation.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Sentence } from '../sentence.ts';

/** Decides whether a sentence is about the newest result or about a card above it. */

/** How many of the person's newest generations are searched for a result. */
const SEARCHED = 5;

/** Returns true if a result was delivered here after the card was shown. A sentence is then about the result unless it names the card. */
export async function isBehindResult(
  { at }: OpenCard,
  sentence: Sentence,
  { generations, clock }: SlackContext,
): Promise<boolean> {
  if (at === undefined) return false;
  const { team, person } = sentence.actor;
  const recent = await generations.recent(team, person, SEARCHED);
  return recent.some((one) => {
    const deliveredAt = one.updatedAt.getTime();
    return (
      one.state === 'delivered' && deliveredAt > at && deliveredAt <= clock.now() && isHere(one, sentence)
    );
  });
}

/** Returns true if a generation's result is in the conversation of a sentence and, if the sentence is in a thread, in this thread. */
export function isHere(one: Generation, { actor, channel, isDirect, place, thread }: Sentence): boolean {
  const ts = thread?.ts ?? (isDirect ? place.threadTs : undefined);
  if (ts) return one.channel === channel && (one.threadTs === ts || one.rootTs === ts);
  return one.channel === channel || (isDirect && one.channel === actor.person);
}

/** Milliseconds after an ask within which a sentence may be about its result. */
const RECENT_MS = 60 * 60_000;

/** Returns the person's newest generation here or in their direct messages; undefined if older than an hour. */
export async function lastOf(
  sentence: Sentence,
  { generations, clock }: SlackContext,
): Promise<Generation | undefined> {
  const { actor, isDirect, place } = sentence;
  const { team, person } = actor;
  const recent = await generations.recent(team, person, 5);
  const isInThread = isDirect && place.threadTs !== undefined;
  const here = recent.find((one) => isHere(one, sentence) || (one.channel === person && !isInThread));
  return here && clock.now() - here.createdAt.getTime() < RECENT_MS ? here : undefined;
}

/** Matches words that name the card itself: "on that card, eight slides", "die Karte bitte auf Deutsch". */
const CARD =
  /\b(?:the|that|this|my|old|older|other|first|earlier|die|der|la|cette) (?:cards?|plan|proposal|karte|carte)\b/iu;

/** Returns true if a sentence names a card, so it is about the card although a result is newer. */
export function isAboutCard(words: string): boolean {
  return CARD.test(words);
}
