import type { ModalView } from '@slack/types';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import { DISCONNECT_FORM } from '../bolt/action-ids.ts';
import { type Deployment, section } from '../kit/parts.ts';
import { atStart, escaped, oneLine, plain } from '../kit/text.ts';
import { madeBy } from './connect-blocks.ts';

export const DISCONNECT_TITLE = 'Disconnect';

/** The question before a team is disconnected. */
export function disconnectForm(state: ConnectionSummary, { serviceName }: Deployment): ModalView {
  const service = escaped(serviceName, 75);
  return {
    type: 'modal',
    callback_id: DISCONNECT_FORM,
    title: plain(DISCONNECT_TITLE, 24),
    submit: plain('Disconnect', 24),
    close: plain('Keep it', 24),
    blocks: [
      section(`*Disconnect Deckhand from ${service}?* ${madeBy(state)}`.trim()),
      section(`${whatFollows(state, service)} Documents stay where they are.`),
    ],
  };
}

/** @param service the service's name, already escaped */
function whatFollows({ hasFallback, who }: ConnectionSummary, service: string): string {
  if (!hasFallback)
    return 'Nothing more can be made here until somebody connects again. What is in the making waits for that.';
  const workspace = who?.workspace ? `*${escaped(oneLine(who.workspace), 75)}*` : 'that workspace';
  return `What is asked for from then on is made with the connection to ${service} of whoever runs Deckhand, and spends the credits there. What is in the making waits until ${workspace} is connected again.`;
}

export function nothingToDisconnect({ kind }: ConnectionSummary, { serviceName }: Deployment): string {
  const service = escaped(serviceName, 75);
  return kind === 'configured'
    ? `The connection to ${service} was set up by whoever runs Deckhand, and can be ended only there.`
    : `Deckhand is not connected to ${service}, so there is nothing to disconnect.`;
}

/** Says that access cannot be withdrawn at the service from here, which people would expect. */
export function disconnectedText(
  { kind, hasFallback }: ConnectionSummary,
  { serviceName }: Deployment,
): string {
  const service = escaped(serviceName, 75);
  const rest =
    kind === 'api_key'
      ? `The key itself stays good until it is deleted at ${service}.`
      : `${atStart(service)} has no way to withdraw access from here: to end it there too, remove Deckhand in your account’s settings.`;
  const what = hasFallback
    ? `*Your connection to ${service} is ended.* The one of whoever runs Deckhand has taken its place.`
    : `*Deckhand is disconnected from ${service}.*`;
  return `${what} Deckhand’s copy of your credentials is deleted. ${rest}`;
}

export const MAY_NOT_DISCONNECT =
  'Only who connected Deckhand, or a Slack admin, can disconnect it. Nothing was changed.';
