import type { ModalView } from '@slack/types';
import type { Admission, ConnectionBlocker } from '../../asks/admission.ts';
import { within } from '../../clock.ts';
import type { SlackContext } from '../bolt/context.ts';
import { type Acting, mayConnectNow } from '../bolt/permissions.ts';
import { adminsToAsk } from '../bolt/roles.ts';
import { askAdminButton, connectButton, connectionNotice } from './blocker-copy.ts';
import { connectOffer } from './connect-offer.ts';
import { buttons, type Message, section } from './parts.ts';
import { plain } from './text.ts';
import { typedWords } from './typed-words.ts';

interface Shown {
  /** Those typed so far. */
  words?: string;
  /** It is read for longer than a link to the service is good for. */
  isLasting?: boolean;
}

/** Why nothing can be made: people who may connect get the way to it, the others "Ask an admin". */
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
  const way = isLasting ? buttons(connectButton(slack)) : await connectOffer(acting, slack, words);
  return { text, blocks: [section(text), ...way] };
}

function askMessage(
  blocker: ConnectionBlocker,
  admins: string[],
  slack: Pick<SlackContext, 'serviceName'>,
  words: string,
): Message {
  const text = connectionNotice(blocker, admins, slack);
  return { text, blocks: [section(text), ...buttons(askAdminButton(words))] };
}

/** Milliseconds: the person waits in front of an open view. */
const FIND_OUT_WITHIN_MS = 5000;

/**
 * The same as a view in place of a form that nothing can come of. Undefined where the connection is not what stands in the
 * way.
 * @param words shown so that they can be copied
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
    slack.log.warn({ team: acting.actor.team, err }, 'The view does not say whom to ask');
    return unknown;
  });
  return {
    type: 'modal',
    title: plain(title, 24),
    close: plain('Close', 24),
    blocks: [...blocks, ...typedWords(words)],
  };
}
