import type { Blocker, CatalogueBlocker, ConnectionBlocker, WorkBlocker } from '../../../asks/admission.ts';
import {
  type AskLimit,
  type BudgetBlocker,
  budgetReasons,
  type DigestLimit,
  isOnlyReserved,
} from '../../../asks/limits.ts';
import { type Ask, isDirectMessageId } from '../../../asks/schema.ts';
import type { TeamSettings } from '../../../settings/team-settings.ts';
import type { SourceReason } from '../../../sources/problem.ts';
import { clip, listOf, plural, thousands } from '../../../text.ts';
import { actions } from '../../bolt/routes/action-ids.ts';
import { button, buttonValue, type Deployment } from '../blocks/parts.ts';
import { mention, serviceText } from '../blocks/text.ts';
import type { FieldErrors } from '../form/form.ts';
import { failureCopy } from './failure-copy.ts';

/** Sentences about blockers: why an ask cannot be made, and what a person can do next. */

type BlockerOf<Part extends Blocker['part']> = Extract<Blocker, { part: Part }>;
/** The source and the destination of an ask. Some sentences mention them. */
type Places = Pick<Ask, 'source' | 'destination'>;

/**
 * Functions that return the sentence about a blocker, by the blocked part of the ask. Only sentences about a conversation may be mrkdwn. If
 * a sentence is shown as mrkdwn, the caller passes an escaped `serviceName`.
 */
export type BlockerTexts = {
  [Part in Blocker['part']]: (found: BlockerOf<Part>, places: Places, deployment: Deployment) => string;
};

const blockerTexts: BlockerTexts = {
  connection: ({ blocker }, _, { serviceName }) =>
    `${connectionFault(blocker, serviceName)} ${connectionRemedy[blocker]}`,
  work: (found) => (isBudget(found) ? budgetText(found) : workTexts[found.blocker]),
  words: ({ characters, counted }, _, { serviceName }) =>
    `Shorten ${listOf(counted)} by ${plural(characters, 'character')}${counted.length > 1 ? ' in all' : ''}: ${serviceName} takes no more.`,
  theme: ({ blocker }) => catalogueTexts[blocker],
  template: ({ blocker }) => catalogueTexts[blocker],
  folder: ({ blocker }) => catalogueTexts[blocker],
  source: (found, { source }, deployment) =>
    'channel' in source && found.blocker !== 'source_too_long'
      ? threadProblem(found.blocker, source, deployment)
      : fileText(found),
  destination: ({ blocker }, { destination }, deployment) => threadProblem(blocker, destination, deployment),
  access: () =>
    'Your Slack admins don’t allow access for people outside. Choose No access, and leave the email addresses empty.',
};

/** Line of cards and results whose ask gave people outside access, which the team's rule took away. */
export const NOT_SHARED_OUTSIDE = 'Not shared outside, because your Slack admins don’t allow it.';

/** Returns the sentence about a blocker. @param own functions of one form or message, which replace functions of `blockerTexts` */
export function blockerText(
  found: Blocker,
  places: Places,
  deployment: Deployment,
  own: Partial<BlockerTexts> = {},
): string {
  const text = { ...blockerTexts, ...own }[found.part];
  // Remove `<`, `>` and `&` instead of escaping them, because forms show the sentence as plain text, and messages show it as mrkdwn.
  const which = 'file' in found ? `“${clip(found.file?.replace(/[<>&]/g, '') ?? '', 80)}”: ` : '';
  // The cast is needed because TypeScript cannot tell that the function for a part accepts the blockers of that part.
  return which + text(found as never, places, deployment);
}

/** How a form shows blockers: at which field, and with which sentence. */
export interface BlockerForm {
  /** Returns the field at which the form shows a blocker as an error; undefined if the form ignores the blocker. */
  fieldOf(found: Blocker, places: Places): { id: string } | undefined;
  /** Functions for sentences of this form, which replace functions of `blockerTexts`. */
  texts?: Partial<BlockerTexts>;
}

/** Returns blockers as error messages of form fields. If several blockers belong to one field, only the first one is shown. */
export function blockerErrors(
  blockers: Blocker[],
  places: Places,
  { fieldOf, texts }: BlockerForm,
  deployment: Deployment,
): FieldErrors {
  const errors = blockers.flatMap((found) => {
    const field = fieldOf(found, places);
    return field ? [[field.id, blockerText(found, places, deployment, texts)] as const] : [];
  });
  return Object.fromEntries(errors.reverse());
}

/** Returns what is wrong with the team's connection to the service, as plain text. */
function connectionFault(blocker: ConnectionBlocker, service: string): string {
  const faults: Record<ConnectionBlocker, string> = {
    unconnected: `Deckhand is not connected to ${service}, so nothing can be made.`,
    expired: `The connection to ${service} has to be renewed before anything can be made.`,
    key_refused: `The key that Deckhand has for ${service} is refused, so nothing can be made.`,
  };
  return faults[blocker];
}

const connectionRemedy: Record<ConnectionBlocker, string> = {
  unconnected: 'A Slack admin can connect it with /deck connect.',
  expired: 'A Slack admin can renew it with /deck connect.',
  key_refused: 'Whoever runs Deckhand has to renew it.',
};

/** Sentences that say which limit a person, channel or team has reached, as plain text. */
export const limitTexts: Record<AskLimit | DigestLimit, string> = {
  too_much_under_way:
    'Deckhand is making as much for this workspace as it makes for one at once. Nothing was spent; ask again when some of it is done.',
  asks_under_way:
    'You have as much under way as one person may have at once. Nothing was spent; ask again when some of it is done.',
  asks_per_hour:
    'You have asked for as much as one person may in an hour. Nothing was spent; try again later.',
  digests_of_person:
    'You have as many digests as one person may have. /deck digests lists them; delete one first.',
  digests_in_channel:
    'This channel has as many digests as a channel may have. /deck digests lists them there; one has to be deleted first.',
};

const whose = {
  credits_of_person: 'You have used',
  credits_of_channel: 'This channel has used',
  credits_of_team: 'This workspace has used',
};

export function isBudget(found: { blocker: string }): found is BudgetBlocker {
  return budgetReasons.some((reason) => reason === found.blocker);
}

const closedTexts = {
  not_a_spender:
    'Only some people may spend credits with Deckhand here, and you are not one of them; Slack admins choose who may.',
  groups_unknown:
    'Only some people may spend credits with Deckhand here, and Slack did not say whether your user groups are among them; try again in a minute.',
  kind_closed:
    'Slack admins have turned this kind of work off here. They can turn it on again in their limits.',
};

/** Returns why an ask may not spend credits, as plain text. @param isAdmin true if the reader can change the limits */
export function budgetText(found: BudgetBlocker, isAdmin = false): string {
  if (!('limit' in found)) {
    return closedTexts[found.blocker];
  }
  const guess = found.isGuess ? ' (a first guess, because nothing like it was made here yet)' : '';
  const cost = found.needed === undefined ? [] : [`this takes about ${thousands(found.needed)}${guess}`];
  const used = usedText(whose[found.blocker], found, cost);
  if (!hasNextStep(found)) return `${used}. Try again when those asks are done.`;
  const others = (found.also ?? []).map((each) => `. ${usedText(whose[each.blocker], each)}`).join('');
  const limits = others ? 'the limits' : 'the limit';
  const next = isAdmin ? `you can raise ${limits}` : `Slack admins can raise ${limits} on Deckhand’s Home`;
  return `${used}${others}; ${next}.`;
}

/** Returns true if the person can do something about it. Returns false if they only have to wait for asks under way. */
export function hasNextStep(found: BudgetBlocker): boolean {
  return !('limit' in found && isOnlyReserved(found));
}

/** Sentences of forms for an ask. `sendRefusal` sends the direct message that the sentence about credits mentions. */
export const formTexts: Pick<BlockerTexts, 'work'> = {
  work(found) {
    if (!isBudget(found)) return workTexts[found.blocker];
    return `${budgetText(found)}${hasNextStep(found) ? ' I sent you a direct message with a button for it.' : ''}`;
  },
};

interface Used {
  /** Credits that were spent or reserved in this month. */
  used: number;
  /** The part of `used` that is only reserved. */
  reserved: number;
  limit: number | null;
}

/** Returns a text such as "You have used 12 of 40 credits this month, and 24 are reserved for asks under way". @param more further parts */
function usedText(begin: string, { used, reserved, limit }: Used, more: string[] = []): string {
  const spent = Math.ceil(used - reserved);
  const of = limit === null ? plural(spent, 'credit') : `${thousands(spent)} of ${plural(limit, 'credit')}`;
  const open = Math.ceil(reserved);
  const parts = [
    `${begin} ${of} this month`,
    ...(open > 0 ? [`${thousands(open)} ${open === 1 ? 'is' : 'are'} reserved for asks under way`] : []),
    ...more,
  ];
  const last = parts.pop();
  return parts.length > 0 ? `${parts.join(', ')}, and ${last}` : `${last}`;
}

/** Returns what a person has used of their limit, for that person. */
export function ownCreditsText(spent: Used): string {
  const none = spent.limit === null ? ' There is no limit for you.' : '';
  return `${usedText(whose.credits_of_person, spent)}.${none}`;
}

/** Returns a sentence with the kinds of work that admins have turned off, after a space; empty if there are none. */
export function closedKinds({ spendOn }: Pick<TeamSettings, 'spendOn'>): string {
  const off = KINDS.filter(([kind]) => !spendOn.includes(kind)).map(([, name]) => name);
  return off.length > 0 ? ` Turned off here: ${listOf(off)}.` : '';
}

const KINDS = [
  ['quick', 'quick documents'],
  ['thorough', 'thorough documents'],
  ['picture', 'pictures'],
  ['digest', 'digests'],
] as const;

/** Returns what the whole workspace has used of its limit, and what is left of a limit, for admins. */
export function teamCreditsText(spent: Used): string {
  if (spent.limit === null) return `${usedText(whose.credits_of_team, spent)}.`;
  const left = Math.max(0, Math.floor(spent.limit - spent.used));
  return `${usedText(whose.credits_of_team, spent)}: ${thousands(left)} ${left === 1 ? 'is' : 'are'} left of its limit.`;
}

/** Returns true if a blocker's sentence reveals how much the asker has used. Only the asker may see such a sentence. */
export function isLimit(found: { blocker: string }): boolean {
  return isBudget(found) || found.blocker in limitTexts;
}

/** Error message for a workflow's author if a limit blocks a step. It does not reveal how much the person has spent or asked for. */
export const STEP_LIMIT =
  'A limit for documents does not allow this one, so nothing was made. The person whom the step names gets the details in a direct message.';

const workTexts: Record<WorkBlocker, string> = {
  no_thorough_webpage:
    'Web pages are only made quickly. Ask for one without “thorough”, or choose another format.',
  theme_beside_template:
    'Made thoroughly, a template keeps its own theme. Leave out the theme or the template, or have it made quickly.',
  ...limitTexts,
};

const catalogueTexts: Record<CatalogueBlocker, string> = {
  theme_gone: 'This theme no longer exists. Choose another, or leave it empty.',
  template_closed:
    'This template is no longer there, or it is a document that you cannot open. Choose another, or leave it empty.',
  template_private:
    'This document is of a private conversation. One like it is posted there or made just for you. Choose that, or another template.',
  folder_gone: 'This folder no longer exists. Choose another, or leave it empty.',
};

function fileText(found: BlockerOf<'source'>): string {
  if (found.blocker === 'source_too_long') {
    const [has, fit] = [found.characters, found.fit].map(thousands);
    return `There is too much text: ${has} characters; ${fit} fit. Shorten it, or split it.`;
  }
  if (found.blocker === 'source_empty') return 'There is no text in this file.';
  if (found.blocker === 'source_unreadable')
    return 'Deckhand could not read this file. Attach it again, or paste its text into the first field.';
  const { what, next } = failureCopy(reasonOf(found.blocker), '');
  return `${what} ${next}`;
}

export const CONVERSATION_UNKNOWN =
  'Slack did not say in time whether you may use this conversation. Nothing was spent; press Create again.';
export const TEMPLATE_UNKNOWN =
  'Deckhand could not find out whether you may use this template. Choose it again, or try again in a moment.';

/**
 * Returns the warning that the team's connection to the service is missing or broken, as mrkdwn.
 * @param adminsToAsk ids of admins who can repair the connection; undefined if the reader can repair it
 */
export function connectionNotice(
  blocker: ConnectionBlocker,
  adminsToAsk: string[] | undefined,
  deployment: Deployment,
): string {
  const service = serviceText(deployment.serviceName);
  if (blocker === 'key_refused') return `:warning: ${keyRefused(service)}`;
  return `:warning: ${connectionFault(blocker, service)}${adminsToAsk ? ` ${whomToAsk(adminsToAsk)}` : ''}`;
}

/** Returns the sentence, as mrkdwn, about an API key that the service refuses. @param service the service's name, already escaped */
export function keyRefused(service: string): string {
  return `*The key that Deckhand has for ${service} is refused*, so nothing can be made. Whoever runs Deckhand has to renew it.`;
}

export function whomToAsk(admins: string[], toDo = 'connect it with `/deck connect`'): string {
  const names = admins.map(mention);
  const who = names.length > 0 ? ` (${names.join(', ')})` : '';
  return `A Slack admin${who} can ${toDo}.`;
}

export const changeLimits = button('Change limits…', actions.budget, 'message', 'primary');

/** Returns the button that shows the link for connecting the team to the service. */
export function connectButton({ serviceName }: Deployment) {
  return button(`Connect to ${serviceName}`, actions.connect, 'form', 'primary');
}

/** Returns the button "Ask an admin". @param words text that the person typed, which is shown again after the click */
export function askAdminButton(words = '') {
  return button('Ask an admin', actions.askAdmin, buttonValue(words), 'primary');
}

type SourceBlocker = BlockerOf<'source'>['blocker'];

/**
 * Returns why the conversation of an ask cannot be used, and what to do next.
 * @param deployment `serviceName` must be escaped if the result is shown as mrkdwn
 */
export function threadProblem(
  found: SourceBlocker | SourceReason,
  { channel }: { channel: string },
  { serviceName, optOutReaction }: Deployment,
): string {
  const reason = reasonOf(found);
  if (reason === 'not_in_channel' && isDirectMessageId(channel)) return BETWEEN_PEOPLE;
  // `channel_gone` may mean a private channel, because Slack reports a private channel without Deckhand as missing.
  if (found === 'channel_gone') return PRIVATE_CHANNEL;
  const { what, next } = failureCopy(reason, serviceName, { optOutReaction });
  return `${what} ${next}`;
}

function reasonOf(found: SourceBlocker | SourceReason): SourceReason {
  switch (found) {
    case 'channel_gone':
    case 'uninstalled':
      return 'not_in_channel';
    case 'recipient_outside':
      return 'private_elsewhere';
    default:
      return found;
  }
}

const BETWEEN_PEOPLE =
  "I can't read direct messages between people. Paste what matters into `/deck`, or bring the talk to a channel.";
const PRIVATE_CHANNEL =
  "I'm not in this private channel yet. Type `/invite @Deckhand` there, then try again.";
