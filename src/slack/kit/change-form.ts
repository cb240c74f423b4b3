import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Actor } from '../../actor.ts';
import { channelId, messageTs } from '../../asks/schema.ts';
import type { Generation } from '../../generations/generation.ts';
import { CHANGE_FORM } from '../bolt/action-ids.ts';
import { placeOf, reply } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openView } from '../bolt/open-then-fill.ts';
import type { Click } from '../bolt/requests.ts';
import { isChangeable } from './again-buttons.ts';
import { FIELD_LIMIT, input } from './form/controls.ts';
import type { FormView } from './form/form.ts';
import { displayIn, lenient } from './form/metadata.ts';
import { titleOf } from './generation-phrases.ts';
import { context, linked, section } from './parts.ts';
import { NOTHING_TO_CHANGE } from './take-change.ts';
import { plain } from './text.ts';

/** "Change it…": a form of one field, opened from wherever a document stands. */

export const WISH_FIELD = 'wish';
export const CHANGE_TITLE = 'Change it';

/** Comes back from the person's Slack, and proves nothing. */
const metadataSchema = z.object({
  id: lenient(z.string()),
  from: lenient(z.object({ channel: channelId, threadTs: messageTs.optional() })),
});
type Metadata = z.output<typeof metadataSchema>;

/** The document that an open form is about, and where the person is. */
export const readChangeForm = (view: FormView): Metadata => displayIn(view, metadataSchema);

export async function openChange(
  click: Click,
  generation: Generation,
  slack: Pick<SlackContext, 'generations'>,
): Promise<void> {
  if (!isChangeable(generation)) return reply(click, NOTHING_TO_CHANGE);
  const { client, body, actor } = click;
  const wish = await wishBefore(generation, actor, slack);
  const trigger = { id: body.trigger_id, isInModal: body.view?.type === 'modal' };
  await openView(client, trigger, changeModal(generation, placeOf(click), wish));
}

/** The words of a change that could not be made, for whoever wrote them and nobody else. */
async function wishBefore(
  { team, id, person, state }: Generation,
  actor: Actor,
  { generations }: Pick<SlackContext, 'generations'>,
): Promise<string | undefined> {
  if (state !== 'failed' || person !== actor.person) return undefined;
  return (await generations.askOf(team, id))?.prompt;
}

/** One field: what is to be different. @param wish to begin with */
function changeModal(generation: Generation, from: Metadata['from'], wish = ''): ModalView {
  const metadata: Metadata = { id: generation.id, from };
  return {
    type: 'modal',
    callback_id: CHANGE_FORM,
    title: plain(CHANGE_TITLE, 24),
    submit: plain('Change (spends credits)', 24),
    close: plain('Cancel', 24),
    private_metadata: JSON.stringify(metadata),
    blocks: [
      section(`*${linked(titleOf(generation), generation.docUrl)}*`),
      input(
        WISH_FIELD,
        {
          label: 'What should be different?',
          hint: 'For example: Make the title shorter. Add a slide on risks after the budget. Use fewer words on every slide.',
          required: true,
        },
        {
          type: 'plain_text_input',
          action_id: WISH_FIELD,
          multiline: true,
          max_length: FIELD_LIMIT,
          focus_on_load: true,
          ...(wish && { initial_value: wish.slice(0, FIELD_LIMIT) }),
        },
      ),
      ...context('The document itself is changed, for everybody who has it, by AI.'),
    ],
  };
}
