import type { Actor } from '../../actor.ts';
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
  const taken = await take({ wish, key: view.id }, generation, actor, slack).catch((error) => {
    const reference = slack.reference();
    slack.log.error({ reference, team: actor.team, err: error }, 'A change could not be taken');
    return `Deckhand could not take this just now. Nothing was spent; please send it again. Reference: ${reference}`;
  });
  if (typeof taken === 'string') return { errors: { [WISH_FIELD]: taken } };
  const { from } = readChangeForm(view);
  return answerTaken(submission, taken, { from, title: CHANGE_TITLE }, slack);
}

/** Where the person's own wish had to give way, this one stands for it. */
async function take(
  given: Parameters<typeof takeChange>[0],
  generation: Generation,
  actor: Actor,
  slack: SlackContext,
): Promise<Generation | string> {
  const taken = await takeChange(given, generation, actor, slack);
  if (typeof taken !== 'string' && generation.person === actor.person)
    await slack.generations.edits.ownSent(actor.team, generation.id);
  return taken;
}

/** The document that the form is about. */
export const changedId = (view: Submission['view']): string | undefined => readChangeForm(view).id;
