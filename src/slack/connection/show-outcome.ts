import type { ModalView } from '@slack/types';
import { within } from '../../clock.ts';
import { plainView } from '../bolt/answers/open-then-fill.ts';
import { isViewGone } from '../bolt/calls/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import type { FormAnswer, Submission } from '../bolt/requests.ts';
import { escaped } from '../kit/blocks/text.ts';

/** Result of a form that connects the team. `error` is plain text for the form's field, and `success` is mrkdwn. */
export type ConnectOutcome = { error: string } | { success: string };

/** Milliseconds to wait for the service before the response to the form. Slack requires a response within 3 s. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * Responds to a form with one field. If the service is slow, `waiting` replaces the form, and the result is shown later.
 * @param trial the running call to the service that checks the field's content
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
 * Shows a result in an open modal, or in a direct message if the person has closed the modal. Then redraws Home.
 * @param text mrkdwn in which user input is escaped
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
