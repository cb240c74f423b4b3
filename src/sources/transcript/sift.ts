import { parseMention } from '../../asks/parse-mention.ts';
import { authorOf, originalOf } from '../markdown/shared.ts';
import { isSaid, type SlackMessage } from '../message.ts';
import { hasMark } from './mark.ts';

/** What people do not want to be used, and what is no part of the talk. */
export interface SiftRules {
  /** People who want none of their words used. */
  optedOut: ReadonlySet<string>;
  /** A reaction of this name keeps a message out, e.g. `speak_no_evil`. */
  reaction: string;
  /** Deckhand's own user: neither its posts nor what it is asked to make are content. */
  ownUser: string;
}

export interface Sifted {
  /** In the order of time, each once. */
  messages: SlackMessage[];
  leftOut: LeftOut;
}

/** A message that was shared as well counts once. */
export interface LeftOut {
  /** Messages that were marked with `!nodeck` or the reaction. */
  marked: number;
  /** Messages of people who opted out. */
  optedOut: number;
  /** Messages that ask Deckhand for something. */
  asks: number;
}

type Reason = keyof LeftOut;

export function sift(messages: SlackMessage[], rules: SiftRules): Sifted {
  const said = [...new Map(messages.map((message) => [message.ts, message])).values()].filter(
    (message) => isSaid(message) && message.user !== rules.ownUser,
  );
  const gone: Gone = new Map();
  const kept = said.filter((message) => !leave(message.ts, reasonFor(message, rules), gone));
  const whole = kept.map((message) => withoutShares(message, rules, gone));
  const reasons = [...gone.values()];
  const count = (reason: Reason) => reasons.filter((each) => each === reason).length;
  return {
    messages: whole.sort((one, other) => Number(one.ts) - Number(other.ts)),
    leftOut: { marked: count('marked'), optedOut: count('optedOut'), asks: count('asks') },
  };
}

/** What was left out and why: by the message's `ts`, or the share itself where Slack does not tell of what. */
type Gone = Map<unknown, Reason>;

function leave(key: unknown, reason: Reason | undefined, gone: Gone): boolean {
  if (reason) gone.set(key, reason);
  return reason !== undefined;
}

function reasonFor(
  { user, text, blocks, reactions = [] }: SlackMessage,
  rules: SiftRules,
): Reason | undefined {
  if (user && rules.optedOut.has(user)) return 'optedOut';
  const isReactedTo = reactions.some(({ name }) => name.split('::')[0] === rules.reaction);
  if (isReactedTo || hasMark([text, blocks])) return 'marked';
  return isAsk(text, rules) ? 'asks' : undefined;
}

/** Without what others have said, was shared here, and may not be used. */
function withoutShares(message: SlackMessage, rules: SiftRules, gone: Gone): SlackMessage {
  const { attachments } = message;
  if (!attachments) return message;
  const kept = attachments.filter((attachment) => {
    const original = originalOf(attachment);
    const reason = reasonForShare(attachment, rules) ?? (original ? gone.get(original) : undefined);
    return !leave(original ?? attachment, reason, gone);
  });
  return { ...message, attachments: kept };
}

function reasonForShare(attachment: unknown, { optedOut }: SiftRules): Reason | undefined {
  if (optedOut.has(authorOf(attachment))) return 'optedOut';
  return hasMark(attachment) ? 'marked' : undefined;
}

/** Whoever calls Deckhand to tell something, and not to have something made, tells it to the others as well. */
function isAsk(text = '', rules: SiftRules): boolean {
  const words = withoutCall(text, rules);
  return words !== text && parseMention(words).kind === 'make';
}

/** What somebody says who begins by calling Deckhand; the text itself where nobody does. */
export function withoutCall(text: string, { ownUser }: SiftRules): string {
  const [call = '', id] = /^\s*<@([A-Z0-9]+)(?:\|[^<>]*)?>[,:]?/.exec(text) ?? [];
  return id === ownUser ? text.slice(call.length) : text;
}
