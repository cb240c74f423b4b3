import type { SlackContext } from '../../bolt/context.ts';
import type { Click } from '../../bolt/requests.ts';
import { isViewGone } from '../../bolt/slack-error.ts';
import { digestModal, readDigestModal } from './modal.ts';

/**
 * Draws the form anew after a change of when or where to: other fields, and the next runs. Without the view's hash: of two
 * quick changes the second is made before the first is drawn, and it is the second whose drawing has to stay. What was typed
 * meanwhile Slack keeps by the fields' names.
 */
export async function redrawDigestForm({ body, client }: Click, slack: SlackContext): Promise<void> {
  if (!body.view) return;
  const { form, display } = readDigestModal(body.view);
  const view = digestModal(form, display, slack.clock.now());
  await client.views.update({ view_id: body.view.id, view }).catch((error) => {
    if (!isViewGone(error)) throw error;
  });
}
