import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Actor } from '../../../actor.ts';
import { channelId, messageTs } from '../../../asks/schema.ts';
import type { Generation } from '../../../generations/generation.ts';
import { lenient } from '../../../lenient.ts';
import { clickValue, locationOf, reply } from '../../bolt/answers/click.ts';
import { formError } from '../../bolt/answers/errors.ts';
import { openView } from '../../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../../bolt/context.ts';
import type { Click, FormAnswer, Submission } from '../../bolt/requests.ts';
import { CHANGE_FORM } from '../../bolt/routes/action-ids.ts';
import { answerAccepted } from '../accepted/where-result-appears.ts';
import { context, linked, section } from '../blocks/parts.ts';
import { titleOf } from '../copy/generation-phrases.ts';
import { FIELD_LIMIT, input } from '../form/controls.ts';
import type { FormView } from '../form/form.ts';
import { displayIn, modalForm } from '../form/modal.ts';
import { CHANGES_ITSELF, isChangeable, takeChange, whyNotChangeable } from './document-change.ts';

/** The modal behind the button "Change it…". Its only field is for the instruction: what should be different in the document. */

/** The `block_id` and `action_id` of the field for the instruction. */
const INSTRUCTION_FIELD = 'wish';
const TITLE = 'Change it';

/** The modal's `private_metadata`. The id can be forged, so `generationForm` checks that the actor may see the generation. */
const metadataSchema = z.object({
  id: lenient(z.string()),
  from: lenient(z.object({ channel: channelId, threadTs: messageTs.optional() })),
});
type Metadata = z.output<typeof metadataSchema>;

/**
 * Handles "Change it…". The field begins with the words in the button's value, or with the instruction of the person's own failed change.
 */
export async function openChangeForm(
  click: Click,
  generation: Generation,
  slack: SlackContext,
): Promise<void> {
  if (!isChangeable(generation)) return reply(click, whyNotChangeable(generation));
  const [, ...words] = (clickValue(click) ?? '').split(' ');
  const instruction = words.join(' ') || (await failedInstruction(generation, click.actor, slack));
  await openView(click, changeModal(generation, locationOf(click), instruction));
}

/** Returns the id of the document's generation from the modal's metadata. */
export const changedId = (view: FormView): string | undefined => displayIn(view, metadataSchema).id;

export async function submitChangeForm(
  submission: Submission,
  generation: Generation,
  slack: SlackContext,
): Promise<FormAnswer> {
  const { actor, view } = submission;
  const instruction = (view.state.values[INSTRUCTION_FIELD]?.[INSTRUCTION_FIELD]?.value ?? '')
    .toWellFormed()
    .trim();
  const taken = await takeChange({ instruction, key: view.id }, generation, actor, slack).catch((error) =>
    formError(error, 'A change could not be started', actor, slack),
  );
  if (typeof taken === 'string') return { errors: { [INSTRUCTION_FIELD]: taken } };
  const { from } = displayIn(view, metadataSchema);
  return answerAccepted(submission, taken, { from, title: TITLE }, slack);
}

/** Returns the instruction of a failed change if the actor wrote it; undefined for other people's changes and other generations. */
async function failedInstruction(
  { team, id, person, state }: Generation,
  actor: Actor,
  { generations }: SlackContext,
): Promise<string | undefined> {
  if (state !== 'failed' || person !== actor.person) return undefined;
  return (await generations.askOf(team, id))?.prompt;
}

/** Builds the modal. @param instruction initial text of the field */
function changeModal(generation: Generation, from: Metadata['from'], instruction = ''): ModalView {
  return modalForm({
    callbackId: CHANGE_FORM,
    title: TITLE,
    submit: 'Change (spends credits)',
    display: { id: generation.id, from } satisfies Metadata,
    blocks: [
      section(`*${linked(titleOf(generation), generation.docUrl)}*`),
      input(
        INSTRUCTION_FIELD,
        {
          label: 'What should be different?',
          hint: 'For example: Make the title shorter. Add a slide on risks after the budget. Use fewer words on every slide.',
          required: true,
        },
        {
          type: 'plain_text_input',
          action_id: INSTRUCTION_FIELD,
          multiline: true,
          max_length: FIELD_LIMIT,
          focus_on_load: true,
          ...(instruction && { initial_value: instruction.slice(0, FIELD_LIMIT) }),
        },
      ),
      ...context(CHANGES_ITSELF),
    ],
  });
}
