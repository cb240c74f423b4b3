import type { ModalView } from '@slack/types';
import { plainView } from '../bolt/answers/open-then-fill.ts';
import { isViewGone } from '../bolt/calls/clients.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';

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
