import type { SlackContext } from '../../bolt/context.ts';
import type { Click } from '../../bolt/requests.ts';
import { isViewGone } from '../../bolt/slack-error.ts';
import { digestModal, readDigestModal } from './modal.ts';

/**
 * Draws the form again after a change of its schedule or delivery: other fields, other next runs. The update names no hash:
 * of two quick changes, the drawing of the second has to win, though the first was not drawn when it was made. Slack keeps
 * text that was typed meanwhile.
 */
export async function redrawDigestForm({ body, client }: Click, slack: SlackContext): Promise<void> {
  if (!body.view) return;
  const { form, display } = readDigestModal(body.view);
  const view = digestModal(form, display, slack.clock.now());
  await client.views.update({ view_id: body.view.id, view }).catch((error) => {
    if (!isViewGone(error)) throw error;
  });
}
