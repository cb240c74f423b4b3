import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { apiKeyForm } from './api-key-blocks.ts';

/** "Use an API key instead". Who may is checked when it is sent. */
export async function enterApiKey({ client, body }: Click, slack: SlackContext): Promise<void> {
  const opening = { trigger_id: body.trigger_id, view: apiKeyForm(slack) };
  await (body.view?.type === 'modal' ? client.views.push(opening) : client.views.open(opening));
}
