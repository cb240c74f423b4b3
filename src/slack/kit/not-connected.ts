import type { KnownBlock, ModalView } from '@slack/types';
import type { Admission, ConnectionBlocker } from '../../asks/admission.ts';
import { within } from '../../clock.ts';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import { messageView } from '../bolt/answers/open-then-fill.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, isAdmin, mayConnectNow } from '../bolt/permissions/permissions.ts';
import { adminsToAsk } from '../bolt/permissions/roles.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import {
  button,
  buttons,
  buttonValue,
  context,
  type Deployment,
  linkButton,
  type Message,
  section,
  typedWords,
} from './blocks/parts.ts';
import { serviceText } from './blocks/text.ts';
import { askAdminButton, connectButton, connectionNotice } from './copy/blocker-copy.ts';

interface Shown {
  /** Text that the person typed. It is in the values of the message's buttons. */
  words?: string;
  /** True if the message stays visible longer than a connect link is valid. The message then has a button that creates a new link. */
  isLasting?: boolean;
}

/** Returns a message which says that Deckhand is not connected to the service, and lets the person connect it or ask an admin. */
export async function notConnectedMessage(
  blocker: ConnectionBlocker,
  acting: Acting,
  slack: SlackContext,
  { words = '', isLasting = false }: Shown = {},
): Promise<Message> {
  if (!(await mayConnectNow(acting, slack))) {
    const { client, actor } = acting;
    return askMessage(blocker, await adminsToAsk({ client, team: actor.team }, slack.log), slack, words);
  }
  const text = connectionNotice(blocker, undefined, slack);
  const controls = isLasting ? buttons(connectButton(slack)) : await connectOffer(acting, slack, words);
  return { text, blocks: [section(text), ...controls] };
}

function askMessage(
  blocker: ConnectionBlocker,
  admins: string[],
  slack: SlackContext,
  words: string,
): Message {
  const text = connectionNotice(blocker, admins, slack);
  return { text, blocks: [section(text), ...buttons(askAdminButton(words))] };
}

/** Timeout for finding the admins and creating the connect link, in milliseconds. It is short, because a person waits for the view. */
const FIND_OUT_WITHIN_MS = 5000;

/**
 * Returns a view which says that Deckhand is not connected to the service; undefined if no blocker is about the connection.
 * @param words text that the person typed, which the view shows so that the person can copy it
 */
export async function notConnectedView(
  { blockers }: Pick<Admission, 'blockers'>,
  acting: Acting,
  { title, words = '' }: { title: string; words?: string },
  slack: SlackContext,
): Promise<ModalView | undefined> {
  const found = blockers.find(({ part }) => part === 'connection');
  if (found?.part !== 'connection') return undefined;
  const unknown = askMessage(found.blocker, [], slack, words);
  const find = () => notConnectedMessage(found.blocker, acting, slack, { words });
  const { blocks } = await within(slack.clock, FIND_OUT_WITHIN_MS, find, unknown).catch((err) => {
    slack.log.warn(
      { team: acting.actor.team, err },
      'The view about the missing connection does not name the admins',
    );
    return unknown;
  });
  return messageView(title, { blocks: [...blocks, ...typedWords(words)] });
}

/** Data for the buttons with which one person can connect the team to the service. */
interface ConnectLink {
  /** URL of the service's sign-in page, usable once. Null if PUBLIC_URL is not configured, because OAuth needs a redirect URL. */
  link: string | null;
  isAdmin: boolean;
  state: Pick<ConnectionSummary, 'kind'>;
}

/** Returns the blocks with which a person connects the team. @param words what the person typed, shown again when the team is connected */
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
      `You sign in at ${service} and choose one workspace. What anybody here makes with Deckhand then *spends your credits* in that workspace.\nThe account that you sign in with makes and owns all documents, so I recommend a *separate account* for your team instead of a person’s.`,
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

/** Creates a new link for one person, and returns its blocks. Use them only in messages and views that nobody else sees. */
async function connectOffer(acting: Acting, slack: SlackContext, words = ''): Promise<KnownBlock[]> {
  const [link, isOne, state] = await Promise.all([
    slack.connecting.createLink(acting.actor),
    isAdmin(acting, slack.log),
    slack.connecting.summaryOf(acting.actor.team),
  ]);
  return connectControls({ link, isAdmin: isOne, state }, slack, words);
}
