import type { Message } from '../../kit/blocks/parts.ts';
import type { SlackContext } from '../context.ts';
import type { Click } from '../requests.ts';
import { messageView, openView, plainView } from './open-then-fill.ts';

export function clickValue({ action }: Pick<Click, 'action'>): string | undefined {
  return 'value' in action && typeof action.value === 'string' ? action.value : undefined;
}

/** Returns the value of the chosen option of a menu; '' if no option was chosen. */
export function optionValue({ action }: Pick<Click, 'action'>): string {
  return 'selected_option' in action ? (action.selected_option?.value ?? '') : '';
}

/** Returns the first word of the clicked button's value, which is a generation's id. More words may follow, such as a rating. */
export function firstWord(click: Pick<Click, 'action'>): string | undefined {
  return clickValue(click)?.split(' ')[0];
}

/** Returns the id of the conversation in which the person clicked; undefined for a click in a view. */
export function channelOf({ body }: Pick<Click, 'body'>): string | undefined {
  return body.channel?.id;
}

/** Returns where the clicked message is; undefined for a click in a view. For the first message of a thread, returns no `threadTs`. */
export function locationOf({
  body,
}: Pick<Click, 'body'>): { channel: string; threadTs?: string } | undefined {
  const channel = body.channel?.id;
  // For an ephemeral message, Slack sends the timestamps of the message and its thread only in `container`.
  const { message_ts, thread_ts: inThread }: { message_ts?: string; thread_ts?: string } = body.container;
  const { ts = message_ts, thread_ts = inThread }: { ts?: string; thread_ts?: string } = body.message ?? {};
  const threadTs = thread_ts === ts ? undefined : thread_ts;
  return channel ? { channel, ...(threadTs && { threadTs }) } : undefined;
}

export async function refreshHome(click: Click, slack: SlackContext): Promise<void> {
  if (click.body.view?.type === 'home') await slack.showHome(click.client, click.actor);
}

/**
 * Replies with an ephemeral message to a click on a message, and with a modal to a click in a view.
 * @param text a message, or mrkdwn; text written by users must be escaped
 */
export async function reply(
  click: Pick<Click, 'body' | 'respond' | 'client' | 'trigger'>,
  text: string | Message,
): Promise<void> {
  const message = typeof text === 'string' ? { text } : text;
  if (!click.respond) {
    const view = typeof text === 'string' ? plainView('Deckhand', text) : messageView('Deckhand', text);
    await openView(click, view);
    return;
  }
  // If the click was on the first message of a thread, the reply goes to the channel, because the thread may not be open.
  const { threadTs: thread } = locationOf(click) ?? {};
  await click.respond({
    response_type: 'ephemeral',
    replace_original: false,
    ...message,
    ...(thread && { thread_ts: thread }),
  });
}

export async function deleteMessage({ respond }: Pick<Click, 'respond'>): Promise<void> {
  if (respond) await respond({ delete_original: true });
}

export async function replaceMessage({ respond }: Pick<Click, 'respond'>, message: Message): Promise<void> {
  if (respond) await respond({ replace_original: true, ...message });
}
