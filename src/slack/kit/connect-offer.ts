import type { KnownBlock } from '@slack/types';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import { actions } from '../bolt/action-ids.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, isAdmin } from '../bolt/permissions.ts';
import { button, buttons, context, type Deployment, linkButton, section } from './parts.ts';
import { serviceText } from './text.ts';
import { asValue } from './typed-words.ts';

/** The way to the service's sign-in, for one person who may connect. */
export interface ConnectLink {
  /** Works once; null where no address is configured to come back to. */
  link: string | null;
  isAdmin: boolean;
  state: Pick<ConnectionSummary, 'kind'>;
}

/** @param words those typed, which the message says again once the team is connected */
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
      toSignIn && { ...toSignIn, value: asValue(words) },
      isAdmin ? button('Use an API key instead', actions.apiKey, 'open') : undefined,
    ),
    ...context(
      link
        ? 'The button is for you alone and works once, within ten minutes.'
        : 'Signing in is not possible here: whoever runs Deckhand has to set PUBLIC_URL first.',
    ),
  ];
}

/** The same for who may connect, where they alone see it: one press leads to the service. */
export async function connectOffer(
  acting: Acting,
  slack: Pick<SlackContext, 'connecting' | 'log' | 'serviceName'>,
  words = '',
): Promise<KnownBlock[]> {
  const [link, isOne, state] = await Promise.all([
    slack.connecting.createLink(acting.actor),
    isAdmin(acting, slack.log),
    slack.connecting.summaryOf(acting.actor.team),
  ]);
  return connectControls({ link, isAdmin: isOne, state }, slack, words);
}
