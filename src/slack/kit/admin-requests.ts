import type { Actor } from '../../actor.ts';
import { leastLimit, type RequestReason } from '../../asks/limits.ts';
import type { Ask } from '../../asks/schema.ts';
import { type Defaults, defaultsSchema } from '../../defaults/defaults.ts';
import type { GuestRequest, Lifted } from '../../generations/credit-requests.ts';
import type { AdminNote, AskedAbout } from '../../generations/delivery/admin-notes.ts';
import type { Posted } from '../../generations/delivery/delivery.ts';
import type { TeamSettings } from '../../settings/team-settings.ts';
import { plural, thousands } from '../../text.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import {
  button,
  buttons,
  context,
  type Deployment,
  type Message,
  plainMessage,
  section,
} from './blocks/parts.ts';
import { channelMention, mention, serviceText } from './blocks/text.ts';
import { changeLimits } from './copy/blocker-copy.ts';
import { metadataIn } from './form/form.ts';

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

type Request = Omit<Extract<AdminNote, { kind: 'budget_request' }>, 'kind'>;

type Guests = TeamSettings['guests'];

/** Returns the button that opens the form with the workspace's rules, with the rule for guests already changed. */
export function guestsButton(guests: Guests, style?: 'primary') {
  const label = guests === 'yes' ? 'Let guests in…' : 'Shut guests out…';
  return button(label, actions.teamRules, `${GUESTS}${guests}`, style);
}

/** Returns the button that opens the form with the workspace's rules, with the rule about access already changed. */
export function accessButton(accessFor: TeamSettings['accessFor']) {
  const label = accessFor === 'workspace' ? 'Forbid sharing outside…' : 'Allow sharing outside…';
  return button(label, actions.teamRules, `${ACCESS}${accessFor}`);
}

/** Returns the button that opens the form with the workspace's rules and defaults, with these defaults already filled in. */
export function teamDefaultsButton(defaults: Partial<Defaults>) {
  return button('Workspace defaults…', actions.teamRules, `${DEFAULTS}${JSON.stringify(defaults)}`);
}

/** Returns the defaults that a button fills in; empty for buttons that fill in none. */
export function defaultsIn(value = ''): Partial<Defaults> {
  if (!value.startsWith(DEFAULTS)) return {};
  return defaultsSchema.safeParse(metadataIn(value.slice(DEFAULTS.length))).data ?? {};
}

const DEFAULTS = 'defaults=';

/** Returns the rule that a button chooses in the form; empty for buttons that choose none. */
export function ruleIn(value = ''): Partial<Pick<TeamSettings, 'guests' | 'accessFor'>> {
  const guests = (['yes', 'no'] as const).find((one) => value === `${GUESTS}${one}`);
  const accessFor = (['workspace', 'anybody'] as const).find((one) => value === `${ACCESS}${one}`);
  return { ...(guests && { guests }), ...(accessFor && { accessFor }) };
}

const GUESTS = 'guests=';
const ACCESS = 'access=';

const allLimits = button('All limits…', actions.budget, 'message');

/**
 * Builds the message to admins about a person's request for more credits or for the permission to spend credits.
 * @param changedBy id of the admin who has changed the limit since, but not by enough
 */
export function requestMessage(
  request: Request,
  { serviceName }: Pick<Deployment, 'serviceName'>,
  changedBy?: string,
): Message {
  const { person, blocker, also = [], channel = '' } = request;
  const ofPerson = button('Change this person’s limit…', actions.addPersonException, person, 'primary');
  const ofChannel = button('Change this channel’s limit…', actions.addChannelException, channel, 'primary');
  const reached = new Set([blocker, ...also.map((each) => each.blocker)]);
  const own = [
    ...(reached.has('credits_of_person') ? [ofPerson] : []),
    ...(reached.has('credits_of_channel') && channel ? [ofChannel] : []),
  ];
  // The button opens the form of the limits with the person added to those who may spend.
  const spender = button('Let this person spend…', actions.budget, `spender=${person}`, 'primary');
  const usual =
    blocker === 'guest'
      ? guestsButton('yes', 'primary')
      : blocker === 'not_a_spender'
        ? spender
        : changeLimits;
  const decline = button('Not this time', actions.declineRequest, `${person} ${blocker}`);
  const next =
    blocker === 'no_credits'
      ? [
          section(
            `Add credits in the workspace at ${serviceText(serviceName)}, or connect another one with \`/deck connect\`.`,
          ),
        ]
      : buttons(...(own.length > 0 ? [...own, allLimits] : [usual]), decline);
  const text = changedBy
    ? `:warning: *Still too low.* ${mention(changedBy)} has changed the limits, but ${askedText(request, true)}`
    : `${mention(person)} ${wants[blocker]}`;
  const more =
    blocker === 'guest'
      ? 'The rule lets in *all guests* of this workspace, not only this person. The button opens the rules with that chosen, and *Save* there lets them in.'
      : changedBy === undefined && askedText(request);
  const shown = [text, request.about && `It is about ${aboutText(request.about)}.`, more]
    .filter(Boolean)
    .join('\n');
  return {
    text,
    blocks: [section(shown), ...next, ...context('People ask at most once a day for the same reason.')],
  };
}

/** Returns a round limit that is at least a tenth higher. @param least the lowest limit that is enough */
export function withRoom(least: number): number {
  const step = 10 ** Math.max(1, Math.floor(Math.log10(Math.max(least, 1))));
  return Math.ceil((least * 1.1) / (step / 2)) * (step / 2);
}

const things: Record<AskedAbout['what'], string> = {
  presentation: 'slides',
  document: 'a document',
  webpage: 'a web page',
  social: 'a social post',
  image: 'a picture',
  edit: 'a change of a document',
};

/** Returns for example "slides from #revenue". Nothing about a private conversation but that it is one. */
function aboutText({ what, as, where }: AskedAbout): string {
  if (!where) return things[what];
  return `${things[what]} ${as} ${where === 'private' ? 'a private conversation' : channelMention(where)}`;
}

/**
 * Returns sentences such as "They have used 63 of 80 credits this month, and asked for about 40: 103 is the least that lets them go on, 150 leaves some room." If
 * several limits are too low, names each with the least that is enough.
 * @param isNamed whether the sentence names the person
 * @returns '' if the request is not about a limit
 */
export function askedText(
  { person, blocker, channel = '', used = 0, limit, needed, also = [] }: Request,
  isNamed = false,
): string {
  if (limit === undefined) return '';
  const who = isNamed ? mention(person) : 'they';
  const whose = (reached: string) => {
    if (reached === 'credits_of_person') return isNamed ? `${who} has` : 'They have';
    return reached === 'credits_of_channel' && channel
      ? `${channelMention(channel)} has`
      : 'This workspace has';
  };
  const usedOf = (reached: string, credits: number, most: number) =>
    `${whose(reached)} used *${thousands(Math.ceil(credits))} of ${plural(most, 'credit')}* this month`;
  const asked = blocker === 'credits_of_person' ? 'and asked' : `and ${who} asked`;
  const cost = needed === undefined ? '' : `, ${asked} for about ${thousands(needed)}`;
  const least = leastLimit({ used, needed });
  const others = also.map(
    (each) =>
      ` ${usedOf(each.blocker, each.used, each.limit)}: *${thousands(leastLimit({ ...each, needed }))}* is the least there.`,
  );
  const every = also.length > 0 ? ` All of these limits have to allow it.` : '';
  return `${usedOf(blocker, used, limit)}${cost}: *${thousands(least)}* is the least that lets them go on, *${thousands(withRoom(least))}* leaves some room.${others.join('')}${every}`;
}

/**
 * Tells people who had asked an admin that they can make now what they asked for. Closes their requests in the admins' direct messages.
 * If a limit was changed but is still too low for a request, the message about it says so and keeps its buttons.
 */
export async function settleRequests(
  { actor, client }: Acting,
  slack: Pick<SlackContext, 'generations' | 'log' | 'serviceName'>,
): Promise<void> {
  for (const { messages, ...settled } of await slack.generations.settleRequests(actor.team)) {
    const message =
      'lifted' in settled
        ? handledMessage(actor.person, settled.lifted)
        : requestMessage(settled.open, slack, actor.person);
    await updateRequests({ actor, client }, messages, message, slack);
  }
}

/** Updates the messages to admins about one request. */
export async function updateRequests(
  { actor, client }: Acting,
  messages: Posted[],
  message: Message,
  { log }: Pick<SlackContext, 'log'>,
): Promise<void> {
  for (const { channel, ts } of messages)
    await client.chat
      .update({ channel, ts, ...message })
      .catch((err) => log.warn({ team: actor.team, err }, 'A request to an admin was not updated'));
}

/** Builds the message that replaces a request to admins once it is handled. @param admin id of the admin who handled it */
export function handledMessage(admin: string, { person, blocker, channel, limit }: Lifted): Message {
  const credits = limit === null ? 'no limit' : `${plural(limit ?? 0, 'credit')} a month`;
  const given: Partial<Record<RequestReason, string>> =
    limit === undefined
      ? {}
      : {
          credits_of_person: `${mention(person)} now has ${credits}.`,
          credits_of_channel: `${channelMention(channel ?? '')} now has ${credits}.`,
          credits_of_team: `The workspace now has ${credits}.`,
        };
  const done =
    blocker === 'guest'
      ? 'All guests of this workspace may use Deckhand now.'
      : blocker === 'kind_closed'
        ? 'It is allowed for everybody now.'
        : (given[blocker] ?? `${mention(person)} may spend credits now.`);
  const text = `${mention(person)} ${wants[blocker]}\nHandled by ${mention(admin)}: ${done}`;
  return plainMessage(text);
}

/** Builds the message that replaces a request to admins once it is declined. @param admin id of the admin who declined it */
export function declinedMessage(
  admin: string,
  { person, blocker }: Pick<Request, 'person' | 'blocker'>,
): Message {
  return plainMessage(
    `${mention(person)} ${wants[blocker]}\nDeclined by ${mention(admin)}. ${mention(person)} gets a message.`,
  );
}

export function requestText(isSent: boolean): string {
  return isSent
    ? 'Slack admins get a message that you ask for this, without your words.'
    : 'You asked the Slack admins within the last day already. You can ask again tomorrow.';
}

/** Returns a message with a button that opens the form for a document. */
export function messageWithForm(text: string): Message {
  return {
    text,
    blocks: [section(text), ...buttons(button('Create a deck', actions.create, 'message', 'primary'))],
  };
}

/** What a person asked an admin for. It is kept with the guests' sentences, so that the person gets it back once it is allowed. */
export interface KeptAsk {
  ask: Ask | null;
  words: string;
  /** When the person asked the admins, in milliseconds since the epoch. */
  keptAt: number;
}

/** Begins the message to a guest who waited until guests are allowed. */
export const LET_IN = 'You can make documents now: a Slack admin has let guests in.';

const ONCE_A_DAY = 'The Slack admins get this from you at most once a day. You can ask again tomorrow.';

/** What a guest reads about their request to be let in. */
export const guestRequestText: Record<GuestRequest, string> = {
  open: 'You have asked the Slack admins. I’ll tell you once they let you in.',
  unanswered:
    'None of the Slack admins whom you have asked has answered yet. `ask an admin` asks them again.',
  declined: 'A Slack admin has declined your request. You can ask again tomorrow.',
};

/** Asks the admins to let guests in. Returns the answer to the guest. */
export async function askForGuest(
  actor: Actor,
  { generations }: Pick<SlackContext, 'generations'>,
): Promise<string> {
  const isSent = await generations.askAdmins(actor, 'guest', undefined);
  const request = await generations.guestRequest(actor);
  if (request === 'declined') return guestRequestText.declined;
  // A request that was erased may have reached the admins, but no message follows when they answer it.
  return isSent || request !== undefined
    ? `${requestText(isSent)} I’ll tell you once they let you in.`
    : ONCE_A_DAY;
}
