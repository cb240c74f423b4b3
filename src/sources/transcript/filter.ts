import { z } from 'zod';
import { isForDeckhand } from '../../asks/mention/understand.ts';
import type { SlackClient } from '../../slack-client.ts';
import { authorsOf, originalOf } from '../markdown/attachments.ts';
import { hasMarker, isByPerson, isSaid, msFromTs, type SlackMessage, uniqueMessages } from '../message.ts';
import { inSlices } from '../slices.ts';
import { recordOf, textOf, type UnknownRecord } from '../unknown-value.ts';

/** Says which messages a transcript must not use: those whose authors object, those by Deckhand, and requests to Deckhand. */
export interface FilterRules {
  /** Slack user ids of people who opted out. Their messages are not used. */
  optedOut: ReadonlySet<string>;
  /** Name of a reaction, such as `speak_no_evil`. Messages that have this reaction are not used. */
  reaction: string;
  /** Slack user id of Deckhand. Its messages, and sentences that ask it for something, are not used. */
  ownUser: string;
}

export interface FilterSettings {
  /** Returns the Slack user ids of the people in a team who opted out. */
  optedOut(team: string): Promise<ReadonlySet<string>>;
  /** Same as `reaction` in `FilterRules`. */
  reaction: string;
}

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
  /** The messages that may be used, without duplicates, oldest first. */
  messages: SlackMessage[];
  excluded: Excluded;
}

/** Number of messages that must not be used, by reason. Each message is counted only once, even if another message shares it. */
export const excludedSchema = z.object({
  /** Messages with the marker `!nodeck` or with the reaction in `FilterRules`. */
  marked: z.number(),
  /** Messages of people who opted out. */
  optedOut: z.number(),
});
export type Excluded = z.output<typeof excludedSchema>;

/** Why a message is not used. `asks`: the message only asks Deckhand for something. People do not see the number of such messages. */
type Reason = keyof Excluded | 'asks';

/** Removes messages that must not be used. Lets the event loop run in between, so that other requests are not delayed. */
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

/** Removes threads that began before `since`, unless a person has written in them since then. Apps such as Deckhand do not count. */
export function withoutOldThreads(messages: SlackMessage[], since: Date): SlackMessage[] {
  const isOld = (ts: string) => (msFromTs(ts) ?? 0) < since.getTime();
  const threadOf = ({ ts, thread_ts = ts }: SlackMessage) => thread_ts;
  const continued = new Set(
    messages.filter((message) => !isOld(message.ts) && isByPerson(message)).map(threadOf),
  );
  return messages.filter((message) => !isOld(threadOf(message)) || continued.has(threadOf(message)));
}

/**
 * Why each excluded message is not used. The key is the message's `ts`, or the attachment object if the `ts` of a shared message is
 * unknown.
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

/** Removes shared messages and files from a message if they must not be used. */
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

/** Removes files of people who opted out, because even the title of a file is content of its owner. */
function filesOf(files: unknown[], { optedOut }: FilterRules): unknown[] {
  return files.filter((file) => !optedOut.has(textOf(recordOf(file).user)));
}

function reasonForShare(attachment: unknown, { optedOut }: FilterRules): Reason | undefined {
  if (authorsOf(attachment).some((author) => optedOut.has(author))) return 'optedOut';
  return hasMarker(attachment) ? 'marked' : undefined;
}

/**
 * Removes sentences that ask Deckhand for something. Keeps everything else, such as files. Returns undefined if nothing remains.
 * @param ownUser Slack user id of Deckhand
 */
export function withoutAsks(message: SlackMessage, ownUser: string): SlackMessage | undefined {
  const { text = '' } = message;
  if (!ownUser || !text.includes(`<@${ownUser}`)) return message;
  // `parts` has the sentences at even indexes and the separators between them at odd indexes.
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
  // Drop the blocks, because they still contain the removed sentences. What a person typed is also in `text`, so nothing else is lost.
  return { ...message, text: isEmpty ? '' : rest, blocks: undefined };
}

/** Maximum number of sentences that are checked per message. A check takes about 0.1 ms, and a conversation may have 10,000 messages. */
const ASKS = 5;

/**
 * Matches separators of sentences: line breaks, and spaces after the end of a sentence, but not after an abbreviation such as "incl.".
 * `split` keeps what the group matches.
 */
const BETWEEN =
  /(\n+|(?<=[.!?])(?<!(?<!\p{L})(?:incl|inkl|approx|vs|e\.g|i\.e|z\.B|Dr|Mr|Mrs|Ms)\.)[^\S\n]+(?!\p{Ll}))/u;

/** Matches the words before a mention of Deckhand if they ask for nothing themselves, such as “hey” or “ok, please”. */
const GREETING = /^(?:(?:hey|hi|hello|ok|okay|so|and|now|please|thanks|no|yes|[^\p{L}\p{N}])+|)$/iu;

function isAsk(sentence: string, ownUser: string): boolean {
  const mention = new RegExp(`<@${ownUser}(?:\\|[^<>]*)?>[,:]?`);
  const [before = '', after] = sentence.split(mention, 2);
  if (after === undefined) return false;
  const isEnd = !/[\p{L}\p{N}]/u.test(after);
  const isFirst = isEnd ? /,\s*$/.test(before) : GREETING.test(before);
  if (!isFirst) return isForDeckhand(`${before} ${after}`, 'within');
  const said = isEnd ? before : after;
  return FEW_WORDS.test(said) || isForDeckhand(said, 'first');
}

/** Matches a sentence of up to three words. Such a sentence after a mention is an answer to Deckhand, for example “the second one”. */
const FEW_WORDS = /^\s*\S+(?:\s+\S+){0,2}\s*$/;
