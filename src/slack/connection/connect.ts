import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { TeamSettings } from '../../settings/team-settings.ts';
import { clickValue, refreshHome } from '../bolt/answers/click.ts';
import { messageView, openThenFill } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, mayConnect } from '../bolt/permissions/permissions.ts';
import { adminsToAsk, roleIn } from '../bolt/permissions/roles.ts';
import type { Click, Command } from '../bolt/requests.ts';
import { connectMessage } from './connect-blocks.ts';
import { rememberClick } from './when-connected.ts';

/** A team's connection, and what the actor may do with it. */
export interface ActorsConnection {
  state: ConnectionSummary;
  isAdmin: boolean;
  mayConnect: boolean;
  mayDisconnect: boolean;
  settings: TeamSettings;
}

export interface ConnectOffer extends Pick<ActorsConnection, 'state' | 'isAdmin' | 'mayConnect'> {
  /** One-time link to the sign-in, for this person. Null if they may not connect, or if PUBLIC_URL is not set. */
  link: string | null;
  /** Ids of up to three admins who may connect. Empty if the person may connect, or if Slack does not return the admins. */
  admins: string[];
}

/** Handles `/deck connect`: answers with an ephemeral message that has a button to the service's sign-in, or says whom to ask. */
export async function offerConnection(request: Command, slack: SlackContext): Promise<void> {
  const offer = await offerTo(request, slack);
  await request.respond({ response_type: 'ephemeral', ...connectMessage(offer, slack) });
}

/** Handles "Connect" and "Reconnect": opens a modal with a sign-in link that only the clicker can use, or with whom to ask. */
export async function connect(click: Click, slack: SlackContext): Promise<void> {
  const fill = async () => messageView('Connect', connectMessage(await offerTo(click, slack), slack));
  await Promise.all([openThenFill(click, 'Connect', fill, slack), rememberClick(click, slack)]);
}

/** Returns the team's connection and what the actor may do with it. Gets the connection, the actor's role and the settings concurrently. */
export async function connectionFor(
  { actor, client }: Acting,
  { connecting, settings, log }: SlackContext,
): Promise<ActorsConnection> {
  const [state, role, settingsOfTeam] = await Promise.all([
    connecting.summaryOf(actor.team),
    roleIn({ client, ...actor }, log),
    settings.of(actor.team),
  ]);
  const isAdmin = role === 'admin';
  const mayDisconnect = isAdmin || state.person === actor.person;
  return {
    state,
    isAdmin,
    mayConnect: mayConnect(actor.person, role, settingsOfTeam.whoConnects, state),
    mayDisconnect,
    settings: settingsOfTeam,
  };
}

/** Returns what a person is offered: a link if they may connect the team, otherwise the admins to ask. */
async function offerTo(acting: Acting, slack: SlackContext): Promise<ConnectOffer> {
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

/** Handles "Let everyone connect" and "Let only admins connect" on Home. */
export async function setConnectPolicy(click: Click, slack: SlackContext): Promise<void> {
  const { team, person } = click.actor;
  const who = clickValue(click) === 'everyone' ? 'everyone' : 'admins';
  await slack.settings.set(team, { whoConnects: who });
  await slack.audit.record({ team, person, what: 'settings', object: `whoConnects=${who}`, via: 'Home' });
  await refreshHome(click, slack);
}
