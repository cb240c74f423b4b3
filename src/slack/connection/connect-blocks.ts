import type { KnownBlock, ModalView } from '@slack/types';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { WhoConnects } from '../../settings/team-settings.ts';
import { thousands } from '../../text.ts';
import { actions } from '../bolt/action-ids.ts';
import { askAdminButton, keyRefused, whomToAsk } from '../kit/blocker-copy.ts';
import { connectControls } from '../kit/connect-offer.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { atStart, day, escaped, mention, oneLine, plain, serviceText } from '../kit/text.ts';
import type { ActorsConnection, ConnectOffer } from './connect.ts';

/** A team's connection: the offer to connect, in a message for one person or in a view, and its state on Home. */

export function connectMessage(offer: ConnectOffer, deployment: Deployment): Message {
  return { text: summary(offer, deployment), blocks: connectBlocks(offer, deployment) };
}

export function connectView(offer: ConnectOffer, deployment: Deployment): ModalView {
  return {
    type: 'modal',
    title: plain('Connect', 24),
    close: plain('Close', 24),
    blocks: connectBlocks(offer, deployment),
  };
}

function connectBlocks(offer: ConnectOffer, deployment: Deployment): KnownBlock[] {
  return [
    section(summary(offer, deployment)),
    ...(offer.mayConnect ? connectControls(offer, deployment) : []),
    ...(offer.mayConnect || offer.state.works ? [] : buttons(askAdminButton())),
  ];
}

/** One paragraph: the state of the connection, and what the person can do. */
function summary({ state, mayConnect, admins }: ConnectOffer, { serviceName }: Deployment): string {
  const service = serviceText(serviceName);
  const sentence = stateSentence(state, service);
  if (mayConnect) return sentence;
  return `${sentence} ${whomToAsk(admins)}`;
}

/** The state of the connection, in a sentence or two. */
export function stateSentence(state: ConnectionSummary, service: string): string {
  if (state.kind === 'none') return `Deckhand is *not connected to ${service}* yet, so nothing can be made.`;
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
  if (!state.works) return `*The connection to ${service} has to be renewed.* ${madeBy(state)}`.trim();
  return `Deckhand is connected to ${service}. ${madeBy(state)}`.trim();
}

/**
 * "Workspace Studio, as Ana Reyes, by @ana, since Mar 3, 2026."; empty where nothing is known. Everyone may read it, so
 * it has no e-mail address in it.
 */
export function madeBy({ who, person, since, kind }: ConnectionSummary): string {
  const workspace = who?.workspace && `workspace *${named(who.workspace)}*`;
  const account = who?.name;
  const parts = [
    workspace,
    account && `as ${named(account)}`,
    kind === 'api_key' && 'with an API key',
    person && `by ${mention(person)}`,
    since && day(since, 'since '),
  ].filter(Boolean);
  return parts.length > 0 ? `${atStart(parts.join(', '))}.` : '';
}

function named(name: string): string {
  return escaped(oneLine(name), 75);
}

/** A team's connection as Home shows it to one person. */
export function connectionSection(connection: ActorsConnection, deployment: Deployment): KnownBlock[] {
  const { state, isAdmin, mayConnect, mayDisconnect, who } = connection;
  const service = serviceText(deployment.serviceName);
  const isOwn = state.kind === 'oauth' || state.kind === 'api_key';
  const warning = state.works ? '' : ':warning: ';
  return [
    section(
      `${warning}${stateSentence(state, service)}${mayConnect || state.works ? '' : ` ${whomToAsk([])}`}`,
    ),
    ...context(credits(state, service)),
    ...buttons(
      mayConnect
        ? button(
            connectLabel(state, deployment),
            actions.connect,
            'home',
            state.works ? undefined : 'primary',
          )
        : state.works
          ? undefined
          : askAdminButton(),
      isOwn && mayDisconnect ? button('Disconnect', actions.disconnect, 'home') : undefined,
      isAdmin ? policyButton(who) : undefined,
    ),
  ];
}

/** Whose credits are spent: said wherever a connection is shown. */
function credits(
  { kind, works, person, credits: left }: ConnectionSummary,
  service: string,
): string | undefined {
  if (!works) return undefined;
  const whose = kind === 'oauth' && person ? `${mention(person)}’s credits` : 'the credits of that workspace';
  const count = left === undefined ? '' : ` ${thousands(left)} were left at the last count.`;
  return `What anybody makes here spends ${whose} at ${service}.${count}`;
}

function connectLabel({ kind, works }: ConnectionSummary, { serviceName }: Deployment): string {
  if (kind === 'none' || (kind === 'configured' && !works)) return `Connect to ${serviceName}`;
  return works ? 'Connect anew' : 'Reconnect';
}

/** A click turns the policy round. */
function policyButton(who: WhoConnects) {
  return who === 'admins'
    ? button('Let everyone connect', actions.connectPolicy, 'everyone')
    : button('Let only admins connect', actions.connectPolicy, 'admins');
}
