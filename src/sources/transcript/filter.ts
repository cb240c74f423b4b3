import { z } from 'zod';
import { isForDeckhand } from '../../asks/mention/understand.ts';
import type { SlackClient } from '../../slack-client.ts';
import { authorsOf, originalOf } from '../markdown/attachments.ts';
import { hasMarker, isByPerson, isSaid, msFromTs, type SlackMessage, uniqueMessages } from '../message.ts';
import { inSlices } from '../slices.ts';
import { recordOf, textOf, type UnknownRecord } from '../unknown-value.ts';

/** Rules that decide which messages are not used: messages whose authors do not want it, and messages by or only for Deckhand. */
export interface FilterRules {
  /** Ids of users who opted out. Their messages are not used. */
  optedOut: ReadonlySet<string>;
  /** Name of a reaction, e.g. `speak_no_evil`. Messages with this reaction are not used. */
  reaction: string;
  /** User id of Deckhand. Messages by Deckhand, and sentences that ask Deckhand for something, are not used. */
  ownUser: string;
}

export interface FilterSettings {
  /** Returns the users of a team who opted out. */
  optedOut(team: string): Promise<ReadonlySet<string>>;
  /** Name of the reaction, as in `FilterRules`. */
  reaction: string;
}

/** Returns the current rules of a team. */
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
  /** The messages that may be used, each once, oldest first. */
  messages: SlackMessage[];
  excluded: Excluded;
}

/** Number of messages that are not used, by reason. A message that was also shared in another message counts once. */
export const excludedSchema = z.object({
  /** Messages with the `!nodeck` marker or the reaction. */
  marked: z.number(),
  /** Messages of people who opted out. */
  optedOut: z.number(),
});
export type Excluded = z.output<typeof excludedSchema>;

/** `asks`: messages that only ask Deckhand for something. They are not counted. */
type Reason = keyof Excluded | 'asks';

/** Applies the rules to messages. Lets the event loop run in between. */
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
    excluded: { marked: count('marked'), optedOut: count('optedOut') },
  };
}

/**
 * Leaves out old threads: they began before `since`, and no person has written in them since. Replies of apps, such as Deckhand's card, do
 * not count.
 */
export function withoutOldThreads(messages: SlackMessage[], since: Date): SlackMessage[] {
  const isOld = (ts: string) => (msFromTs(ts) ?? 0) < since.getTime();
  const threadOf = ({ ts, thread_ts = ts }: SlackMessage) => thread_ts;
  const continued = new Set(
    messages.filter((message) => !isOld(message.ts) && isByPerson(message)).map(threadOf),
  );
  return messages.filter((message) => !isOld(threadOf(message)) || continued.has(threadOf(message)));
}

/**
 * The reason for each excluded message. The key is the message's `ts`. For a shared message whose `ts` is unknown, the key is the
 * attachment object.
 */
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

/** Removes the shared messages and files that may not be used from a message that may be used. */
function withoutExcludedShares(message: SlackMessage, rules: FilterRules, reasons: Reasons): SlackMessage {
  const { attachments, files } = message;
  if (!attachments && !files) return message;
  const used = attachments?.filter((attachment) => {
    const original = originalOf(attachment);
    const reason = reasonForShare(attachment, rules) ?? (original ? reasons.get(original) : undefined);
    return !exclude(original ?? attachment, reason, reasons);
  });
  const shared = used?.map((attachment) => withFiles(recordOf(attachment), rules));
  return { ...message, attachments: shared, files: files && filesOf(files, rules) };
}

function withFiles(attachment: UnknownRecord, rules: FilterRules): UnknownRecord {
  const { files } = attachment;
  return Array.isArray(files) ? { ...attachment, files: filesOf(files, rules) } : attachment;
}

/** Leaves out the files of people who opted out, because the title of a file is text by its owner. */
function filesOf(files: unknown[], { optedOut }: FilterRules): unknown[] {
  return files.filter((file) => !optedOut.has(textOf(recordOf(file).user)));
}

function reasonForShare(attachment: unknown, { optedOut }: FilterRules): Reason | undefined {
  if (authorsOf(attachment).some((author) => optedOut.has(author))) return 'optedOut';
  return hasMarker(attachment) ? 'marked' : undefined;
}

/**
 * Removes the sentences that ask Deckhand for something, because they are not part of the conversation. Returns undefined if the message
 * has nothing else. Other sentences, files and shared messages stay. A sentence that mentions Deckhand without asking for anything also
 * stays.
 * @param ownUser Deckhand's user id
 */
export function withoutAsks(message: SlackMessage, ownUser: string): SlackMessage | undefined {
  const { text = '' } = message;
  if (!ownUser || !text.includes(`<@${ownUser}`)) return message;
  // `parts` has sentences at even indexes and separators at odd indexes.
  const parts = text.split(BETWEEN);
  const mentioning = parts.filter((part, index) => index % 2 === 0 && part.includes(`<@${ownUser}`));
  const asks = new Set(mentioning.slice(0, ASKS).filter((part) => isAsk(part, ownUser)));
  if (asks.size === 0) return message;
  const rest = parts
    .filter((part, index) => !asks.has(index % 2 === 0 ? part : (parts[index - 1] ?? '')))
    .join('')
    .trim();
  const { files = [], attachments = [] } = message;
  const isEmpty = !/[\p{L}\p{N}]/u.test(rest);
  if (isEmpty && files.length === 0 && attachments.length === 0) return undefined;
  // The blocks are removed, because they repeat the removed sentences. `text` has everything that a person typed.
  return { ...message, text: isEmpty ? '' : rest, blocks: undefined };
}

/** Maximum number of sentences that are checked per message. A check takes about 0.1 ms, and a conversation may have 10,000 messages. */
const ASKS = 5;

/** Matches separators of sentences: line breaks, and spaces after a full stop. The pattern is a group, so that `split` keeps the separators. */
const BETWEEN = /(\n+|(?<=[.!?])[^\S\n]+(?!\p{Ll}))/u;

/** Matches words that may come before a mention at the beginning of a sentence. */
const GREETING = /^(?:(?:hey|hi|hello|ok|okay|so|and|now|please|thanks|[^\p{L}\p{N}])+|)$/iu;

function isAsk(sentence: string, ownUser: string): boolean {
  const mention = new RegExp(`<@${ownUser}(?:\\|[^<>]*)?>[,:]?`);
  const [before = '', after] = sentence.split(mention, 2);
  if (after === undefined) return false;
  return isForDeckhand(`${before} ${after}`, GREETING.test(before) ? 'first' : 'within');
}
