import { PERSON_ID } from '../../actor.ts';
import { requestReasons } from '../../asks/limits.ts';
import type { AdminNote } from '../../generations/delivery/admin-notes.ts';
import { plural, thousands } from '../../text.ts';
import { channelOf, clickValue, refreshHome, replaceMessage, reply } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { denialOfUse, NOT_FOR_GUESTS } from '../bolt/permissions/roles.ts';
import type { Click } from '../bolt/requests.ts';
import {
  askForGuest,
  declinedMessage,
  messageWithForm,
  requestText,
  updateRequests,
} from '../kit/admin-requests.ts';
import { buttons, context, type Message, plainMessage, section, withWords } from '../kit/blocks/parts.ts';
import { isChannel } from '../kit/blocks/text.ts';
import { changeLimits, isBudget } from '../kit/copy/blocker-copy.ts';

/** Messages to admins about credits, and the buttons with which people ask an admin for credits. */

type Note<Kind extends AdminNote['kind']> = Extract<AdminNote, { kind: Kind }>;

/** Builds the message to admins when the team has used 80 or 100 % of its credits for the month. */
export function budgetReachedMessage({ percent, used, limit }: Note<'budget_reached'>): Message {
  const figures = `${thousands(Math.ceil(used))} of ${plural(limit, 'credit')} of this month are spent.`;
  const text =
    percent < 100
      ? `This workspace has used ${percent} % of its limit: ${figures}`
      : `This workspace has reached its limit: ${figures} What needs more than is left is not made.`;
  return {
    text,
    blocks: [
      section(`:warning: ${text}`),
      ...buttons(changeLimits),
      ...context(
        'To Slack admins, once at 80 % and once at 100 % of a limit in a month. Months are those of UTC.',
      ),
    ],
  };
}

/** Handles the button "Ask an admin" that guests see if they may not use Deckhand. Sends the admins a message. */
export async function askToOpenForGuests(click: Click, slack: SlackContext): Promise<void> {
  const denial = await denialOfUse('anyone', click, slack);
  if (denial !== NOT_FOR_GUESTS)
    return reply(click, denial ?? 'You can make documents now. Type `/deck` to begin.');
  await reply(click, await askForGuest(click.actor, slack));
  await refreshHome(click, slack);
}

/** Builds the message for a person who had asked an admin and can make now what they asked for. */
export function budgetLiftedMessage(): Message {
  return messageWithForm('You can make now what you asked the Slack admins about.');
}

/** Builds the message for a person whose request an admin has declined. */
export function budgetDeclinedMessage({ isGuest }: Note<'budget_declined'>): Message {
  const can = isGuest ? '' : ' What fits your limit can be made as before.';
  return plainMessage(
    `A Slack admin has read your request, and it is a no this time. Nothing was spent.${can} If it matters, talk to an admin, or ask again tomorrow.`,
  );
}

/** Handles the button "Not this time" in a request to admins: closes the request for all admins, and tells the person. */
export async function declineRequest(click: Click, slack: SlackContext): Promise<void> {
  const [person = '', reason] = (clickValue(click) ?? '').split(' ');
  const blocker = requestReasons.find((each) => each === reason);
  if (!PERSON_ID.test(person) || !blocker) return;
  const { team } = click.actor;
  const messages = await slack.generations.declineRequest({ team, person }, blocker === 'guest');
  if (!messages) return reply(click, 'This request was answered already.');
  await slack.audit.record({
    ...{ ...click.actor, what: 'request declined', object: `${person} ${blocker}`, via: 'message' },
  });
  await updateRequests(click, messages, declinedMessage(click.actor.person, { person, blocker }), slack);
}

/** Handles the buttons "Ask an admin" and "Tell an admin": sends the admins a message, and tells the person whether it was sent. */
export async function askForCredits(click: Click, slack: SlackContext): Promise<void> {
  const [value = '', ...prompt] = (clickValue(click) ?? '').split(' ');
  const [reason = '', cost = '', where] = value.split(':');
  const named = { blocker: reason };
  const isOut = reason === 'no_credits';
  const needed = /^\d{1,6}$/.test(cost) ? Number(cost) : undefined;
  const { blocker } = isBudget(named) ? named : { blocker: 'credits_of_person' as const };
  const why = isOut ? 'no_credits' : blocker;
  const channel = await channelIn(where, click, slack);
  const text = requestText(await slack.generations.askAdmins(click.actor, why, channel, needed));
  await (click.body.view || isOut
    ? reply(click, text)
    : replaceMessage(click, withWords(plainMessage(text), prompt.join(' '))));
}

/**
 * Returns the conversation of the refused ask, from the button's value. A value can be forged, so a channel counts only if the person is in it.
 * @returns the conversation in which the person clicked, if the button names none
 */
async function channelIn(
  named: string | undefined,
  click: Click,
  slack: SlackContext,
): Promise<string | undefined> {
  const here = channelOf(click);
  if (!named || named === here) return here;
  if (!isChannel(named)) return undefined;
  return (await slack.isMember(click, named)) ? named : undefined;
}
