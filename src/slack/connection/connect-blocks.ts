import type { KnownBlock } from '@slack/types';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { WhoConnects } from '../../settings/team-settings.ts';
import { clip, thousands } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import {
  button,
  buttons,
  confirmation,
  context,
  type Deployment,
  type Message,
  section,
} from '../kit/blocks/parts.ts';
import { day, escaped, mention, oneLine, serviceText } from '../kit/blocks/text.ts';
import { askAdminButton, keyRefused, whomToAsk } from '../kit/copy/blocker-copy.ts';
import { connectControls } from '../kit/not-connected.ts';
import type { ActorsConnection, ConnectOffer } from './connect.ts';

/** Blocks that show whether and how a team is connected to the service. They are in replies and on Home. */

/** Builds the reply to a person who wants to connect: the state of the connection, and how to connect or which admins to ask. */
export function connectMessage(offer: ConnectOffer, deployment: Deployment): Message {
  const { state, mayConnect, admins } = offer;
  const sentence = stateSentence(state, serviceText(deployment.serviceName));
  const text = mayConnect
    ? sentence
    : `${sentence} ${state.works ? whomToAsk(admins, 'change that with `/deck connect`') : whomToAsk(admins)}`;
  return {
    text,
    blocks: [
      section(text),
      ...(mayConnect ? connectControls(offer, deployment) : []),
      ...(mayConnect || state.works ? [] : buttons(askAdminButton())),
    ],
  };
}

/** Describes the connection in a few sentences, as mrkdwn. @param service the service's name, already escaped */
function stateSentence(state: ConnectionSummary, service: string): string {
  if (state.kind === 'none') return `Deckhand is *not connected to ${service}*, so nothing can be made.`;
  if (state.kind === 'configured' && !state.works) {
    return `${keyRefused(service)} Until then a workspace of your own can be connected.`;
  }
  if (state.kind === 'configured') {
    return [
      `Deckhand is connected to ${service} by whoever runs it.`,
      madeBy(state),
      'Connecting a workspace of your own takes the place of that.',
    ]
      .filter(Boolean)
      .join(' ');
  }
  if (state.lacksScope) {
    return `*Deckhand may only read at ${service}*, so nothing can be made. Connect it again, with full access. ${madeBy(state)}`.trim();
  }
  if (!state.works) return `*The connection to ${service} has to be renewed.* ${madeBy(state)}`.trim();
  return `Deckhand is connected to ${service}. ${madeBy(state)}`.trim();
}

/** Returns a sentence such as “@ana connected *Studio* with Vera Stolz’s account.” or ''. It never has an e-mail address. */
export function madeBy({ who, person, since, kind }: ConnectionSummary): string {
  const account = kind === 'api_key' ? 'with an API key' : who?.name && `with ${named(who.name)}’s account`;
  if (!person && !who?.workspace && !account) return '';
  const workspace = who?.workspace && `*${named(who.workspace)}*`;
  const what = person
    ? `${mention(person)} connected ${workspace || 'it'}`
    : `It works${workspace ? ` in ${workspace}` : ''}`;
  return `${[what, account].filter(Boolean).join(' ')}${since ? day(since, ', ') : ''}.`;
}

function named(name: string): string {
  return escaped(oneLine(name), 75);
}

/**
 * Returns a connection for the audit trail, with the names that Home shows: `U0ANA=workspace=Studio account=Vera Stolz`. The account's name
 * is last, because the erasure of the person who connected deletes it (`erasePerson`).
 */
export function auditedConnection({ who, person, kind }: ConnectionSummary): string {
  const plainName = (name: string) => clip(oneLine(name), 75);
  const account = kind === 'api_key' ? 'API key' : who?.name && plainName(who.name);
  const names = [who?.workspace && `workspace=${plainName(who.workspace)}`, account && `account=${account}`];
  return `${person ? `${person}=` : ''}${names.filter(Boolean).join(' ')}`;
}

/** Builds the section on Home about the connection: its state, whose credits are spent, and the buttons that this person may use. */
export function connectionSection(connection: ActorsConnection, deployment: Deployment): KnownBlock[] {
  const { state, isAdmin, mayConnect, settings } = connection;
  const service = serviceText(deployment.serviceName);
  const warning = state.works ? '' : ':warning: ';
  const hint = mayConnect || state.works ? '' : ` ${whomToAsk([])}`;
  return [
    section(`${warning}${stateSentence(state, service)}${hint}`),
    ...context(credits(state, service, isAdmin)),
    ...buttons(
      ...connectionButtons(connection, deployment),
      isAdmin ? policyButton(settings.whoConnects, deployment) : undefined,
    ),
  ];
}

/** Builds the answer to a question about the connection, with the buttons of Home that this person may use. */
export function connectionMessage(connection: ActorsConnection, deployment: Deployment): Message {
  const { state, mayDisconnect } = connection;
  const who = 'Only the person who connected it, or a Slack admin, can replace or end that.';
  const sentence = stateSentence(state, serviceText(deployment.serviceName));
  const ended = connection.mayConnect ? sentence : `${sentence} ${whomToAsk([])}`;
  const text = !state.works ? ended : mayDisconnect ? sentence : `${sentence} ${who}`;
  return { text, blocks: [section(text), ...buttons(...connectionButtons(connection, deployment))] };
}

function connectionButtons({ state, mayConnect, mayDisconnect }: ActorsConnection, deployment: Deployment) {
  const isOwn = state.kind === 'oauth' || state.kind === 'api_key';
  const style = state.works ? undefined : 'primary';
  return [
    mayConnect ? button(connectLabel(state, deployment), actions.connect, 'home', style) : undefined,
    mayConnect || state.works ? undefined : askAdminButton(),
    isOwn && mayDisconnect ? button('Disconnect', actions.disconnect, 'home') : undefined,
  ];
}

/** Says whose credits are spent, and tells admins how many are left. Returns undefined if the connection does not work. */
function credits(
  { kind, works, who, person, credits: left }: ConnectionSummary,
  service: string,
  isAdmin: boolean,
): string | undefined {
  if (!works) return undefined;
  // Prefer the name of the account at the service. The person who connected it may have another name in Slack.
  const payer = who?.name ? named(who.name) : person && mention(person);
  const whose = kind === 'oauth' && payer ? `${payer}’s credits` : 'the credits of that workspace';
  const count = left === undefined || !isAdmin ? '' : ` ${thousands(left)} were left at the last count.`;
  return `What anybody makes here spends ${whose} at ${service}.${count}`;
}

function connectLabel({ kind, works }: ConnectionSummary, { serviceName }: Deployment): string {
  if (kind === 'none' || (kind === 'configured' && !works)) return `Connect to ${serviceName}`;
  return 'Reconnect';
}

/** Builds the button that switches between “everybody may connect” and “only admins may connect”. */
function policyButton(who: WhoConnects, { serviceName }: Deployment) {
  if (who === 'everyone') return button('Let only admins connect', actions.connectPolicy, 'admins');
  return {
    ...button('Let everyone connect', actions.connectPolicy, 'everyone'),
    confirm: confirmation(
      'Let everyone connect?',
      `If no connection works, any member can then connect their own workspace at ${clip(serviceName, 60)}. Their account makes and owns all documents, also those of private channels, and pays for them. Guests cannot connect.`,
      'Let everyone connect',
      'Cancel',
    ),
  };
}
