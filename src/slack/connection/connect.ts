import { isDirectMessageId } from '../../asks/schema.ts';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import { changedSettings } from '../../settings/audit.ts';
import type { TeamSettings } from '../../settings/team-settings.ts';
import { channelOf, clickValue, refreshHome, replaceMessage } from '../bolt/answers/click.ts';
import { messageView, openThenFill, plainView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, mayConnect } from '../bolt/permissions/permissions.ts';
import { adminsToAsk, roleIn } from '../bolt/permissions/roles.ts';
import type { Click, Command } from '../bolt/requests.ts';
import { plainMessage } from '../kit/blocks/parts.ts';
import { serviceText } from '../kit/blocks/text.ts';
import { tellOfRules } from '../kit/tell-admins.ts';
import { connectMessage, madeBy } from './connect-blocks.ts';
import { rememberClick } from './when-connected.ts';

/** The state of a team's connection to the service, and what one person may do with it. */
export interface ActorsConnection {
  state: ConnectionSummary;
  isAdmin: boolean;
  mayConnect: boolean;
  mayDisconnect: boolean;
  settings: TeamSettings;
}

export interface ConnectOffer extends Pick<ActorsConnection, 'state' | 'isAdmin' | 'mayConnect'> {
  /** One-time sign-in link for this person. Null if the person may not connect the team, or if PUBLIC_URL is not set. */
  link: string | null;
  /** Slack user ids of up to three admins to ask. Empty if the person may connect the team, or if Slack returns no admins. */
  admins: string[];
}

/** Handles `/deck connect`. Replies with a button to the service's sign-in, or names the admins to ask. Only the person sees the reply. */
export async function offerConnection(request: Command, slack: SlackContext): Promise<void> {
  const offer = await offerTo(request, slack);
  await request.respond({ response_type: 'ephemeral', ...connectMessage(offer, slack) });
}

/**
 * Handles "Connect" and "Reconnect": opens a modal with a sign-in link for only this person, or with the admins to ask. On a message from
 * before the connection, the modal says that Deckhand is connected. A direct message is replaced once that is so, unless it is about a
 * document (`waiting`).
 */
export async function connect(click: Click, slack: SlackContext): Promise<void> {
  const isReplaced = isDirectMessageId(channelOf(click) ?? '') && clickValue(click) !== 'waiting';
  const fill = async () => {
    const done = click.body.view ? undefined : await connectedAlready(click, slack);
    if (!done) return messageView('Connect', connectMessage(await offerTo(click, slack), slack));
    if (isReplaced) await replaceMessage(click, plainMessage(done));
    return plainView('Connect', done);
  };
  await Promise.all([
    openThenFill(click, 'Connect', fill, slack),
    rememberClick(click, slack, { isReplaced }),
  ]);
}

/** Returns a sentence for a click on an old message if Deckhand is connected already; undefined if it is not. */
export async function connectedAlready(
  { actor }: Acting,
  { connecting, serviceName }: Pick<SlackContext, 'connecting' | 'serviceName'>,
): Promise<string | undefined> {
  const state = await connecting.summaryOf(actor.team);
  if (!state.works) return undefined;
  return `Deckhand is connected to ${serviceText(serviceName)} already. ${madeBy(state)} \`/deck connect\` connects it anew.`;
}

/** Returns the state of the team's connection, and what the person may do with it. */
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
  // Guests do not see whose account is connected, or who connected it.
  const { who: _, person: __, ...unnamed } = state;
  return {
    state: role === 'guest' ? unnamed : state,
    isAdmin,
    mayConnect: mayConnect(actor.person, role, settingsOfTeam.whoConnects, state),
    mayDisconnect,
    settings: settingsOfTeam,
  };
}

/** Returns a sign-in link for a person who may connect the team, and the admins to ask for any other person. */
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
  const before = await slack.settings.of(team);
  await slack.settings.set(team, { whoConnects: who });
  const object = changedSettings(before, { whoConnects: who });
  await slack.audit.record({ team, person, what: 'settings', object, via: 'Home' });
  await refreshHome(click, slack);
  const now = who === 'everyone' ? 'everybody but guests' : 'only admins';
  await tellOfRules(click, object ? [`Who may connect Deckhand: *${now}*`] : [], slack);
}
