import type { Ask } from '../../../asks/schema.ts';
import { type ExpectedCredits, FIRST_CREDITS } from '../../../generations/expected-credits.ts';
import { unitOf, unitsOf } from '../ask-fields/choices.ts';

/** Returns a text such as "About 10 to 14 credits."; undefined if the team has no earlier documents for an estimate. */
export function creditsText(
  credits: ExpectedCredits | undefined,
  { format, source }: Pick<Ask, 'format'> & { source?: Pick<Ask['source'], 'kind'> },
): string | undefined {
  if (!credits?.shown) return undefined;
  const { from, to, each } = credits.shown;
  const range = (times: number) => `${from === to ? '' : `${from * times} to `}${to * times}`;
  const about = `About ${range(1)} ${to === 1 ? 'credit' : 'credits'}`;
  if (each !== 'ask' && format === 'social') return `${about} for each picture of the post.`;
  if (each === 'ask') return `${about}.`;
  // The service makes as many slides as a long source needs, so the cost of ten would be a promise that is not kept.
  return source === undefined || source.kind === 'text'
    ? `${about} a ${unitOf(format)}, so about ${range(10)} for ten.`
    : `${about} a ${unitOf(format)}, up to about ${Math.max(credits.reserve, to)} in all: the number of ${unitsOf(format)} depends on its length.`;
}

/**
 * Returns the text for a card. Pictures and changes have no size from which people could guess their cost, so the first one gets what is
 * reserved for it.
 */
export function cardCreditsText(
  credits: ExpectedCredits | undefined,
  ask: Pick<Ask, 'format' | 'work'> & { source?: Pick<Ask['source'], 'kind'> },
): string | undefined {
  const isFirst = ask.work.kind === 'image' || ask.work.kind === 'edit';
  return (
    creditsText(credits, ask) ??
    (isFirst ? `About ${FIRST_CREDITS.other} credits, as a first guess.` : undefined)
  );
}
