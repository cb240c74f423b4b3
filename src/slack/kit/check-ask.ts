import type { Admission, Joining } from '../../asks/admission.ts';
import type { BudgetBlocker } from '../../asks/limits.ts';
import type { Ask } from '../../asks/schema.ts';
import { outlineOf } from '../../asks/sections.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { Acting } from '../bolt/permissions/permissions.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, buttons, buttonValue, type Message, plainMessage, section } from './blocks/parts.ts';
import { channelMention, isChannel, serviceText } from './blocks/text.ts';
import { type BlockerTexts, blockerText, budgetText, isBudget, threadProblem } from './copy/blocker-copy.ts';
import { notConnectedMessage } from './not-connected.ts';

/** Admission of asks that were made without a form, such as sentences, and the response if an ask is blocked. */

/**
 * Timeout of the checks of an ask from files, in milliseconds. A sentence takes a place in the inbox until it is answered, so a person's
 * large files must not keep other people's sentences waiting.
 */
const FILES_WITHIN_MS = 15_000;

/** Runs admission. A sentence can name any channel as the destination, so the asker must be a member of that channel. */
export function admitAsk(ask: Ask, joining: Joining, slack: SlackContext): Promise<Admission> {
  const { destination, source } = ask;
  const membersOnly = isChannel(destination.channel) && !destination.threadTs;
  const limit = source.kind === 'file' ? { withinMs: FILES_WITHIN_MS } : {};
  return slack.admit(ask, { joining, membersOnly, ...limit });
}

/** Returns the ask with an outline of one slide for each section of its text; without an outline if the text has no sections to keep. */
export function withOutline(ask: Ask, { text = '' }: Admission): Ask {
  return { ...ask, outline: outlineOf(ask, ask.source.kind === 'file' ? text : ask.prompt) };
}

/** Runs admission. Returns the response if the ask is blocked, and undefined if the ask is admitted. */
export async function checkAsk(
  ask: Ask,
  acting: Acting,
  slack: SlackContext,
  joining: Joining,
): Promise<Message | undefined> {
  return blockedAnswer(await admitAsk(ask, joining, slack), ask, acting, slack);
}

/**
 * Returns the first thing that blocks an ask. A missing theme or folder comes from the defaults, so it does not block. If the service refuses
 * the ask because of it, the card has a button to change the ask.
 */
export function firstBlocker({ blockers }: Admission) {
  return blockers.find(({ part }) => part !== 'theme' && part !== 'folder');
}

/**
 * Returns a message that says why an ask cannot be made and what to do; undefined if the ask is not blocked.
 * @param shown `words`: what the person typed. `isLasting`: true if the message stays visible longer than a link to the service is valid
 * @throws the error of a check that did not finish
 */
export async function blockedAnswer(
  admission: Admission,
  ask: Ask,
  acting: Acting,
  slack: SlackContext,
  shown: { words?: string; isLasting?: boolean } = {},
): Promise<Message | undefined> {
  const first = firstBlocker(admission);
  if (first?.part === 'connection') {
    return notConnectedMessage(first.blocker, acting, slack, shown);
  }
  if (first) {
    const deployment = { ...slack, serviceName: serviceText(slack.serviceName) };
    const text = blockerText(first, ask, deployment, texts);
    if (!isBudget(first)) return plainMessage(text);
    return budgetMessage(first, ask.prompt);
  }
  // Files that take long to read do not block either, because the generation reads and checks them again.
  const ignored = ['theme', 'folder', ...(ask.source.kind === 'file' ? ['source'] : [])];
  const error = admission.unanswered.find(({ part }) => !ignored.includes(part));
  if (error) throw error.error;
  return undefined;
}

/** Returns the message about a blocker of the budget, with "Ask an admin". @param words what the person typed */
export function budgetMessage(found: BudgetBlocker, words: string): Message {
  const text = budgetText(found);
  const needed = 'needed' in found && found.needed ? `:${Math.ceil(found.needed)}` : '';
  const value = buttonValue(`${found.blocker}${needed} ${words}`);
  return { text, blocks: [section(text), ...buttons(button('Ask an admin', actions.askForCredits, value))] };
}

/** Sentences for messages. They may be mrkdwn with a link to the channel, which the errors of a form cannot show. */
const texts: Partial<BlockerTexts> = {
  source: ({ blocker }, { source, destination }, deployment) =>
    threadProblem(blocker, 'channel' in source ? source : destination, deployment),
  destination: ({ blocker }, { destination }, deployment) =>
    blocker === 'not_a_member' && isChannel(destination.channel) && !destination.threadTs
      ? `You are not in ${channelMention(destination.channel)}, so Deckhand posts nothing there for you.`
      : threadProblem(blocker, destination, deployment),
};
