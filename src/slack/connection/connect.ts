import type { ConnectionSummary } from '../../connections/connection-state.ts';
import { clickValue, refreshHome } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { openThenFill } from '../bolt/open-then-fill.ts';
import { type Acting, mayConnect } from '../bolt/permissions.ts';
import type { Click, Command } from '../bolt/requests.ts';
import { adminsToAsk, roleIn } from '../bolt/roles.ts';
import { connectMessage, connectView } from './connect-blocks.ts';

/** The state of a team's connection, and what this person may do about it. */
export interface ConnectOffer {
  state: ConnectionSummary;
  isAdmin: boolean;
  mayConnect: boolean;
  /** For this person alone, once; null where they may not connect, or where no address is configured to come back to. */
  link: string | null;
  /** Admins to ask, where the person may not connect; may be empty. */
  admins: string[];
}

type Needs = Pick<SlackContext, 'connecting' | 'log' | 'reference' | 'serviceName'>;

/** `/deck connect`: a private button to the service's sign-in, or whom to ask. */
export async function offerConnection(command: Command, slack: Needs): Promise<void> {
  const offer = await offerTo(command, slack);
  await command.respond({ response_type: 'ephemeral', ...connectMessage(offer, slack) });
}

/** "Connect" and "Reconnect", wherever they stand: each person who clicks gets a link of their own, or whom to ask. */
export async function connect(click: Click, slack: Needs): Promise<void> {
  const { client, body } = click;
  const trigger = { id: body.trigger_id, isInModal: body.view?.type === 'modal' };
  const fill = async () => connectView(await offerTo(click, slack), slack);
  await openThenFill(client, trigger, 'Connect', fill, slack);
}

/** Makes a link, where the person may have one. */
async function offerTo({ actor, client }: Acting, { connecting, log }: Needs): Promise<ConnectOffer> {
  const { team } = actor;
  const [state, role, who] = await Promise.all([
    connecting.summaryOf(team),
    roleIn({ client, ...actor }, log),
    connecting.policy.of(team),
  ]);
  const may = mayConnect(role, who);
  return {
    state,
    isAdmin: role === 'admin',
    mayConnect: may,
    link: may ? await connecting.createLink(actor) : null,
    admins: may ? [] : await adminsToAsk({ client, team }, log),
  };
}

/** "Let everyone connect" and "Let only admins connect", on Home. */
export async function setConnectPolicy(
  click: Click,
  slack: Needs & Pick<SlackContext, 'showHome'>,
): Promise<void> {
  const { team, person } = click.actor;
  const who = clickValue(click) === 'everyone' ? 'everyone' : 'admins';
  await slack.connecting.policy.set(team, who);
  slack.log.info({ team, person, who }, 'who may connect was changed');
  await refreshHome(click, slack);
}
