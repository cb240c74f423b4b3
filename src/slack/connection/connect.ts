import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { WhoConnects } from '../../settings/team-settings.ts';
import { clickValue, refreshHome } from '../bolt/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { fillView, openView, plainView } from '../bolt/open-then-fill.ts';
import { type Acting, mayConnect } from '../bolt/permissions.ts';
import type { Click, Command } from '../bolt/requests.ts';
import { adminsToAsk, roleIn } from '../bolt/roles.ts';
import { connectMessage, connectView } from './connect-blocks.ts';
import { CONNECT_TITLE, rememberCard } from './connect-cards.ts';

/** A team's connection, and what this person may do about it. */
export interface ActorsConnection {
  state: ConnectionSummary;
  isAdmin: boolean;
  mayConnect: boolean;
  mayDisconnect: boolean;
  /** Who may connect, as the team's admins have decided. */
  who: WhoConnects;
}

export interface ConnectOffer extends Pick<ActorsConnection, 'state' | 'isAdmin' | 'mayConnect'> {
  /** For this person alone, once; null where they may not connect, or where no address is configured to come back to. */
  link: string | null;
  /** Admins to ask, where the person may not connect; may be empty. */
  admins: string[];
}

type Needs = Pick<SlackContext, 'connecting' | 'settings' | 'log' | 'reference' | 'serviceName'>;

/** `/deck connect`: a private button to the service's sign-in, or whom to ask. */
export async function offerConnection(
  request: Command,
  slack: Needs & Pick<SlackContext, 'connectCards'>,
): Promise<void> {
  const { actor, command, respond } = request;
  const offer = await offerTo(request, slack);
  await respond({ response_type: 'ephemeral', ...connectMessage(offer, slack) });
  if (offer.state.works) return;
  const { channel_id: channel, response_url: responseUrl } = command;
  await slack.connectCards.remember(actor.team, { kind: 'seen', channel, person: actor.person, responseUrl });
}

/** "Connect" and "Reconnect", wherever they stand: each person who clicks gets a link of their own, or whom to ask. */
export async function connect(
  click: Click,
  slack: Needs & Pick<SlackContext, 'connectCards'>,
): Promise<void> {
  const { actor, client, body } = click;
  const trigger = { id: body.trigger_id, isInModal: body.view?.type === 'modal' };
  const fill = async () => connectView(await offerTo(click, slack), slack);
  await Promise.all([showWindow(), rememberCard(click, slack)]);

  async function showWindow(): Promise<void> {
    const opened = await openView(client, trigger, plainView(CONNECT_TITLE, 'One moment …'));
    if (!opened) return;
    // Before there is a button in it: who comes back from the service finds no window that says that nothing is connected.
    await slack.connectCards.remember(actor.team, { kind: 'window', viewId: opened.id });
    await fillView(client, { id: opened.id, title: CONNECT_TITLE }, fill, slack);
  }
}

/** Asks the service and Slack at the same time. */
export async function connectionFor(
  { actor, client }: Acting,
  { connecting, settings, log }: Pick<SlackContext, 'connecting' | 'settings' | 'log'>,
): Promise<ActorsConnection> {
  const [state, role, { whoConnects: who }] = await Promise.all([
    connecting.summaryOf(actor.team),
    roleIn({ client, ...actor }, log),
    settings.of(actor.team),
  ]);
  const isAdmin = role === 'admin';
  const mayDisconnect = isAdmin || state.person === actor.person;
  return { state, isAdmin, mayConnect: mayConnect(actor.person, role, who, state), mayDisconnect, who };
}

/** Makes a link, where the person may have one. */
async function offerTo(acting: Acting, slack: Needs): Promise<ConnectOffer> {
  const { state, isAdmin, mayConnect } = await connectionFor(acting, slack);
  const { actor, client } = acting;
  return {
    state,
    isAdmin,
    mayConnect,
    link: mayConnect ? await slack.connecting.createLink(actor) : null,
    admins: mayConnect ? [] : await adminsToAsk({ client, team: actor.team }, slack.log),
  };
}

/** "Let everyone connect" and "Let only admins connect", on Home. */
export async function setConnectPolicy(
  click: Click,
  slack: Needs & Pick<SlackContext, 'showHome'>,
): Promise<void> {
  const { team, person } = click.actor;
  const who = clickValue(click) === 'everyone' ? 'everyone' : 'admins';
  await slack.settings.set(team, { whoConnects: who });
  slack.log.info({ team, person, who }, 'who may connect was changed');
  await refreshHome(click, slack);
}
