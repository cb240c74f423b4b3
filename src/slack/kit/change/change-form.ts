import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Actor } from '../../../actor.ts';
import { channelId, messageTs } from '../../../asks/schema.ts';
import type { Generation } from '../../../generations/generation.ts';
import { lenient } from '../../../lenient.ts';
import { locationOf, reply } from '../../bolt/answers/click.ts';
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
import { CHANGES_ITSELF, isChangeable, NOTHING_TO_CHANGE, takeChange } from './document-change.ts';

/** The modal that the button "Change it…" opens. It has one field. */

/** The `block_id` and `action_id` of the modal's field. */
const INSTRUCTION_FIELD = 'wish';
const TITLE = 'Change it';

/** The metadata of the form. The id of the generation can be forged, so `generationForm` checks that the actor may see the generation. */
const metadataSchema = z.object({
  id: lenient(z.string()),
  from: lenient(z.object({ channel: channelId, threadTs: messageTs.optional() })),
});
type Metadata = z.output<typeof metadataSchema>;

/**
 * Handles the button "Change it…" by opening the form. After a failed change, the field contains the instruction of that change, if the clicker
 * wrote it.
 */
export async function openChangeForm(
  click: Click,
  generation: Generation,
  slack: SlackContext,
): Promise<void> {
  if (!isChangeable(generation)) return reply(click, NOTHING_TO_CHANGE);
  const instruction = await failedInstruction(generation, click.actor, slack);
  await openView(click, changeModal(generation, locationOf(click), instruction));
}

/** Returns the id of the generation that is in the metadata of the form. */
export const changedId = (view: FormView): string | undefined => displayIn(view, metadataSchema).id;

/** Handles the submitted form by starting the change. */
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

/** Returns the instruction of a failed change to the person who wrote it; undefined for other people and other generations. */
async function failedInstruction(
  { team, id, person, state }: Generation,
  actor: Actor,
  { generations }: SlackContext,
): Promise<string | undefined> {
  if (state !== 'failed' || person !== actor.person) return undefined;
  return (await generations.askOf(team, id))?.prompt;
}

/** Returns the modal. @param instruction initial text of the field */
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
