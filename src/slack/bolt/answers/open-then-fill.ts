import type { ModalView } from '@slack/types';
import { addToLogContext } from '../../../log-context.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { type Message, section } from '../../kit/blocks/parts.ts';
import { plain } from '../../kit/blocks/text.ts';
import { isTriggerUsed, isViewGone } from '../calls/clients.ts';
import type { SlackContext } from '../context.ts';
import type { Acting } from '../permissions/permissions.ts';
import { errorReply } from './errors.ts';

/** A person for whom a view can be opened, because their request had a `trigger_id`. */
export interface Opener extends Acting {
  trigger: {
    /** Slack's `trigger_id`. It is valid for 3 s and opens one view. */
    id: string;
    /** True if the click was in a modal. The new view is then pushed on top of it. */
    isInModal?: boolean;
  };
}

/**
 * Opens a view at once, before the trigger expires, and fills it when `fill` has resolved. If `fill` fails, the view says what the person
 * can do.
 * @param onOpened called with the view's id, at the same time as `fill`
 */
export async function openThenFill(
  opener: Pick<Opener, 'client' | 'trigger'>,
  title: string,
  fill: () => Promise<ModalView>,
  slack: SlackContext,
  onOpened?: (viewId: string) => Promise<void>,
): Promise<void> {
  const opened = await openView(opener, plainView(title, 'One moment …'));
  if (!opened) return;
  await Promise.all([fillView(opener.client, { id: opened.id, title }, fill, slack), onOpened?.(opened.id)]);
}

/** Replaces an open view with the result of `fill`. If `fill` fails, the view says what the person can do. */
export async function fillView(
  client: SlackClient,
  { id, title }: { id: string; title: string },
  fill: () => Promise<ModalView>,
  slack: SlackContext,
): Promise<void> {
  const instead = (error: unknown) => plainView(title, errorReply(error, slack));
  const show = (view: ModalView) => updateView(client, id, view);
  await show(await fill().catch(instead)).catch((error) => show(instead(error)));
}

/** Opens a view. @returns undefined if Slack delivered the click twice and the view is already open */
export async function openView(
  { client, trigger: { id, isInModal } }: Pick<Opener, 'client' | 'trigger'>,
  view: ModalView,
): Promise<{ id: string; hash?: string | undefined } | undefined> {
  const opening = { trigger_id: id, view };
  try {
    const opened = isInModal ? await client.views.push(opening) : await client.views.open(opening);
    if (!opened.view?.id) return undefined;
    addToLogContext({ view: opened.view.id });
    return { id: opened.view.id, hash: opened.view.hash };
  } catch (error) {
    if (isTriggerUsed(error)) return undefined;
    throw error;
  }
}

/**
 * Updates an open view. Does nothing if the view was closed, or if `hash` is given and the view has changed since Slack returned it.
 * @returns the view's new hash; undefined if nothing was updated
 */
export async function updateView(
  client: SlackClient,
  id: string,
  view: ModalView,
  hash?: string,
): Promise<string | undefined> {
  try {
    const updated = await client.views.update({ view_id: id, view, ...(hash && { hash }) });
    return updated.view?.hash;
  } catch (error) {
    if (!isViewGone(error)) throw error;
    return undefined;
  }
}

/** Returns a modal that shows a text. @param text mrkdwn; text written by users must be escaped */
export function plainView(title: string, text: string): ModalView {
  return messageView(title, { blocks: [section(text)] });
}

/** Returns a modal that shows the blocks of a message. */
export function messageView(title: string, { blocks }: Pick<Message, 'blocks'>): ModalView {
  return { type: 'modal', title: plain(title, 24), close: plain('Close', 24), blocks };
}
