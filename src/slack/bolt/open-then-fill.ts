import type { ModalView } from '@slack/types';
import type { SlackClient } from '../../slack-client.ts';
import { section } from '../kit/parts.ts';
import { plain } from '../kit/text.ts';
import type { SlackContext } from './context.ts';
import { errorReply } from './errors.ts';
import { isTriggerUsed, isViewGone } from './slack-error.ts';

export interface Trigger {
  /** lives for 3 s and opens one view */
  id: string;
  /** Clicked in a modal: the new view goes on top of it. */
  isInModal: boolean;
}

/**
 * Opens a view at once, before the trigger expires, and fills it once `fill` has answered. Where `fill` fails, the view
 * says so, and what to do.
 */
export async function openThenFill(
  client: SlackClient,
  trigger: Trigger,
  title: string,
  fill: () => Promise<ModalView>,
  slack: Pick<SlackContext, 'log' | 'reference' | 'serviceName'>,
): Promise<void> {
  const id = await open(client, trigger, title);
  if (!id) return;
  const instead = (error: unknown) => plainView(title, errorReply(error, slack));
  const show = (view: ModalView) => client.views.update({ view_id: id, view }).catch(unlessGone);
  await show(await fill().catch(instead)).catch((error) => show(instead(error)));
}

function unlessGone(error: unknown): void {
  if (!isViewGone(error)) throw error;
}

async function open(client: SlackClient, trigger: Trigger, title: string): Promise<string | undefined> {
  const opening = { trigger_id: trigger.id, view: plainView(title, 'One moment …') };
  try {
    const { view } = trigger.isInModal ? await client.views.push(opening) : await client.views.open(opening);
    return view?.id;
  } catch (error) {
    if (isTriggerUsed(error)) return undefined;
    throw error;
  }
}

/** A view that only says something. @param text mrkdwn, foreign parts escaped */
export function plainView(title: string, text: string): ModalView {
  return { type: 'modal', title: plain(title, 24), close: plain('Close', 24), blocks: [section(text)] };
}
