import type { KnownBlock } from '@slack/types';
import type { WhoConnects } from '../../connections/connect-policy.ts';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import { thousands } from '../../text.ts';
import { actions } from '../bolt/action-ids.ts';
import type { ActorsConnection } from '../connection/connect.ts';
import { stateSentence } from '../connection/connect-blocks.ts';
import { whomToAsk } from '../kit/blocker-copy.ts';
import { button, buttons, context, type Deployment, section } from '../kit/parts.ts';
import { escaped, mention } from '../kit/text.ts';

/** A team's connection as Home shows it to one person. */
export function connectionSection(connection: ActorsConnection, deployment: Deployment): KnownBlock[] {
  const { state, isAdmin, mayConnect, mayDisconnect, who } = connection;
  const service = escaped(deployment.serviceName, 75);
  const isOwn = state.kind === 'oauth' || state.kind === 'api_key';
  const warning = state.works ? '' : ':warning: ';
  return [
    section(
      `${warning}${stateSentence(state, service)}${mayConnect || state.works ? '' : ` ${whomToAsk([])}`}`,
    ),
    ...context(credits(state, service)),
    ...buttons(
      mayConnect
        ? button(connectLabel(state, deployment), actions.connect, 'home', primaryUnless(state.works))
        : undefined,
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

function primaryUnless(works: boolean): 'primary' | undefined {
  return works ? undefined : 'primary';
}

/** A click turns the policy round. */
function policyButton(who: WhoConnects) {
  return who === 'admins'
    ? button('Let everyone connect', actions.connectPolicy, 'everyone')
    : button('Let only admins connect', actions.connectPolicy, 'admins');
}
