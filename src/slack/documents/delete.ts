import type { ModalView } from '@slack/types';
import { auditedDocument } from '../../generations/audit-line.ts';
import type { Generation } from '../../generations/generation.ts';
import { capitalized } from '../../text.ts';
import { fillView, openView, plainView, updateView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click, FormAnswer, Submission } from '../bolt/requests.ts';
import { DELETE_FORM } from '../bolt/routes/action-ids.ts';
import { archiveButton, isDocument, questionTitle } from '../kit/blocks/document-buttons.ts';
import { buttons, context, type Deployment, section } from '../kit/blocks/parts.ts';
import { escaped, plain, serviceText } from '../kit/blocks/text.ts';
import { type ActionCopy, problemText } from '../kit/copy/failure-copy.ts';
import { modalForm } from '../kit/form/modal.ts';
import { drawMore } from './more.ts';

const TITLE = 'Delete document';
const TITLE_FIELD = 'delete_title';

/** Handles the button "Delete…": opens a form in which the person must type the document's title, to prevent deletion by mistake. */
export async function askToDelete(click: Click, generation: Generation, slack: SlackContext): Promise<void> {
  await openView(click, deleteForm(generation, slack));
}

export function deleteForm(generation: Generation, { serviceName }: Deployment): ModalView {
  const title = questionTitle(generation);
  const service = serviceText(serviceName);
  return modalForm({
    callbackId: DELETE_FORM,
    title: TITLE,
    submit: 'Delete for good',
    close: 'Keep it',
    display: { id: generation.id },
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
  });
}

/** Checks the typed title, and deletes the document after responding to Slack. The route table has already checked the permission. */
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
  await slack.audit.record({
    ...actor,
    what: 'document deleted',
    object: auditedDocument(generation),
    via: 'document',
  });
  // The modal from which this form was opened still shows the document, so update it, too.
  const { previous_view_id: below } = view;
  if (below) await updateView(client, below, await drawMore(submission, generation, slack));
}

/** Says why the document was not deleted, and offers to archive it. Archiving needs fewer rights at the service. */
function refusedView(generation: Generation, text: string, deployment: Deployment): ModalView {
  const view = plainView(TITLE, text);
  return {
    ...view,
    private_metadata: JSON.stringify({ id: generation.id }),
    blocks: [...view.blocks, ...buttons(archiveButton(generation, deployment))],
  };
}

const problems: ActionCopy = (service) => ({
  forbidden: {
    what: `Nothing was deleted: the account that Deckhand uses at ${service} is no admin of the workspace there, which deleting takes.`,
    next: `Archive it instead, or delete it at ${service}.`,
  },
  not_found: {
    what: `Nothing was deleted: ${service} does not know this document in the workspace that is connected now, or lets nobody delete from here.`,
    next: `Delete it at ${service}, in the workspace that it was made in.`,
  },
  unavailable: {
    what: `${capitalized(service)} did not say whether it was deleted.`,
    next: 'Try again in some minutes: deleting twice does no harm.',
  },
});

/** Returns the normalized texts that a person may type as the title: the whole title, and the shortened one with and without "…". */
function titlesOf(generation: Generation): string[] {
  const shown = questionTitle(generation);
  const whole = generation.title || generation.label || shown;
  return [whole, shown, shown.replace(/…$/, '')].map(folded).filter(Boolean);
}

/** Normalizes a title, because people may type different spaces, dashes, quotes, or upper and lower case. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚`´]/g, "'")
    .trim()
    .toLowerCase();
}
