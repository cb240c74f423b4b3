import type { SlackContext } from '../bolt/context.ts';
import type { Press } from '../bolt/press.ts';
import { apiKeyForm } from './api-key-blocks.ts';

/** "Use an API key instead". Who may is asked when it is sent. */
export function enterApiKey(slack: SlackContext) {
  return async ({ ack, client, body }: Press) => {
    await ack();
    const opening = { trigger_id: body.trigger_id, view: apiKeyForm(slack) };
    await (body.view?.type === 'modal' ? client.views.push(opening) : client.views.open(opening));
  };
}
