import type { SlackContext } from '../bolt/context.ts';
import { openThenFill } from '../bolt/open-then-fill.ts';
import type { Click } from '../bolt/requests.ts';
import { DISCONNECT_TITLE } from './disconnect-blocks.ts';
import { disconnectView } from './disconnect-view.ts';

/** "Disconnect" on Home: asks first. */
export async function disconnect({ actor, client, body }: Click, slack: SlackContext): Promise<void> {
  const trigger = { id: body.trigger_id, isInModal: false };
  const looker = { client, ...actor };
  await openThenFill(client, trigger, DISCONNECT_TITLE, () => disconnectView(looker, slack), slack);
}
