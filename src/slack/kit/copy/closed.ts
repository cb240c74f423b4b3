import { talkIn } from '../../../asks/mention/talk.ts';
import type { Log } from '../../../log.ts';
import type { Acting } from '../../bolt/permissions/permissions.ts';
import { adminsToAsk, NOT_FOR_GUESTS } from '../../bolt/permissions/roles.ts';
import { actions } from '../../bolt/routes/action-ids.ts';
import { button, buttons, type Deployment, type Message, plainMessage, section } from '../blocks/parts.ts';
import { serviceText } from '../blocks/text.ts';
import { whomToAsk } from './blocker-copy.ts';

export interface Closed {
  /** Why a person may not use Deckhand, as plain text. */
  why: string;
  /** Ids of up to two admins who can open Deckhand to guests. Empty if the person is not a guest. */
  admins: string[];
}

/** Looks up the admins whom a guest can ask. @param why see `Closed` */
export async function closedTo({ client, actor }: Acting, why: string, log: Log): Promise<Closed> {
  const admins = why === NOT_FOR_GUESTS ? await adminsToAsk({ client, team: actor.team }, log) : [];
  return { why, admins: admins.slice(0, 2) };
}

/**
 * Returns the answer to a person who may not use Deckhand: the reason, and for a guest also the admins to ask.
 * @param mrkdwn what the person typed. A guest gets answers to "help", "thanks", "why not?" and "who can allow it?"
 */
export function closedAnswer(mrkdwn: string, { why, admins }: Closed, { serviceName }: Deployment): Message {
  if (why !== NOT_FOR_GUESTS) return plainMessage(why);
  const words = mrkdwn.replace(/<@[^>]*>/g, '').trim();
  const talk = talkIn(words);
  const whoAllows = whomToAsk(admins, 'allow it with `/deck settings`');
  if (talk === 'thanks') return plainMessage('You’re welcome!');
  if (talk === 'question' || words.length <= SHORT) {
    if (WHY.test(words)) return plainMessage(BECAUSE);
    if (WHO.test(words)) return plainMessage(whoAllows);
  }
  const help = [
    `*Deckhand makes presentations, documents, web pages and social posts with ${serviceText(serviceName)}.*`,
    `It is not open to guests of this workspace, because it spends the workspace’s credits. ${whoAllows}`,
    'You can open what is posted in your conversations. Deckhand’s Home keeps your messages out of documents, and `/deck settings` sends or erases what Deckhand keeps about you.',
  ];
  const isHelp = talk === 'help' || talk === 'greeting';
  const text = isHelp ? help.join('\n') : `Deckhand is not open to guests of this workspace. ${whoAllows}`;
  return { text, blocks: [section(text), ...buttons(askButton)] };
}

const askButton = button('Ask an admin', actions.askToOpenForGuests, 'guest');
const BECAUSE =
  'Making documents spends this workspace’s credits, so guests can do it only once a Slack admin allows it.';
/** Maximum length of a text that counts as a question without a question mark, in characters. Longer texts get the general answer. */
const SHORT = 40;
const WHY = /^\W*(?:(?:but|and|so|ok|oh|hm+)\W+)*(?:why|how come)\b/i;
const WHO =
  /^\W*(?:(?:but|and|so|ok|oh|hm+)\W+)*(?:whom?|which admin|how (?:can|could|do) i|can you let me in)\b/i;
