import type { Actor } from '../../actor.ts';
import type { Generation } from '../../generations/generation.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { WISH_FIELD } from '../kit/change-form.ts';
import { takeChange } from '../kit/take-change.ts';

/** Takes the wish. */
export async function submitChange(
  { actor, view }: Submission,
  generation: Generation,
  slack: SlackContext,
): Promise<FormAnswer> {
  const wish = (view.state.values[WISH_FIELD]?.[WISH_FIELD]?.value ?? '').toWellFormed().trim();
  const error = await take({ wish, key: view.id }, generation, actor, slack).catch((error) => {
    const reference = slack.reference();
    slack.log.error({ reference, team: actor.team, err: error }, 'A change could not be taken');
    return `Deckhand could not take this just now. Nothing was spent; please send it again. Reference: ${reference}`;
  });
  return error ? { errors: { [WISH_FIELD]: error } } : {};
}

/** Where the person's own wish had to give way, this one stands for it. */
async function take(
  given: Parameters<typeof takeChange>[0],
  generation: Generation,
  actor: Actor,
  slack: SlackContext,
): Promise<string | undefined> {
  const refusal = await takeChange(given, generation, actor, slack);
  if (refusal === undefined && generation.person === actor.person)
    await slack.generations.edits.ownSent(actor.team, generation.id);
  return refusal;
}

/** The document that the form is about. */
export const changedId = ({ private_metadata: id }: Submission['view']): string => id;
