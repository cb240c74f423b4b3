import { z } from 'zod';
import type { SlackClient } from '../../slack-client.ts';
import { authorOf, originalOf } from '../markdown/attachments.ts';
import { hasMarker, isByPerson, isSaid, msFromTs, type SlackMessage, uniqueMessages } from '../message.ts';
import { inSlices } from '../slices.ts';
import { withoutAsks } from './own-asks.ts';

/** Which messages are not used: people have asked for that, or they are no part of the conversation. */
export interface FilterRules {
  /** People who want none of their words used. */
  optedOut: ReadonlySet<string>;
  /** A reaction of this name keeps a message out, e.g. `speak_no_evil`. */
  reaction: string;
  /** Deckhand's own user: neither its posts nor what people ask it to make are content. */
  ownUser: string;
}

export interface FilterSettings {
  /** People of a team who want none of their words used. */
  optedOut(team: string): Promise<ReadonlySet<string>>;
  /** As in FilterRules. */
  reaction: string;
}

/** The rules for a team as they are now. */
export async function filterRulesFor(
  team: string,
  client: SlackClient,
  settings: FilterSettings,
): Promise<FilterRules> {
  const [{ user_id: ownUser = '' }, optedOut] = await Promise.all([
    client.auth.test(),
    settings.optedOut(team),
  ]);
  return { ownUser, optedOut, reaction: settings.reaction };
}

interface Filtered {
  /** In the order of time, each once. */
  messages: SlackMessage[];
  excluded: Excluded;
}

/** Messages that are not used, by the reason. A message that was shared as well counts once. */
export const excludedSchema = z.object({
  /** With the `!nodeck` marker or the reaction. */
  marked: z.number(),
  /** By people who opted out. */
  optedOut: z.number(),
  /** Requests to Deckhand that say nothing else. */
  asks: z.number(),
});
export type Excluded = z.output<typeof excludedSchema>;

type Reason = keyof Excluded;

/** Of many messages it takes a while: others get their turn in between. */
export async function filterMessages(messages: SlackMessage[], rules: FilterRules): Promise<Filtered> {
  const said = uniqueMessages(messages).filter(
    (message) => isSaid(message) && message.user !== rules.ownUser,
  );
  const reasons: Reasons = new Map();
  const usable = said.filter((message) => !exclude(message.ts, reasonFor(message, rules), reasons));
  const used: SlackMessage[] = [];
  for await (const message of inSlices(usable)) {
    const rest = withoutAsks(message, rules.ownUser);
    if (rest) used.push(rest);
    else exclude(message.ts, 'asks', reasons);
  }
  const whole = used.map((message) => withoutExcludedShares(message, rules, reasons));
  const count = (reason: Reason) => [...reasons.values()].filter((each) => each === reason).length;
  return {
    messages: whole.sort((one, other) => Number(one.ts) - Number(other.ts)),
    excluded: { marked: count('marked'), optedOut: count('optedOut'), asks: count('asks') },
  };
}

/**
 * Without threads that began before `since` and that no person went on with: a reply of an app, such as Deckhand's own card,
 * makes old talk no part of the days after it.
 */
export function withoutOldTalk(messages: SlackMessage[], since: Date): SlackMessage[] {
  const isOld = (ts: string) => (msFromTs(ts) ?? 0) < since.getTime();
  const threadOf = ({ ts, thread_ts = ts }: SlackMessage) => thread_ts;
  const wentOn = new Set(
    messages.filter((message) => !isOld(message.ts) && isByPerson(message)).map(threadOf),
  );
  return messages.filter((message) => !isOld(threadOf(message)) || wentOn.has(threadOf(message)));
}

/** Why each excluded message is excluded, by its `ts`; by the share itself where Slack does not say what was shared. */
type Reasons = Map<unknown, Reason>;

function exclude(key: unknown, reason: Reason | undefined, reasons: Reasons): boolean {
  if (reason) reasons.set(key, reason);
  return reason !== undefined;
}

function reasonFor(
  { user, text, blocks, reactions = [], isMarked }: SlackMessage,
  rules: FilterRules,
): Reason | undefined {
  if (user && rules.optedOut.has(user)) return 'optedOut';
  const hasReaction = reactions.some(({ name }) => name.split('::')[0] === rules.reaction);
  return isMarked || hasReaction || hasMarker([text, blocks]) ? 'marked' : undefined;
}

/** A message that may be used can share one that may not. */
function withoutExcludedShares(message: SlackMessage, rules: FilterRules, reasons: Reasons): SlackMessage {
  const { attachments } = message;
  if (!attachments) return message;
  const used = attachments.filter((attachment) => {
    const original = originalOf(attachment);
    const reason = reasonForShare(attachment, rules) ?? (original ? reasons.get(original) : undefined);
    return !exclude(original ?? attachment, reason, reasons);
  });
  return { ...message, attachments: used };
}

function reasonForShare(attachment: unknown, { optedOut }: FilterRules): Reason | undefined {
  if (optedOut.has(authorOf(attachment))) return 'optedOut';
  return hasMarker(attachment) ? 'marked' : undefined;
}
