import { PERSON_ID } from '../../actor.ts';
import { requestReasons } from '../../asks/limits.ts';
import type { Ask } from '../../asks/schema.ts';
import type { AdminNote, AskedAbout } from '../../generations/delivery/admin-notes.ts';
import { plural, thousands } from '../../text.ts';
import { channelOf, clickValue, refreshHome, replaceMessage, reply } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { denialOfUse, NOT_FOR_GUESTS } from '../bolt/permissions/roles.ts';
import type { Click } from '../bolt/requests.ts';
import {
  askForGuest,
  declinedMessage,
  type KeptAsk,
  requestText,
  updateRequests,
} from '../kit/admin-requests.ts';
import { buttons, context, type Message, plainMessage, section, withWords } from '../kit/blocks/parts.ts';
import { isChannel } from '../kit/blocks/text.ts';
import { changeLimits, isBudget } from '../kit/copy/blocker-copy.ts';
import { conversationPorts } from '../kit/lookups/conversation.ts';

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

/** Builds the message for a person whose request an admin has declined. */
export function budgetDeclinedMessage(): Message {
  return plainMessage(
    'A Slack admin has declined your request this time. Nothing was spent. If it matters, talk to an admin, or ask again tomorrow.',
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
  if (blocker !== 'guest') await slack.keptAsks.delete({ team, person });
  await updateRequests(click, messages, declinedMessage(click.actor.person, { person, blocker }), slack);
}

/** Handles the buttons "Ask an admin" and "Tell an admin": sends the admins a message, and tells the person whether it was sent. */
export async function askForCredits(click: Click, slack: SlackContext): Promise<void> {
  const [value = '', ...prompt] = (clickValue(click) ?? '').split(' ');
  const [reason = '', cost = '', where, ...id] = value.split(':');
  const named = { blocker: reason };
  const isOut = reason === 'no_credits';
  const needed = /^\d{1,6}$/.test(cost) ? Number(cost) : undefined;
  const { blocker } = isBudget(named) ? named : { blocker: 'credits_of_person' as const };
  const why = isOut ? 'no_credits' : blocker;
  const channel = await channelIn(where, click, slack);
  const ask = await slack.proposals.find(click.actor, id.join(':'));
  const about = ask && (await aboutOf(ask, click));
  const words = prompt.join(' ');
  const isSent = await slack.generations.askAdmins(click.actor, why, channel, needed, about ?? undefined, {
    work: ask?.work,
    isGuest: (await slack.roleOf(click)) === 'guest',
  });
  // The person gets the card of what the admins were asked about.
  const kept: KeptAsk = { ask, words, keptAt: slack.clock.now() };
  if (isSent && !isOut && (ask || words.trim())) await slack.keptAsks.set(click.actor, kept);
  const text = requestText(isSent);
  await (click.body.view || isOut
    ? reply(click, text)
    : replaceMessage(click, withWords(plainMessage(text), words)));
}

/** Returns what admins may read about an ask: its kind and a public channel. A conversation that Slack does not show counts as private. */
async function aboutOf(
  { work, format, source, destination }: Ask,
  { client, actor: { team } }: Click,
): Promise<AskedAbout> {
  const what = work.kind === 'image' || work.kind === 'edit' ? work.kind : format;
  const isSource = 'channel' in source;
  const channel = isSource ? source.channel : destination.channel;
  const as = isSource ? 'from' : 'for';
  if (!isSource && !isChannel(channel)) return { what, as };
  const { conversation } = conversationPorts(async () => client);
  const found = await conversation(team, channel, AbortSignal.timeout(LOOK_UP_MS)).catch(() => 'unknown');
  const isPublic = typeof found !== 'string' && !found.isPrivate;
  return { what, as, where: isPublic ? channel : 'private' };
}

/** Timeout for looking up a channel, in milliseconds. */
const LOOK_UP_MS = 3_000;

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
