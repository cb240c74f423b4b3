import { clip } from '../../text.ts';
import { clickValue, replaceMessage } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { context, type Message, plainMessage, section } from './blocks/parts.ts';
import { oneLine } from './blocks/text.ts';

/** Answers a click on the card of a proposal that is no longer good. */

/** Text that replaces a clicked card if its proposal was used or discarded before, or has expired. */
export const GONE =
  'This card is no longer good: it was answered, or it is older than a day. Write the sentence again to have it made.';

/** Maximum number of characters of a card's words that are repeated. */
const WORDS = 500;

/** Returns the message that replaces a card that is no longer good. Repeats what the card said, unless it was ephemeral. */
export function goneMessage({ body }: Pick<Click, 'body'>): Message {
  const [, said] = /\? (.+)$/s.exec(body.message?.text ?? '') ?? [];
  // The words are escaped already, so an escaped character that is cut in two is left out.
  const words = said && clip(oneLine(said), WORDS).replace(/&\w*(?=…?$)/, '');
  return { text: GONE, blocks: [section(GONE), ...context(words && `It said: ${words}`)] };
}

/** Text that replaces a clicked card if the person has changed it in words, and the old card could not be deleted. */
const REPLACED =
  'You changed this card, so its buttons do nothing. The newest card is below, unless you have answered it.';

/** Replaces a clicked card that is no longer good by the reason. */
export async function replaceGone(click: Click, slack: SlackContext): Promise<void> {
  const isReplaced = await slack.openCards.wasReplaced(click.actor, clickValue(click) ?? '');
  await replaceMessage(click, isReplaced ? plainMessage(REPLACED) : goneMessage(click));
}
