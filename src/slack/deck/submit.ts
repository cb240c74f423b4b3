import type { Actor } from '../../actor.ts';
import type { Ask } from '../../asks/schema.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { askForm, askFromForm } from '../kit/ask-fields/ask-form.ts';
import { askFields } from '../kit/ask-fields/fields.ts';
import type { FieldErrors } from '../kit/form/form.ts';
import { blockerErrors } from './check-outside.ts';
import { readDeckModal } from './modal.ts';

/**
 * Takes the form. Closing it tells the person that the ask was taken. The view's id names the submission, so a form
 * that is sent twice is taken once.
 */
export async function submitDeckForm({ actor, view }: Submission, slack: SlackContext): Promise<FormAnswer> {
  const errors = await take(view, actor, slack).catch((error) => notTaken(error, actor, slack));
  return hasAny(errors) ? { errors } : {};
}

/** Looks outside only for a form that is right by itself. */
async function take(view: Submission['view'], actor: Actor, slack: SlackContext): Promise<FieldErrors> {
  const { form } = readDeckModal(view);
  const errors = askForm.check(form);
  if (hasAny(errors)) return errors;
  const ask = askFromForm(form, actor);
  const refused = await checkOutside(ask, slack);
  if (hasAny(refused)) return refused;
  const { id } = await slack.generations.start(ask, view.id);
  slack.log.info({ team: actor.team, generation: id }, 'An ask was taken');
  return {};
}

/** Slack waits 3 s for the answer to a submission; the ask has to be written down after this. */
const CHECK_WITHIN_MS = 1800;

/** A part that nobody can tell in time counts as right; the generation finds out later, and says so. */
async function checkOutside(ask: Ask, slack: SlackContext): Promise<FieldErrors> {
  const { blockers } = await slack.admit(ask, { withinMs: CHECK_WITHIN_MS });
  return blockerErrors(blockers, ask, slack);
}

function notTaken(error: unknown, { team }: Actor, { log, reference }: SlackContext): FieldErrors {
  const id = reference();
  log.error({ reference: id, team, err: error }, 'An ask could not be taken');
  return {
    [askFields.prompt.id]:
      `Deckhand could not take this just now. Nothing was spent; press Create again. Reference: ${id}`,
  };
}

function hasAny(errors: FieldErrors): boolean {
  return Object.keys(errors).length > 0;
}
