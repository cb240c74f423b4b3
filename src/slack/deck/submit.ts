import type { SlackContext } from '../bolt/context.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { checkForm, type FieldErrors } from './check.ts';
import { checkOutside } from './check-outside.ts';
import { fields } from './fields.ts';
import type { DeckForm } from './form.ts';
import { readForm } from './read.ts';
import { askFromForm } from './to-ask.ts';

/**
 * Takes the form. Closing it tells the person that the ask was taken. The view's id names the submission, so a form
 * that is sent twice is taken once.
 */
export async function submitDeckForm(
  { actor, view, client }: Submission,
  slack: SlackContext,
): Promise<FormAnswer> {
  const { form } = readForm(view);
  const errors = await faultsOf(form, () => checkOutside(form, { ...actor, client }, slack));
  const refused = hasAny(errors) ? errors : await take(form, actor, view.id, slack);
  return hasAny(refused) ? { errors: refused } : {};
}

/** Looks outside only for a form that is right by itself. */
async function faultsOf(form: DeckForm, outside: () => Promise<FieldErrors>): Promise<FieldErrors> {
  const errors = checkForm(form);
  return hasAny(errors) ? errors : outside();
}

async function take(
  form: DeckForm,
  by: { team: string; person: string },
  key: string,
  { generations, log, reference }: SlackContext,
): Promise<FieldErrors> {
  try {
    const { id } = await generations.start(askFromForm(form, by), key);
    log.info({ team: by.team, generation: id }, 'An ask was taken');
    return {};
  } catch (error) {
    const id = reference();
    log.error({ reference: id, team: by.team, err: error }, 'An ask could not be taken');
    return {
      [fields.prompt]: `Deckhand could not take this just now. Nothing was spent; press Create again. Reference: ${id}`,
    };
  }
}

function hasAny(errors: FieldErrors): boolean {
  return Object.keys(errors).length > 0;
}
