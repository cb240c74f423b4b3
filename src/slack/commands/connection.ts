import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import { connectMessage } from '../blocks/connect.ts';
import { DISCONNECT_TITLE } from '../blocks/disconnect.ts';
import { disconnectView } from '../connecting/disconnect-view.ts';
import { offerTo } from '../connecting/offer.ts';
import { openThenFill } from '../connecting/open-then-fill.ts';
import type { SlackContext } from '../context.ts';
import { teamOf } from '../team.ts';

type CommandArgs = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

/** `/deck connect`: a private button to the service's sign-in, or whom to ask. */
export async function offerConnection(args: CommandArgs, slack: SlackContext): Promise<void> {
  const offer = await offerTo(lookerOf(args), slack);
  await args.respond({ response_type: 'ephemeral', ...connectMessage(offer, slack) });
}

/** `/deck disconnect`: asks first. */
export async function askToDisconnect(args: CommandArgs, slack: SlackContext): Promise<void> {
  const { client, command } = args;
  const trigger = { id: command.trigger_id, isInModal: false };
  await openThenFill(client, trigger, DISCONNECT_TITLE, () => disconnectView(lookerOf(args), slack), slack);
}

function lookerOf({ client, command, context }: CommandArgs) {
  return { client, team: teamOf(context), person: command.user_id };
}
