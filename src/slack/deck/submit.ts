import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import type { SlackContext } from '../bolt/context.ts';
import { teamOf } from '../bolt/team.ts';
import { checkForm, type FieldErrors } from './check.ts';
import { checkOutside } from './check-outside.ts';
import { fields } from './fields.ts';
import type { DeckForm } from './form.ts';
import { readForm } from './read.ts';
import { askFromForm } from './to-ask.ts';

type Submission = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/**
 * Takes the form. The one handler that works before it acknowledges: the acknowledgement closes the form and
 * so tells the person that the ask was taken, which is true only once it is written down. The view's id names
 * the press, so a form that is sent twice is taken once.
 */
export function submitDeckForm(slack: SlackContext) {
  return async ({ ack, body, view, context, client }: Submission) => {
    const by = { team: teamOf(context), person: body.user.id };
    const { form } = readForm(view);
    const errors = await faultsOf(form, () => checkOutside(form, { ...by, client }, slack));
    const refused = hasAny(errors) ? errors : await take(form, by, view.id, slack);
    await (hasAny(refused) ? ack({ response_action: 'errors', errors: refused }) : ack());
  };
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
