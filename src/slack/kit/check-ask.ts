import type { Admission, Blocker, Joining } from '../../asks/admission.ts';
import { closedOutside, givesOutside } from '../../asks/document-access.ts';
import type { BudgetBlocker } from '../../asks/limits.ts';
import type { Ask } from '../../asks/schema.ts';
import { outlineOf } from '../../asks/sections.ts';
import { splitPrompt } from '../../asks/wishes.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import type { Role } from '../bolt/permissions/roles.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { askPhrases, closerPhrases } from './ask-fields/ask-form.ts';
import { button, buttons, buttonValue, type Message, plainMessage, section } from './blocks/parts.ts';
import { channelMention, isChannel, serviceText } from './blocks/text.ts';
import {
  type BlockerTexts,
  blockerText,
  budgetText,
  changeLimits,
  hasNextStep,
  isBudget,
  threadProblem,
} from './copy/blocker-copy.ts';
import { notConnectedMessage } from './not-connected.ts';

/** Checks whether an ask that came without a form, such as a sentence, may be made. Builds the response if it is blocked. */

/** Timeout of the checks of an ask from files, in milliseconds, so that one person's large files do not delay other people's sentences. */
const FILES_WITHIN_MS = 15_000;

/** Checks whether an ask may be made. The asker must be a member of the destination channel, because a sentence can name any channel. */
export function admitAsk(ask: Ask, joining: Joining, slack: SlackContext): Promise<Admission> {
  const { destination, source } = ask;
  const membersOnly = isChannel(destination.channel) && !destination.threadTs;
  const limit = source.kind === 'file' ? { withinMs: FILES_WITHIN_MS } : {};
  return slack.admit(ask, { joining, membersOnly, ...limit });
}

/** Returns the ask without access that the team's rule forbids. A card then says so. */
export function withAllowedAccess(ask: Ask, { isClosedOutside }: Admission): Ask {
  return isClosedOutside && givesOutside(ask.sharing) ? closedOutside(ask) : ask;
}

/**
 * Returns the ask as a card shows it: without forbidden access, with the length of its files, and with an outline of one slide for each
 * section of its text. Adds no outline if the text has no sections to keep.
 */
export function asProposed(ask: Ask, admission: Admission): Ask {
  const allowed = withAllowedAccess(ask, admission);
  if (ask.source.kind !== 'file') return { ...allowed, outline: outlineOf(ask, splitPrompt(ask).content) };
  const { text = '' } = admission;
  return { ...allowed, outline: outlineOf(ask, text), characters: text.length || undefined };
}

/** Checks whether an ask may be made. Returns the response to the asker if the ask is blocked; undefined if the ask may be made. */
export async function checkAsk(
  ask: Ask,
  acting: Acting,
  slack: SlackContext,
  joining: Joining,
  shown: Parameters<typeof blockedAnswer>[4] = {},
): Promise<Message | undefined> {
  return blockedAnswer(await admitAsk(ask, joining, slack), ask, acting, slack, shown);
}

/** Parts whose blockers block no ask without a form: saved defaults can name a theme or folder that is gone, and access is left out. */
const NOT_BLOCKING: Blocker['part'][] = ['theme', 'folder', 'access'];

/**
 * Returns the first blocker of an ask. A limit comes last: more credits do not help a person who is not in the channel, and a card that is
 * kept for a limit would say how much was written there.
 */
export function firstBlocker({ blockers }: Admission) {
  const blocking = blockers.filter(({ part }) => !NOT_BLOCKING.includes(part));
  return blocking.find((one) => !('limit' in one)) ?? blocking[0];
}

/** Returns the limit of credits that an ask would exceed. Returns undefined if it exceeds none, or if something else blocks it first. */
export function limitOf(admission: Admission) {
  const first = firstBlocker(admission);
  return first?.part === 'work' && 'limit' in first ? first : undefined;
}

/**
 * Returns a message that says why an ask cannot be made and what to do; undefined if the ask is not blocked.
 * @param shown.words what the person typed. Without it, the message keeps the topic and the choices of the ask
 * @param shown.isLasting true if the message stays visible longer than a connect link is valid
 * @param shown.kept if set, or without the words, an ask that a limit blocks is saved as a proposal (with this origin). *Ask an admin* then keeps it
 * @throws the error of a check that did not finish
 */
export async function blockedAnswer(
  admission: Admission,
  ask: Ask,
  acting: Acting,
  slack: SlackContext,
  shown: { words?: string; isLasting?: boolean; kept?: { origin: string | undefined } } = {},
): Promise<Message | undefined> {
  const first = firstBlocker(admission);
  if (first?.part === 'connection') {
    return notConnectedMessage(first.blocker, acting, slack, shown);
  }
  if (first) {
    const deployment = { ...slack, serviceName: serviceText(slack.serviceName) };
    const role = first.blocker === 'not_a_member' ? await slack.roleOf(acting) : undefined;
    const text = blockerText(first, ask, deployment, textsFor(admission, role));
    if (!isBudget(first)) return plainMessage(text);
    const reader = await slack.roleOf(acting);
    const isKept = (shown.kept || shown.words === undefined) && reader !== 'admin' && hasNextStep(first);
    const proposal = isKept ? await slack.proposals.save(ask, shown.kept) : '';
    return budgetMessage(first, shown.words ?? wordsFor(ask), reader, proposal);
  }
  // Ignore checks of these parts that did not finish. For example, the generation reads and checks a file again.
  const ignored = [...NOT_BLOCKING, ...(ask.source.kind === 'file' ? ['source'] : [])];
  const error = admission.unanswered.find(({ part }) => !ignored.includes(part));
  if (error) throw error.error;
  return undefined;
}

/**
 * Sends the person the message about a limit of credits that refused their form, because an error in a form cannot hold its button. Does
 * nothing if something else refused the form, or if the person only has to wait.
 * @param form id of the view. The message is sent once for each form
 */
export async function sendRefusal(
  admission: Admission,
  ask: Ask,
  acting: Acting,
  form: string,
  slack: SlackContext,
): Promise<void> {
  const { team, person } = acting.actor;
  const first = firstBlocker(admission);
  if (!first || !isBudget(first) || !hasNextStep(first)) return;
  if (!(await slack.once(team, `refused:${person}:${form}`, REFUSED_WITHIN_MS))) return;
  const proposal = await slack.proposals.save(ask);
  const message = budgetMessage(first, wordsFor(ask), await slack.roleOf(acting), proposal);
  await acting.client.chat
    .postMessage({ channel: person, ...message })
    .catch((err) => slack.log.warn({ team, err }, 'The message about a refused form was not sent'));
}

/** Milliseconds within which a form gets only one message about its refusal. It is longer than a form stays open. */
const REFUSED_WITHIN_MS = 24 * 60 * 60_000;

/** Returns words that make the same ask again. For a change, a file or a conversation, returns only the prompt, because the card stays. */
function wordsFor(ask: Ask): string {
  const { prompt, source, work } = ask;
  if (work.kind === 'edit' || source.kind !== 'text') return prompt;
  if (work.kind === 'image') return `picture of ${prompt}`;
  const [what, ...choices] = [...askPhrases(ask), ...closerPhrases(ask)];
  return [`${what} about ${prompt}`, ...choices].join(', ');
}

/**
 * Returns the message which says that an ask may not spend credits. An admin gets a button to change the limits, others to ask an admin,
 * unless they only have to wait.
 * @param words what the person typed
 * @param proposal id of the ask, if it is saved
 */
export function budgetMessage(found: BudgetBlocker, words: string, role: Role, proposal = ''): Message {
  const text = budgetText(found, role === 'admin');
  const needed = 'needed' in found && found.needed ? Math.ceil(found.needed) : '';
  const channel = ('limit' in found && found.channel) || '';
  const value = buttonValue(`${found.blocker}:${needed}:${channel}:${proposal} ${words}`);
  const askAdmin = hasNextStep(found) ? button('Ask an admin', actions.askForCredits, value) : undefined;
  return { text, blocks: [section(text), ...buttons(role === 'admin' ? changeLimits : askAdmin)] };
}

/** Texts that messages show for a blocker. They may link to a channel, unlike the errors of a form, because only messages show mrkdwn. */
const textsFor = ({ conversation }: Admission, role: Role | undefined): Partial<BlockerTexts> => ({
  source: ({ blocker }, { source, destination }, deployment) => {
    const isPublic = conversation?.isPrivate === false;
    return blocker === 'not_a_member' && isPublic && 'channel' in source
      ? notIn(source.channel, 'Deckhand reads it only for its members', role)
      : threadProblem(blocker, 'channel' in source ? source : destination, deployment);
  },
  destination: ({ blocker }, { destination }, deployment) =>
    blocker === 'not_a_member' && isChannel(destination.channel) && !destination.threadTs
      ? notIn(destination.channel, 'Deckhand posts nothing there for you', role)
      : threadProblem(blocker, destination, deployment),
});

/** Says that a person is not in a channel. A member can join a public channel; a guest cannot. @param so what follows from it */
function notIn(channel: string, so: string, role: Role | undefined): string {
  const isGuest = role === 'guest';
  // Slack does not show guests the name of a channel that they are not in.
  const name = isGuest ? 'that channel' : channelMention(channel);
  const next = isGuest ? 'Ask to be added to it' : 'Join it, or ask to be added';
  return `You are not in ${name}, so ${so}. ${next}, then ask again.`;
}
