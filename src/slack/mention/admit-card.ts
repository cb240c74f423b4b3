import type { Admission } from '../../asks/admission.ts';
import type { Ask } from '../../asks/schema.ts';
import type { SlackContext } from '../bolt/context.ts';
import { admitAsk, limitOf } from '../kit/check-ask.ts';
import { isForPersonByDefault } from './read-sentence.ts';
import type { Sentence } from './sentence.ts';

/**
 * Checks whether an ask may be made as its card offers it first. If *Just for me* is the person's default, the channel's limit of credits
 * does not count.
 */
export async function admitCard(ask: Ask, sentence: Sentence, slack: SlackContext): Promise<Admission> {
  const admission = await admitAsk(ask, 'later', slack);
  if (!limitOf(admission) || !(await isForPersonByDefault(ask, sentence, slack))) return admission;
  const blocker = await slack.generations.budgetBlocker({ ...ask, channel: ask.person });
  const others = admission.blockers.filter(({ part }) => part !== 'work');
  return { ...admission, blockers: [...(blocker ? [{ part: 'work' as const, ...blocker }] : []), ...others] };
}
