import type { Message } from '../kit/parts.ts';
import type { SlackContext } from './context.ts';
import { openView, plainView } from './open-then-fill.ts';
import type { Click } from './requests.ts';

/** The value of the button that was clicked. */
export function clickValue({ action }: Pick<Click, 'action'>): string | undefined {
  return 'value' in action && typeof action.value === 'string' ? action.value : undefined;
}

/** The same up to its first space, where a button names a document and something of it. */
export function firstWord(click: Pick<Click, 'action'>): string | undefined {
  return clickValue(click)?.split(' ')[0];
}

/** Where the click was made; none on Home. */
export function channelOf({ body }: Pick<Click, 'body'>): string | undefined {
  return body.channel?.id;
}

/** The same, with the thread that the message stands in. The first message of a thread names itself and stands outside. */
export function placeOf({ body }: Pick<Click, 'body'>): { channel: string; threadTs?: string } | undefined {
  const channel = body.channel?.id;
  // Of a message that one person alone sees, Slack tells the container and no more.
  const { message_ts, thread_ts: inThread }: { message_ts?: string; thread_ts?: string } = body.container;
  const { ts = message_ts, thread_ts = inThread }: { ts?: string; thread_ts?: string } = body.message ?? {};
  const threadTs = thread_ts === ts ? undefined : thread_ts;
  return channel ? { channel, ...(threadTs && { threadTs }) } : undefined;
}

/** Shows a change on Home after a click there. */
export async function refreshHome(click: Click, slack: Pick<SlackContext, 'showHome'>): Promise<void> {
  if (click.body.view?.type === 'home') await slack.showHome(click.client, click.actor);
}

/**
 * Says something to the person who clicked and to nobody else: beside the message, or on Home, where there is no such
 * place, in a small view; so, too, inside a view.
 * @param text mrkdwn, foreign parts escaped
 */
export async function reply(
  { body, respond, client }: Pick<Click, 'body' | 'respond' | 'client'>,
  text: string,
): Promise<void> {
  if (!respond) {
    const trigger = { id: body.trigger_id, isInModal: body.view?.type === 'modal' };
    await openView(client, trigger, plainView('Deckhand', text));
    return;
  }
  // Who clicks on the first message of a thread looks at the channel, and the thread may be closed.
  const { threadTs: thread } = placeOf({ body }) ?? {};
  await respond({
    response_type: 'ephemeral',
    replace_original: false,
    text,
    ...(thread && { thread_ts: thread }),
  });
}

/** Puts another message in the place of the one clicked; nothing where the click came without a message to answer to. */
export async function replaceMessage({ respond }: Pick<Click, 'respond'>, message: Message): Promise<void> {
  if (respond) await respond({ replace_original: true, ...message });
}
