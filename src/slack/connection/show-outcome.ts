import type { ModalView } from '@slack/types';
import type { SlackContext } from '../bolt/context.ts';
import { plainView } from '../bolt/open-then-fill.ts';
import { isViewGone } from '../bolt/slack-error.ts';
import { publishHome } from '../home/home.ts';
import type { Looker } from './offer.ts';

/**
 * Says how it ended in the view that waits for it; to somebody who has closed that, in a message. Home shows it, too,
 * whichever way it was told.
 * @param text mrkdwn, foreign parts escaped
 */
export async function showOutcome(
  looker: Looker,
  { id, title, text }: { id: string; title: string; text: string },
  slack: SlackContext,
): Promise<void> {
  try {
    await say(looker, id, plainView(title, text), text);
  } finally {
    await redrawHome(looker, slack);
  }
}

async function say({ client, person }: Looker, id: string, view: ModalView, text: string): Promise<void> {
  try {
    await client.views.update({ view_id: id, view });
  } catch (error) {
    if (!isViewGone(error)) throw error;
    await client.chat.postMessage({ channel: person, text, blocks: view.blocks });
  }
}

/** A Home that is out of date says so the next time that it is opened: no reason to tell of trouble. */
export async function redrawHome({ client, team, person }: Looker, slack: SlackContext): Promise<void> {
  await publishHome(client, { team, person }, slack).catch((err) =>
    slack.log.warn({ team, err }, 'Home could not be brought up to date'),
  );
}
