import { canOpen } from '../asks/access.ts';
import type { Conversation, SlackPorts } from '../asks/admission.ts';
import { textLimitFor } from '../asks/request-text.ts';
import type { Ask } from '../asks/schema.ts';
import type { SlackClient } from '../slack-client.ts';
import { plural } from '../text.ts';
import { type Directory, type Ids, idsIn } from './directory.ts';
import {
  type ConversationHistory,
  channelHistory,
  type History,
  type HistoryReading,
  lookBackDays,
  threadHistory,
} from './history.ts';
import { createDates, type Names, type RenderContext } from './markdown/context.ts';
import { escapeInline } from './markdown/syntax.ts';
import { isSaid, type SlackMessage } from './message.ts';
import type { PageStore } from './pages.ts';
import { countFiles } from './preview.ts';
import { SourceProblem } from './problem.ts';
import type { ConversationSource, ReadFiles, SourceReading, SourceText } from './reader.ts';
import { inSlices } from './slices.ts';
import { speakerIn } from './transcript/entries.ts';
import {
  type FilterRules,
  type FilterSettings,
  filterMessages,
  filterRulesFor,
} from './transcript/filter.ts';
import { type TranscriptParts, transcriptOf } from './transcript/transcript.ts';
import { quoted, type Style } from './transcript/write.ts';
import { recordsOf } from './unknown-value.ts';

export interface ConversationReaderDeps extends FilterSettings, SlackPorts {
  clientFor(team: string): Promise<SlackClient>;
  directory: Directory;
  readFiles: ReadFiles;
  /** Returns the store for the pages of Slack messages that are read for a generation. */
  pagesOf(team: string, generation: string): PageStore;
  /** Maximum number of messages per request to Slack. */
  pageSize: number;
}

/** Creates the function that reads a Slack thread, or a channel's messages from `since` to `until`, and converts them to Markdown. */
export function createConversationReader(deps: ConversationReaderDeps) {
  const { pageSize, directory } = deps;

  return async (ask: Ask, source: ConversationSource, reading: SourceReading): Promise<SourceText | null> => {
    const { team, person } = ask;
    const { signal, names: needed } = reading;
    const client = await deps.clientFor(team);
    const store = deps.pagesOf(team, reading.generation);
    const stored = historyOf(client, source, { ...reading, store, pageSize });
    const before = (await stored.hasBegun()) ? undefined : await findConversation(ask, source, deps, signal);
    if (!(await stored.readMore())) return null;
    // If an earlier call read the first pages, this call has not checked the conversation. Check it now. The asker may have left it.
    const conversation = before ?? (await findConversation(ask, source, deps, signal));
    let history: History | undefined;
    if (!needed.ids) {
      history = await stored.history();
      needed.ids = await idsOf(history.messages);
    }
    const names = await directory.namesFor(team, client, needed.ids, signal, needed.found);
    const zone = await directory.zoneOf(team, client, person);
    const rules = await filterRulesFor(team, client, deps);
    const { messages, isWhole } = history ?? (await stored.history());
    const context = {
      names: withOwnName(names, source.channel, conversation),
      dates: createDates(zone ?? 'UTC'),
    };
    const shared = await sharedFiles(ask, source, { messages, rules, context, signal }, deps);
    const parts: TranscriptParts = {
      messages,
      isWhole,
      context,
      kind: source.kind,
      since: source.kind === 'channel' ? new Date(source.since) : undefined,
      title: titleOf(source, conversation),
      heading:
        source.kind === 'channel'
          ? (ask.title ?? headingOf(source, conversation, { messages, context }))
          : undefined,
      remark: remarkOn(source, pageSize),
      rules,
      linkTo: await linksTo(client, source.channel, tsToLink(source, messages)),
      limit: textLimitFor(ask) - shared.text.length,
    };
    const transcript = await store.converting(() => transcriptOf(parts));
    if (transcript.text === '') {
      throw new SourceProblem('thread_empty', 'Nothing that may be used was said there.');
    }
    const { highlights } = transcript;
    const note = [transcript.note, shared.note].filter(Boolean).join(' ');
    const text = transcript.text + shared.text;
    return {
      text,
      messages: transcript.messages,
      ...(note && { note }),
      isPrivate: conversation.isPrivate,
      ...(ask.digest && { highlights }),
    };
  };
}

function historyOf(
  client: SlackClient,
  source: ConversationSource,
  reading: HistoryReading,
): ConversationHistory {
  const { channel } = source;
  if (source.kind === 'thread') return threadHistory(client, { channel, ts: source.ts }, reading);
  const span = { since: new Date(source.since), ...(source.until && { until: new Date(source.until) }) };
  return channelHistory(client, channel, span, reading);
}

async function idsOf(messages: SlackMessage[]): Promise<Ids> {
  const ids = idsIn([]);
  for await (const message of inSlices(messages)) {
    idsIn(message, ids);
    const { bot_id, username, bot_profile } = message;
    if (bot_id && !username && !bot_profile?.name) ids.people.add(bot_id);
  }
  return ids;
}

/** Looks up the conversation and checks it again, because the asker may have left it by now. @throws SourceProblem if a check fails */
async function findConversation(
  { team, person, destination }: Ask,
  { channel, files }: ConversationSource,
  ports: SlackPorts,
  signal: AbortSignal,
): Promise<Conversation> {
  const found = await ports.conversation(team, channel, signal);
  if (found === 'uninstalled') throw new Error('Slack has revoked the token of this team.');
  // Slack answers `channel_not_found` for a deleted conversation, and for a private conversation without Deckhand. Both become
  // `not_in_channel`.
  if (typeof found === 'string' || !found.hasDeckhand) {
    throw new SourceProblem('not_in_channel', 'Deckhand is not in the channel.');
  }
  if (found.isPrivate && destination.channel !== channel && destination.channel !== person) {
    throw new SourceProblem('private_elsewhere', 'What was said in private was to go elsewhere.');
  }
  // Only members may use a conversation's files. Its messages may be used by everybody who can open the conversation.
  const isOpen = files
    ? await ports.isMember(team, channel, person, signal)
    : await canOpen(found, channel, { team, person }, ports, signal);
  if (!isOpen) {
    throw new SourceProblem('not_a_member', 'Who asked is not in the conversation.');
  }
  return found;
}

/** Number of characters of the prompt that are reserved for messages when files are added. */
const TALK_ROOM = 20_000;

interface Talk {
  messages: SlackMessage[];
  rules: FilterRules;
  context: RenderContext;
  signal: AbortSignal;
}

/**
 * Reads the selected files as quotations. Each file must be in a message that may be used, because a forged id could name any file. If no
 * file of a thread is selected, the note says how many there are.
 */
async function sharedFiles(
  ask: Ask,
  source: ConversationSource,
  { messages, rules, context, signal }: Talk,
  { readFiles }: ConversationReaderDeps,
): Promise<{ text: string; note: string }> {
  const { files = [] } = source;
  if (files.length === 0 && source.kind !== 'thread') return { text: '', note: '' };
  const withFiles = messages.filter((message) => recordsOf(message.files).length > 0);
  const used = await filterMessages(withFiles, rules);
  if (files.length === 0) return { text: '', note: unreadNote(countFiles(used.messages)) };
  const shared = new Map(
    used.messages.flatMap((message) => recordsOf(message.files).map(({ id }) => [id, message] as const)),
  );
  const missing = files.find(({ id }) => !shared.has(id));
  if (missing) throw new SourceProblem('file_not_shared', 'No message that may be used has this file.');
  const { texts, note } = await readFiles(ask, source, signal);
  const text = files
    .map(({ id, name }, at) => {
      const message = shared.get(id);
      const by = message ? ` by ${speakerIn(message, context)}` : '';
      return `\n\nThe file “${escapeInline(name.replace(/\s+/g, ' '))}”, shared${by}:\n\n${quoted(texts[at] ?? '')}\n`;
    })
    .join('');
  if (text.length > textLimitFor(ask) - TALK_ROOM)
    throw new SourceProblem('source_too_long', 'The files leave no room for the messages.');
  return { text, note };
}

function unreadNote(files: number): string {
  if (files === 0) return '';
  const [were, them] = files === 1 ? ['was', 'it'] : ['were', 'them'];
  return `${plural(files, 'file')} in the thread ${were} not read: choose ${them} in *Turn thread into slides*.`;
}

/**
 * Adds the name of the source conversation to `names`, even if the conversation is private. The result is posted only there or to the
 * asker.
 */
function withOwnName(names: Names, id: string, { name }: Conversation): Names {
  return { ...names, channel: (other) => (other === id && name ? name : names.channel(other)) };
}

function titleOf({ kind }: ConversationSource, { name }: Conversation): string {
  return `${kind === 'thread' ? 'Thread' : 'Talk'} in ${name ? `#${name}` : 'a direct conversation'}`;
}

/** Returns a heading such as "#launch, 2 – 9 Mar 2026". */
function headingOf(
  { since, until }: Extract<ConversationSource, { kind: 'channel' }>,
  { name }: Conversation,
  { messages, context }: Pick<TranscriptParts, 'messages' | 'context'>,
): string {
  const from = Date.parse(since);
  // `until` is the first moment that is not included.
  const to = until
    ? Date.parse(until) - 1
    : messages.reduce((latest, { ts }) => Math.max(latest, Number(ts) * 1000), from);
  return `${name ? `#${name}` : 'Talk'}, ${context.dates.days(from, to)}`;
}

function remarkOn({ kind }: ConversationSource, pageSize: number): string {
  if (kind === 'thread') return '';
  const days = lookBackDays(pageSize);
  return days > 0
    ? `Replies to threads begun up to ${days} days earlier are here; to older ones not.`
    : 'Replies to threads begun earlier are not here.';
}

/** Returns the `ts` of a message whose permalink Slack can return. All other links are built from this permalink. */
function tsToLink(source: ConversationSource, messages: SlackMessage[]): string {
  return messages.find(isSaid)?.ts ?? (source.kind === 'thread' ? source.ts : '');
}

/** Returns a function that builds links to messages from one permalink, which saves a call to Slack for each message. */
async function linksTo(client: SlackClient, channel: string, ts: string): Promise<Style['linkTo']> {
  const answer = client.chat.getPermalink({ channel, message_ts: ts });
  const permalink = await answer.then((found) => found.permalink ?? '').catch(() => '');
  const base = /^(https?:\/\/[^?#]+\/)p\d+(?:[?#]|$)/.exec(permalink)?.[1];
  if (!base) return () => undefined;
  return ({ ts: own, thread }) => {
    const address = `${base}p${own.replace('.', '')}`;
    return thread === own ? address : `${address}?thread_ts=${thread}&cid=${channel}`;
  };
}
