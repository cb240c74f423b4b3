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
  /** What the person has typed. */
  words?: string;
  /** True if the message stays visible longer than a link to the service is valid. The message then gets a button that creates a link. */
  isLasting?: boolean;
}

/**
 * Returns a message which says that the service is not connected. For people who may connect the team, it contains a link or a button to do
 * so. For all other people, it contains the button "Ask an admin".
 */
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

/** Timeout for finding the admins and creating the link, in milliseconds. A person is waiting with the view open. */
const FIND_OUT_WITHIN_MS = 5000;

/**
 * Returns `notConnectedMessage` as a view that replaces a form. Returns undefined if no blocker is about the connection.
 * @param words what the person typed, which is shown so that they can copy it
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

/** The link to the service's sign-in page, for one person who may connect the team. */
interface ConnectLink {
  /** URL that can be used once. Null if PUBLIC_URL is not configured, because there is then no redirect URL for OAuth. */
  link: string | null;
  isAdmin: boolean;
  state: Pick<ConnectionSummary, 'kind'>;
}

/**
 * Returns the blocks with which a person connects the team.
 * @param words what the person typed, which is shown again when the team is connected
 */
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

/** Returns the blocks of `connectControls` with a new link. Use it only for messages and views that nobody else sees. */
async function connectOffer(acting: Acting, slack: SlackContext, words = ''): Promise<KnownBlock[]> {
  const [link, isOne, state] = await Promise.all([
    slack.connecting.createLink(acting.actor),
    isAdmin(acting, slack.log),
    slack.connecting.summaryOf(acting.actor.team),
  ]);
  return connectControls({ link, isAdmin: isOne, state }, slack, words);
}
