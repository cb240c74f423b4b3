import type { Message } from '../kit/parts.ts';
import type { SlackContext } from './context.ts';
import { plainView } from './open-then-fill.ts';
import type { Click } from './requests.ts';

/** The value of the button that was clicked. */
export function clickValue({ action }: Pick<Click, 'action'>): string | undefined {
  return 'value' in action && typeof action.value === 'string' ? action.value : undefined;
}

/** Where the click was made; none on Home. */
export function channelOf({ body }: Pick<Click, 'body'>): string | undefined {
  return body.channel?.id;
}

/** Shows a change on Home after a click there. */
export async function refreshHome(click: Click, slack: Pick<SlackContext, 'showHome'>): Promise<void> {
  if (click.body.view?.type === 'home') await slack.showHome(click.client, click.actor);
}

/**
 * Says something to the person who clicked and to nobody else: beside the message, or on Home, where there is no such
 * place, in a small view.
 * @param text mrkdwn, foreign parts escaped
 */
export async function reply(
  { body, respond, client }: Pick<Click, 'body' | 'respond' | 'client'>,
  text: string,
): Promise<void> {
  if (!respond) {
    await client.views.open({ trigger_id: body.trigger_id, view: plainView('Deckhand', text) });
    return;
  }
  // The first message of a thread names itself; who clicks there looks at the channel, and the thread may be closed.
  const { ts, thread_ts }: { ts?: string; thread_ts?: string } = body.message ?? {};
  const thread = thread_ts === ts ? undefined : thread_ts;
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
