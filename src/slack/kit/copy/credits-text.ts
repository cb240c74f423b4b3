import type { Ask } from '../../../asks/schema.ts';
import { type ExpectedCredits, FIRST_CREDITS } from '../../../generations/expected-credits.ts';
import { unitOf } from '../ask-fields/choices.ts';

/** Returns a text such as "About 10 to 14 credits."; undefined if the team has no earlier documents for an estimate. */
export function creditsText(
  credits: ExpectedCredits | undefined,
  { format }: Pick<Ask, 'format'>,
): string | undefined {
  if (!credits?.shown) return undefined;
  const { from, to, each } = credits.shown;
  const range = (times: number) => `${from === to ? '' : `${from * times} to `}${to * times}`;
  const about = `About ${range(1)} ${to === 1 ? 'credit' : 'credits'}`;
  if (each !== 'ask' && format === 'social') return `${about} for each picture of the post.`;
  return each === 'ask' ? `${about}.` : `${about} a ${unitOf(format)}, so about ${range(10)} for ten.`;
}

/**
 * Returns the text for a card. Pictures and changes have no size from which people could guess their cost, so the first one gets what is
 * reserved for it.
 */
export function cardCreditsText(
  credits: ExpectedCredits | undefined,
  ask: Pick<Ask, 'format' | 'work'>,
): string | undefined {
  const isFirst = ask.work.kind === 'image' || ask.work.kind === 'edit';
  return (
    creditsText(credits, ask) ??
    (isFirst ? `About ${FIRST_CREDITS.other} credits, as a first guess.` : undefined)
  );
}
