import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import type { SlackContext } from '../bolt/context.ts';
import { teamOf } from '../bolt/team.ts';
import { connectMessage } from './connect-blocks.ts';
import { DISCONNECT_TITLE } from './disconnect-blocks.ts';
import { disconnectView } from './disconnect-view.ts';
import { offerTo } from './offer.ts';
import { openThenFill } from './open-then-fill.ts';

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
