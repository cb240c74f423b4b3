import type { ModalView } from '@slack/types';
import { within } from '../../clock.ts';
import { plainView } from '../bolt/answers/open-then-fill.ts';
import { isViewGone } from '../bolt/calls/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { escaped } from '../kit/blocks/text.ts';

/** Result of a form that connects the team. `error` is plain text for the form's field, `success` is mrkdwn. */
export type ConnectOutcome = { error: string } | { success: string };

/**
 * Maximum time to wait for the service before a form is answered, in milliseconds. A form must be answered within 3 s. A result that comes
 * later is shown in the view.
 */
const ANSWER_WITHIN_MS = 2_000;

/**
 * Answers a form with one field, such as an API key, whose value is checked by calling the service.
 * @param trial the call to the service, already started
 */
export async function answerWhenTried(
  submission: Submission,
  trial: Promise<ConnectOutcome>,
  { title, field, waiting }: { title: string; field: string; waiting: string },
  slack: SlackContext,
): Promise<FormAnswer> {
  const { actor, view, client } = submission;
  const outcome = await within(slack.clock, ANSWER_WITHIN_MS, () => trial, null);
  if (outcome && 'error' in outcome) return { errors: { [field]: outcome.error } };
  if (outcome) return { view: plainView(title, outcome.success), after: () => slack.showHome(client, actor) };
  return {
    view: plainView(title, waiting),
    after: async () => {
      const late = await trial;
      const text = 'success' in late ? late.success : escaped(late.error, 600);
      await showOutcome(submission, { id: view.id, title, text }, slack);
    },
  };
}

/**
 * Shows an outcome in an open view, or in a direct message if the person has closed the view. Then redraws Home.
 * @param text mrkdwn, with user input escaped
 */
export async function showOutcome(
  acting: Acting,
  { id, title, text }: { id: string; title: string; text: string },
  slack: SlackContext,
): Promise<void> {
  try {
    await updateOrPost(acting, id, plainView(title, text), text);
  } finally {
    await slack.showHome(acting.client, acting.actor);
  }
}

async function updateOrPost(
  { client, actor }: Acting,
  id: string,
  view: ModalView,
  text: string,
): Promise<void> {
  try {
    await client.views.update({ view_id: id, view });
  } catch (error) {
    if (!isViewGone(error)) throw error;
    await client.chat.postMessage({ channel: actor.person, text, blocks: view.blocks });
  }
}
