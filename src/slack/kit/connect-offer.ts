import type { KnownBlock } from '@slack/types';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, isAdmin } from '../bolt/permissions/permissions.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import {
  button,
  buttons,
  buttonValue,
  context,
  type Deployment,
  linkButton,
  section,
} from './blocks/parts.ts';
import { serviceText } from './blocks/text.ts';

/** The link to the sign-in at the service, for one person who may connect the team. */
export interface ConnectLink {
  /** URL that can be used once. Null if PUBLIC_URL is not configured, because OAuth then has no redirect URL. */
  link: string | null;
  isAdmin: boolean;
  state: Pick<ConnectionSummary, 'kind'>;
}

/** Returns the blocks to connect the team. @param words what the person typed, shown again when the team is connected */
export function connectControls(
  { link, isAdmin, state }: ConnectLink,
  { serviceName }: Deployment,
  words = '',
): KnownBlock[] {
  const service = serviceText(serviceName);
  const label = state.kind === 'none' ? `Connect to ${serviceName}` : `Connect to ${serviceName} anew`;
  const toSignIn = linkButton(label, actions.connectLink, link ?? undefined, 'primary');
  return [
    section(
      `You sign in at ${service} and choose one workspace. What anybody here makes with Deckhand then *spends your credits* in that workspace.`,
    ),
    ...buttons(
      toSignIn && { ...toSignIn, value: buttonValue(words) },
      isAdmin ? button('Use an API key instead', actions.apiKey, 'open') : undefined,
    ),
    ...context(
      link
        ? 'The button is for you alone and works once, within ten minutes.'
        : 'Signing in is not possible here: whoever runs Deckhand has to set PUBLIC_URL first.',
    ),
  ];
}

/** Returns the blocks of `connectControls` with a new link. Only for messages and views that nobody else sees. */
export async function connectOffer(acting: Acting, slack: SlackContext, words = ''): Promise<KnownBlock[]> {
  const [link, isOne, state] = await Promise.all([
    slack.connecting.createLink(acting.actor),
    isAdmin(acting, slack.log),
    slack.connecting.summaryOf(acting.actor.team),
  ]);
  return connectControls({ link, isAdmin: isOne, state }, slack, words);
}
