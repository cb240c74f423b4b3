import type { ModalView } from '@slack/types';
import type { SlackContext } from '../bolt/context.ts';
import { plainView } from '../bolt/open-then-fill.ts';
import {
  DISCONNECT_TITLE,
  disconnectForm,
  MAY_NOT_DISCONNECT,
  nothingToDisconnect,
} from './disconnect-blocks.ts';
import { type Looker, mayDisconnect } from './offer.ts';

/** The question, or why there is none. */
export async function disconnectView(looker: Looker, slack: SlackContext): Promise<ModalView> {
  const state = await slack.connecting.summaryOf(looker.team);
  const isOwn = state.kind === 'oauth' || state.kind === 'api_key';
  if (!isOwn) return plainView(DISCONNECT_TITLE, nothingToDisconnect(state, slack));
  if (!(await mayDisconnect(looker, slack))) return plainView(DISCONNECT_TITLE, MAY_NOT_DISCONNECT);
  return disconnectForm(state, slack);
}
