import { canOpen } from '../asks/access.ts';
import type { Conversation, SlackPorts } from '../asks/admission.ts';
import type { Ask } from '../asks/schema.ts';
import type { Clock } from '../clock.ts';
import { PROMPT_LIMIT } from '../service/options.ts';
import type { SlackClient } from '../slack-client.ts';
import { characterCount } from '../text.ts';
import { type Directory, type Ids, idsIn } from './directory.ts';
import { type HistoryReading, lookBackDays, readChannel, readThread } from './history.ts';
import { createDates, type Names } from './markdown/context.ts';
import { isSaid, type SlackMessage } from './message.ts';
import type { History, PageStore } from './pages.ts';
import { SourceProblem } from './problem.ts';
import type { ConversationSource, SourceReading, SourceText } from './reader.ts';
import { retryRateLimited } from './slack-read-retry.ts';
import { inSlices } from './slices.ts';
import { type FilterSettings, filterRulesFor } from './transcript/filter.ts';
import { type TranscriptParts, transcriptOf } from './transcript/transcript.ts';
import type { Style } from './transcript/write.ts';

export interface ConversationReaderDeps extends FilterSettings, SlackPorts {
  clientFor(team: string): Promise<SlackClient>;
  directory: Directory;
  /** The store of the pages that a generation has read. */
  pagesOf(team: string, generation: string): PageStore;
  clock: Clock;
  /** Messages asked for at once. */
  pageSize: number;
}

/** Reads a thread, or a channel since a time, as Markdown for the service. */
export function createConversationReader(deps: ConversationReaderDeps) {
  const { clock, pageSize, directory } = deps;

  return async (ask: Ask, source: ConversationSource, reading: SourceReading): Promise<SourceText> => {
    const { team, person } = ask;
    const { signal } = reading;
    const client = await deps.clientFor(team);
    const conversation = await findConversation(ask, source, deps, signal);
    const store = deps.pagesOf(team, reading.generation);
    const { messages, isWhole } = await read(client, source, { ...reading, store, pageSize, clock });
    const names = await directory.namesFor(team, client, await idsOf(messages), signal);
    const zone = await directory.zoneOf(team, client, person, signal);
    const parts: TranscriptParts = {
      messages,
      isWhole,
      context: { names: withOwnName(names, source.channel, conversation), dates: createDates(zone ?? 'UTC') },
      kind: source.kind,
      since: source.kind === 'channel' ? new Date(source.since) : undefined,
      title: titleOf(source, conversation),
      remark: remarkOn(source, pageSize),
      // Asked after reading, which can take an hour: people may have opted out meanwhile.
      rules: await retryRateLimited(() => filterRulesFor(team, client, deps), clock, signal),
      linkTo: await linksTo(client, source.channel, tsToLink(source, messages)),
      limit: roomFor(ask),
    };
    const transcript = await reading.converting(() => transcriptOf(parts));
    if (transcript.text === '') {
      throw new SourceProblem('thread_empty', 'Nothing that may be used was said there.');
    }
    return { ...transcript, isPrivate: conversation.isPrivate };
  };
}

function read(client: SlackClient, source: ConversationSource, reading: HistoryReading): Promise<History> {
  const { channel } = source;
  if (source.kind === 'thread') return readThread(client, { channel, ts: source.ts }, reading);
  const span = { since: new Date(source.since), ...(source.until && { until: new Date(source.until) }) };
  return readChannel(client, channel, span, reading);
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

/**
 * The conversation of a source, where it may be used. Who asks has to be able to open it, and the result of a
 * private one goes back there or to that person alone. Surfaces check this when it is asked for; people may have left since.
 */
async function findConversation(
  { team, person, destination }: Ask,
  { channel }: ConversationSource,
  ports: SlackPorts,
  signal: AbortSignal,
): Promise<Conversation> {
  const found = await ports.conversation(team, channel, signal);
  if (found === 'uninstalled') throw new Error('Slack has ended the token of this team.');
  // Slack denies the existence of private conversations that Deckhand is not in.
  if (typeof found === 'string' || !found.hasDeckhand) {
    throw new SourceProblem('not_in_channel', 'Deckhand is not in the channel.');
  }
  if (found.isPrivate && destination.channel !== channel && destination.channel !== person) {
    throw new SourceProblem('private_elsewhere', 'What was said in private was to go elsewhere.');
  }
  if (!(await canOpen(found, channel, { team, person }, ports, signal))) {
    throw new SourceProblem('not_a_member', 'Who asked is not in the conversation.');
  }
  return found;
}

/** The readers of the result are members of this conversation, so its own name is not kept from them. */
function withOwnName(names: Names, id: string, { name }: Conversation): Names {
  return { ...names, channel: (other) => (other === id && name ? name : names.channel(other)) };
}

function titleOf({ kind }: ConversationSource, { name }: Conversation): string {
  return `${kind === 'thread' ? 'Thread' : 'Talk'} in ${name ? `#${name}` : 'a direct conversation'}`;
}

function remarkOn({ kind }: ConversationSource, pageSize: number): string {
  if (kind === 'thread') return '';
  const days = lookBackDays(pageSize);
  return days > 0
    ? `Replies to threads begun up to ${days} days earlier are here; to older ones not.`
    : 'Replies to threads begun earlier are not here.';
}

/** The `ts` of a message that is still there. */
function tsToLink(source: ConversationSource, messages: SlackMessage[]): string {
  return messages.find(isSaid)?.ts ?? (source.kind === 'thread' ? source.ts : '');
}

/** Links to messages, derived from the permalink of one of them: asking Slack for each would be a call each. */
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

/** Characters for the sentences that generations/request.ts writes around the text where there is a template. */
const TEMPLATE_ROOM = 6000;

/** Characters that the text may have. With a template, the instructions for a given text go into the same field. */
export function roomFor({ source, template, prompt }: Ask): number {
  const isGiven = source.kind !== 'text';
  return template && isGiven ? PROMPT_LIMIT - characterCount(prompt) - TEMPLATE_ROOM : PROMPT_LIMIT;
}
