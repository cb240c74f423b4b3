import type { ModalView } from '@slack/types';
import { addToLogContext } from '../../log-context.ts';
import type { SlackClient } from '../../slack-client.ts';
import { type Message, section } from '../kit/parts.ts';
import { plain } from '../kit/text.ts';
import type { SlackContext } from './context.ts';
import { errorReply } from './errors.ts';
import { isTriggerUsed, isViewGone } from './slack-error.ts';

export interface Trigger {
  /** lives for 3 s and opens one view */
  id: string;
  /** Clicked in a modal: the new view goes on top of it. */
  isInModal?: boolean;
}

/**
 * Opens a view at once, before the trigger expires, and fills it once `fill` has answered. Where `fill` fails, the view
 * says so, and what to do.
 * @param onOpened is told the view's id while it is filled
 */
export async function openThenFill(
  client: SlackClient,
  trigger: Trigger,
  title: string,
  fill: () => Promise<ModalView>,
  slack: Pick<SlackContext, 'log' | 'reference' | 'serviceName'>,
  onOpened?: (viewId: string) => Promise<void>,
): Promise<void> {
  const opened = await openView(client, trigger, plainView(title, 'One moment …'));
  if (!opened) return;
  await Promise.all([fillView(client, { id: opened.id, title }, fill, slack), onOpened?.(opened.id)]);
}

/** Fills a view that is open by now. */
export async function fillView(
  client: SlackClient,
  { id, title }: { id: string; title: string },
  fill: () => Promise<ModalView>,
  slack: Pick<SlackContext, 'log' | 'reference' | 'serviceName'>,
): Promise<void> {
  const instead = (error: unknown) => plainView(title, errorReply(error, slack));
  const show = (view: ModalView) => updateView(client, id, view);
  await show(await fill().catch(instead)).catch((error) => show(instead(error)));
}

/** @returns undefined where the same click came twice and has opened it already */
export async function openView(
  client: SlackClient,
  { id, isInModal }: Trigger,
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
 * Draws an open view again; does nothing where it was closed, or changed since it had this hash.
 * @returns its hash now
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

/** A view that only says something. @param text mrkdwn, foreign parts escaped */
export function plainView(title: string, text: string): ModalView {
  return messageView(title, { blocks: [section(text)] });
}

/** A view that shows what a message would. */
export function messageView(title: string, { blocks }: Pick<Message, 'blocks'>): ModalView {
  return { type: 'modal', title: plain(title, 24), close: plain('Close', 24), blocks };
}
