import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { CHANGE_TITLE, readChangeForm, WISH_FIELD } from '../kit/change-form.ts';
import { takeChange } from '../kit/take-change.ts';
import { answerTaken } from '../kit/way.ts';

/** Takes the wish. */
export async function submitChange(
  submission: Submission,
  generation: Generation,
  slack: SlackContext,
): Promise<FormAnswer> {
  const { actor, view } = submission;
  const wish = (view.state.values[WISH_FIELD]?.[WISH_FIELD]?.value ?? '').toWellFormed().trim();
  const instead = generation.person === actor.person ? generation.id : undefined;
  const taken = await takeChange({ wish, key: view.id, instead }, generation, actor, slack).catch((error) => {
    const reference = slack.reference();
    slack.log.error({ reference, team: actor.team, err: error }, 'A change could not be taken');
    return `Deckhand could not take this just now. Nothing was spent; please send it again. Reference: ${reference}`;
  });
  if (typeof taken === 'string') return { errors: { [WISH_FIELD]: taken } };
  const { from } = readChangeForm(view);
  return answerTaken(submission, taken, { from, title: CHANGE_TITLE }, slack);
}

/** The document that the form is about. */
export const changedId = (view: Submission['view']): string | undefined => readChangeForm(view).id;
