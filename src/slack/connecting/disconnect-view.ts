import type { ModalView } from '@slack/types';
import {
  DISCONNECT_TITLE,
  disconnectForm,
  MAY_NOT_DISCONNECT,
  nothingToDisconnect,
} from '../blocks/disconnect.ts';
import type { SlackContext } from '../context.ts';
import { type Looker, mayDisconnect } from './offer.ts';
import { plainView } from './open-then-fill.ts';

/** The question, or why there is none. */
export async function disconnectView(looker: Looker, slack: SlackContext): Promise<ModalView> {
  const state = await slack.connecting.stateOf(looker.team);
  const isOwn = state.kind === 'oauth' || state.kind === 'api_key';
  if (!isOwn) return plainView(DISCONNECT_TITLE, nothingToDisconnect(state, slack));
  if (!(await mayDisconnect(looker, slack))) return plainView(DISCONNECT_TITLE, MAY_NOT_DISCONNECT);
  return disconnectForm(state, slack);
}
