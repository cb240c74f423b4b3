import type { ModalView } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { DELETE_FORM } from '../bolt/action-ids.ts';
import type { SlackContext } from '../bolt/context.ts';
import { fillView, openView, plainView, updateView } from '../bolt/open-then-fill.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { documentButtons, isDocument, questionTitle } from '../kit/document-actions.ts';
import { type ActionCopy, problemText } from '../kit/failure-copy.ts';
import { buttons, context, type Deployment, section } from '../kit/parts.ts';
import { atStart, escaped, plain, serviceText } from '../kit/text.ts';
import { drawMore } from './more.ts';

const TITLE = 'Delete document';
const TITLE_FIELD = 'delete_title';

/** "Delete…": asks for the title, so that nobody deletes by a slip. */
export async function askToDelete(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  const { client, body } = click;
  const trigger = { id: body.trigger_id, isInModal: body.view?.type === 'modal' };
  await openView(client, trigger, deleteForm(generation, slack));
}

export function deleteForm(generation: Generation, { serviceName }: Deployment): ModalView {
  const title = questionTitle(generation);
  const service = serviceText(serviceName);
  return {
    type: 'modal',
    callback_id: DELETE_FORM,
    title: plain(TITLE, 24),
    submit: plain('Delete for good', 24),
    close: plain('Keep it', 24),
    private_metadata: JSON.stringify({ id: generation.id }),
    blocks: [
      section(
        `Delete *${escaped(title, 300)}* at ${service}? *This cannot be undone.* The link stops working for everybody, and the files that Deckhand put into Slack go, too.`,
      ),
      {
        type: 'input',
        block_id: TITLE_FIELD,
        label: plain('Type its title to delete it', 75),
        element: {
          type: 'plain_text_input',
          action_id: TITLE_FIELD,
          placeholder: plain(title, 150),
          focus_on_load: true,
        },
      },
      ...context('Archiving puts it away instead, and keeps it.'),
    ],
  };
}

/** @param generation found for this person, who may delete it */
export async function submitDelete(
  submission: Submission,
  generation: Generation,
  slack: SlackContext,
): Promise<FormAnswer> {
  if (!isDocument(generation)) return { view: plainView(TITLE, 'This document is deleted already.') };
  const typed = submission.view.state.values[TITLE_FIELD]?.[TITLE_FIELD]?.value ?? '';
  if (!titlesOf(generation).includes(folded(typed))) {
    return { errors: { [TITLE_FIELD]: 'This is not its title. Nothing was deleted.' } };
  }
  return { view: plainView(TITLE, 'One moment …'), after: () => deleteIt(submission, generation, slack) };
}

async function deleteIt(submission: Submission, generation: Generation, slack: SlackContext): Promise<void> {
  const { actor, client, view } = submission;
  let isDeleted = false;
  const fill = async () => {
    const outcome = await slack.documents.remove(actor, generation.id);
    isDeleted = outcome.ok;
    return outcome.ok
      ? plainView(TITLE, 'The document is deleted. Its message in Slack says so.')
      : refusedView(generation, problemText(outcome.problem, slack, problems), slack);
  };
  await fillView(client, { id: view.id, title: TITLE }, fill, slack);
  if (!isDeleted) return;
  slack.log.info({ team: actor.team, generation: generation.id }, 'a document was deleted');
  // The view below it still has the buttons of a document that is no longer there.
  const { previous_view_id: below } = view;
  if (below) await updateView(client, below, await drawMore(submission, generation, slack));
}

/** Archiving takes less of a right, so it is offered instead. */
function refusedView(generation: Generation, text: string, deployment: Deployment): ModalView {
  const view = plainView(TITLE, text);
  return {
    ...view,
    private_metadata: JSON.stringify({ id: generation.id }),
    blocks: [...view.blocks, ...buttons(...documentButtons(generation, deployment))],
  };
}

const problems: ActionCopy = (service) => ({
  forbidden: {
    what: `Nothing was deleted: the account that Deckhand uses at ${service} is no admin of the workspace there, which deleting takes.`,
    next: `Archive it instead, or delete it at ${service}.`,
    quote: true,
  },
  not_found: {
    what: `Nothing was deleted: ${service} does not know this document in the workspace that is connected now, or lets nobody delete from here.`,
    next: `Delete it at ${service}, in the workspace that it was made in.`,
  },
  unavailable: {
    what: `${atStart(service)} did not say whether it was deleted.`,
    next: 'Try again in some minutes: deleting twice does no harm.',
  },
});

/** A long title is shown cut, and may be typed so. */
function titlesOf(generation: Generation): string[] {
  const shown = questionTitle(generation);
  const whole = generation.title || generation.label || shown;
  return [whole, shown, shown.replace(/…$/, '')].map(folded).filter(Boolean);
}

/** What people type for a title: other spaces, other case, straight quotes. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .trim()
    .toLowerCase();
}
