import type { ModalView } from '@slack/types';
import { addToLogContext } from '../../../log-context.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { type Message, section } from '../../kit/blocks/parts.ts';
import { plain } from '../../kit/blocks/text.ts';
import { isTriggerUsed, isViewGone } from '../calls/clients.ts';
import type { SlackContext } from '../context.ts';
import type { Acting } from '../permissions/permissions.ts';
import type { Click } from '../requests.ts';
import { errorReply } from './errors.ts';

/** A person for whom Deckhand can open a view, because Slack sent a `trigger_id` with their request. */
export interface Opener extends Acting {
  trigger: {
    /** Slack's `trigger_id`, which is valid for 3 s and opens one view. */
    id: string;
    /** True if the click was in a modal. A new view is then pushed on top of this modal. */
    isInModal?: boolean;
  };
}

/**
 * Opens a view before the `trigger_id` expires after 3 s, then replaces the view's content with the result of `fill`.
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

/** Replaces the content of an open view with the result of `fill`. If `fill` fails, the view says what the person can do. */
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

/** Replaces the content of the modal in which the click was. If the click was not in a modal, opens one. */
export async function fillOrOpen(
  click: Click,
  title: string,
  fill: () => Promise<ModalView>,
  slack: SlackContext,
): Promise<void> {
  const { view } = click.body;
  if (view?.type === 'modal') await fillView(click.client, { id: view.id, title }, fill, slack);
  else await openThenFill(click, title, fill, slack);
}

/** Opens a view. @returns undefined if the view is open already, because Slack delivered the click twice */
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
 * Updates an open view. Does nothing if the person has closed the view, or if the view has changed since Slack returned `hash`.
 * @returns the view's new hash; undefined if the view was not updated
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

export function messageView(title: string, { blocks }: Pick<Message, 'blocks'>): ModalView {
  return { type: 'modal', title: plain(title, 24), close: plain('Close', 24), blocks };
}
