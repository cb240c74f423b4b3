import type { ModalView } from '@slack/types';
import type { SlackContext } from '../bolt/context.ts';
import { plainView } from '../bolt/open-then-fill.ts';
import type { Acting } from '../bolt/permissions.ts';
import { isViewGone } from '../bolt/slack-error.ts';

/**
 * Shows an outcome in the view that waits for it, or in a message where that view was closed. Home shows it as well.
 * @param text mrkdwn, foreign parts escaped
 */
export async function showOutcome(
  acting: Acting,
  { id, title, text }: { id: string; title: string; text: string },
  slack: Pick<SlackContext, 'showHome'>,
): Promise<void> {
  try {
    await say(acting, id, plainView(title, text), text);
  } finally {
    await slack.showHome(acting.client, acting.actor);
  }
}

async function say({ client, actor }: Acting, id: string, view: ModalView, text: string): Promise<void> {
  try {
    await client.views.update({ view_id: id, view });
  } catch (error) {
    if (!isViewGone(error)) throw error;
    await client.chat.postMessage({ channel: actor.person, text, blocks: view.blocks });
  }
}
