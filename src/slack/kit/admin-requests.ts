import type { Actor } from '../../actor.ts';
import type { RequestReason } from '../../asks/limits.ts';
import type { Lifted } from '../../generations/credit-requests.ts';
import { plural } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { type Message, plainMessage } from './blocks/parts.ts';
import { channelMention, mention } from './blocks/text.ts';

/** Requests that people send to their admins, and what happens to them once an admin has changed the limits or the rules. */

/** What a person wants, by the reason of the request. Comes after a mention of the person. */
export const wants: Record<RequestReason, string> = {
  groups_unknown:
    'would like to make something with Deckhand, but Slack does not say which user groups they are in.',
  not_a_spender: 'would like to make something with Deckhand, but may not spend credits.',
  kind_closed: 'would like to make something with Deckhand that is not allowed here.',
  credits_of_person: 'would like to make more with Deckhand than the limit for a person allows this month.',
  credits_of_channel: 'would like to make more with Deckhand than the limit for a channel allows this month.',
  credits_of_team:
    'would like to make more with Deckhand than the limit for this workspace allows this month.',
  no_credits: 'would like to make something with Deckhand, but your team is out of credits.',
  guest: 'is a guest of this workspace and would like to use Deckhand, which is not open to guests.',
};

/** Tells people who had asked an admin that they may spend credits now, and closes their requests in the admins' direct messages. */
export async function tellLifted(
  { actor, client }: Acting,
  { generations, log }: Pick<SlackContext, 'generations' | 'log'>,
): Promise<void> {
  for (const lifted of await generations.tellLifted(actor.team))
    for (const { channel, ts } of lifted.requests)
      await client.chat
        .update({ channel, ts, ...handledMessage(actor.person, lifted) })
        .catch((err) => log.warn({ team: actor.team, err }, 'A request to an admin was not closed'));
}

/** Builds the message that replaces a request to admins once it is handled. @param admin id of the admin who handled it */
export function handledMessage(
  admin: string,
  { person, blocker, channel, limit }: Omit<Lifted, 'requests'>,
): Message {
  const credits = limit === null || limit === undefined ? 'no limit' : `${plural(limit, 'credit')} a month`;
  const given: Partial<Record<RequestReason, string>> = {
    credits_of_person: `${mention(person)} now has ${credits}.`,
    credits_of_channel: `${channelMention(channel ?? '')} now has ${credits}.`,
    credits_of_team: `The workspace now has ${credits}.`,
    guest: 'All guests of this workspace may use Deckhand now.',
  };
  const done = given[blocker] ?? `${mention(person)} may spend credits now.`;
  const text = `${mention(person)} ${wants[blocker]}\nHandled by ${mention(admin)}: ${done}`;
  return plainMessage(text);
}

export function requestText(isSent: boolean): string {
  return isSent
    ? 'Slack admins get a message with your request.'
    : 'You asked the Slack admins within the last day already.';
}

/** Asks the admins to let guests in. Returns the answer to the guest. */
export async function askForGuest(
  actor: Actor,
  { generations }: Pick<SlackContext, 'generations'>,
): Promise<string> {
  return `${requestText(await generations.askAdmins(actor, 'guest', undefined))} I’ll tell you once they let you in.`;
}
