import type { AdminNote } from '../../generations/delivery/admin-notes.ts';
import { plural, thousands } from '../../text.ts';
import { channelOf, clickValue, refreshHome, replaceMessage, reply } from '../bolt/answers/click.ts';
import type { SlackContext } from '../bolt/context.ts';
import { denialOfUse, NOT_FOR_GUESTS } from '../bolt/permissions/roles.ts';
import type { Click } from '../bolt/requests.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { askForGuest, requestText, wants } from '../kit/admin-requests.ts';
import {
  button,
  buttons,
  context,
  type Deployment,
  type Message,
  plainMessage,
  section,
  withWords,
} from '../kit/blocks/parts.ts';
import { channelMention, mention, serviceText } from '../kit/blocks/text.ts';
import { changeLimits, isBudget } from '../kit/copy/blocker-copy.ts';

/** Messages to admins about credits, and the buttons with which people ask an admin for credits. */

const teamRules = button('Workspace rules…', actions.teamRules, 'message', 'primary');

const allLimits = button('All limits…', actions.budget, 'message');

type Note<Kind extends AdminNote['kind']> = Extract<AdminNote, { kind: Kind }>;

/** Builds the message to admins when the team has used 80 or 100 % of its credits for the month. */
export function budgetReachedMessage({ percent, used, limit }: Note<'budget_reached'>): Message {
  const figures = `${thousands(Math.ceil(used))} of ${plural(limit, 'credit')} of this month are spent or reserved.`;
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

/** Builds the message to admins about a person's request for more credits or for the permission to spend credits. */
export function budgetRequestMessage(
  { person, blocker, ...reached }: Note<'budget_request'>,
  { serviceName }: Pick<Deployment, 'serviceName'>,
): Message {
  const text = `${mention(person)} ${wants[blocker]}`;
  const ofPerson = button('Change this person’s limit…', actions.addPersonException, person, 'primary');
  const { channel = '' } = reached;
  const ofChannel = button('Change this channel’s limit…', actions.addChannelException, channel, 'primary');
  const own = blocker === 'credits_of_person' ? ofPerson : channel && ofChannel;
  const next =
    blocker === 'no_credits'
      ? [
          section(
            `Add credits in the workspace at ${serviceText(serviceName)}, or connect another one with \`/deck connect\`.`,
          ),
        ]
      : buttons(...(own ? [own, allLimits] : [blocker === 'guest' ? teamRules : changeLimits]));
  const all =
    blocker === 'guest' ? ['The rule lets in *all guests* of this workspace, not only this person.'] : [];
  const lines = [text, ...all, ...figuresOf(reached)].join('\n');
  return { text, blocks: [section(lines), ...next, ...context('People ask at most once a day.')] };
}

/** Handles the button "Ask an admin" that guests see if they may not use Deckhand. Sends the admins a message. */
export async function askToOpenForGuests(click: Click, slack: SlackContext): Promise<void> {
  const denial = await denialOfUse('anyone', click, slack);
  if (denial !== NOT_FOR_GUESTS)
    return reply(click, denial ?? 'You can make documents now. Type `/deck` to begin.');
  await reply(click, await askForGuest(click.actor, slack));
  await refreshHome(click, slack);
}

/** Returns a line such as "Used or reserved this month: 12 of 20 credits. What they asked for takes about 10." Empty if there is no limit. */
function figuresOf({
  used = 0,
  limit,
  needed,
  channel,
}: Pick<Note<'budget_request'>, 'used' | 'limit' | 'needed' | 'channel'>): string[] {
  if (limit === undefined) return [];
  const where = channel ? ` in ${channelMention(channel)}` : '';
  const cost = needed === undefined ? '' : ` What they asked for takes about ${thousands(needed)}.`;
  return [
    `Used or reserved this month${where}: *${thousands(Math.ceil(used))} of ${plural(limit, 'credit')}*.${cost}`,
  ];
}

/** Builds the message for a person who had asked an admin. It says that the person may spend credits now. */
export function budgetLiftedMessage({ isGuest }: Pick<Note<'budget_lifted'>, 'isGuest'>): Message {
  const text = isGuest
    ? 'You can make documents now: a Slack admin has let guests in. Write to me what you want, or type `/deck` in a channel.'
    : 'Slack admins have changed the limits that you asked about. You can make something again.';
  const create = button('Create a deck', actions.create, 'message', 'primary');
  return { text, blocks: [section(text), ...buttons(create)] };
}

/** Handles the buttons "Ask an admin" and "Tell an admin": sends the admins a message, and tells the person whether it was sent. */
export async function askForCredits(click: Click, slack: SlackContext): Promise<void> {
  const [value = '', ...prompt] = (clickValue(click) ?? '').split(' ');
  const [reason = '', cost = ''] = value.split(':');
  const named = { blocker: reason };
  const isOut = reason === 'no_credits';
  const needed = /^\d{1,6}$/.test(cost) ? Number(cost) : undefined;
  const { blocker } = isBudget(named) ? named : { blocker: 'credits_of_person' as const };
  const why = isOut ? 'no_credits' : blocker;
  const text = requestText(await slack.generations.askAdmins(click.actor, why, channelOf(click), needed));
  await (click.body.view || isOut
    ? reply(click, text)
    : replaceMessage(click, withWords(plainMessage(text), prompt.join(' '))));
}
