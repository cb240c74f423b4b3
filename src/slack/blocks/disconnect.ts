import type { ModalView } from '@slack/types';
import type { ConnectionState } from '../../connections/state.ts';
import { DISCONNECT_FORM } from '../action-ids.ts';
import { madeBy } from './connect.ts';
import { section, type Words } from './parts.ts';
import { atStart, escaped, plain } from './text.ts';

export const DISCONNECT_TITLE = 'Disconnect';

/** Asks before it is done. */
export function disconnectForm(state: ConnectionState, { serviceName }: Words): ModalView {
  const service = escaped(serviceName, 75);
  return {
    type: 'modal',
    callback_id: DISCONNECT_FORM,
    title: plain(DISCONNECT_TITLE, 24),
    submit: plain('Disconnect', 24),
    close: plain('Keep it', 24),
    blocks: [
      section(`*Disconnect Deckhand from ${service}?* ${madeBy(state)}`.trim()),
      section(
        'Nothing more can be made here until somebody connects again. What is in the making waits for that. Documents stay where they are.',
      ),
    ],
  };
}

export function nothingToDisconnect({ kind }: ConnectionState, { serviceName }: Words): string {
  const service = escaped(serviceName, 75);
  return kind === 'configured'
    ? `The connection to ${service} was set up by whoever runs Deckhand, and can be ended only there.`
    : `Deckhand is not connected to ${service}, so there is nothing to disconnect.`;
}

/** There is no way to withdraw access at the service from here, and people are to know it. */
export function disconnectedText({ kind }: ConnectionState, { serviceName }: Words): string {
  const service = escaped(serviceName, 75);
  const rest =
    kind === 'api_key'
      ? `The key itself stays good until it is deleted at ${service}.`
      : `${atStart(service)} has no way to withdraw access from here: to end it there too, remove Deckhand in your account’s settings.`;
  return `*Deckhand is disconnected from ${service}.* Its copy of the credentials is deleted. ${rest}`;
}

export const MAY_NOT_DISCONNECT =
  'Only who connected Deckhand, or a Slack admin, can disconnect it. Nothing was changed.';
