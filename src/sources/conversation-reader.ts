import type { WebClient } from '@slack/web-api';
import type { Ask } from '../asks/schema.ts';
import type { Clock } from '../clock.ts';
import { PROMPT_LIMIT } from '../service/options.ts';
import { type Conversation, conversationOf, placeName } from './conversation.ts';
import { linksBackTo } from './links-back.ts';
import { createDates } from './markdown/dates.ts';
import type { Telling } from './markdown/telling.ts';
import { isSaid, type SlackMessage } from './message.ts';
import type { Directory } from './names/directory.ts';
import { idsIn } from './names/ids.ts';
import { SourceProblem } from './problem.ts';
import type { SourceReading, SourceText } from './reader.ts';
import { lookBackDays, readChannel } from './reading/channel.ts';
import type { PageStore } from './reading/page-store.ts';
import { patiently } from './reading/patience.ts';
import type { Reading } from './reading/reading.ts';
import { readThread } from './reading/thread.ts';
import { transcriptOf } from './transcript/transcript.ts';

/** The sources that are conversations. */
export type ConversationSource = Extract<Ask['source'], { kind: 'thread' | 'channel' }>;

export interface ConversationReaderParts {
  clientFor(team: string): Promise<WebClient>;
  /** Whether a person is in a conversation; throws where Slack does not say. */
  isMemberOf(client: WebClient, channel: string, person: string): Promise<boolean>;
  directory: Directory;
  /** People who want none of their words used. */
  optedOut(team: string): Promise<Set<string>>;
  /** Where the pages that a generation has read are kept. */
  pagesOf(team: string, generation: string): PageStore;
  clock: Clock;
  /** Messages asked for at once. */
  pageSize: number;
  /** The reaction that keeps a message out. */
  reaction: string;
}

/** Reads a thread, or a channel since a time, as Markdown for the service. */
export function createConversationReader(parts: ConversationReaderParts) {
  const { clock, pageSize, directory } = parts;

  return async (ask: Ask, source: ConversationSource, reading: SourceReading): Promise<SourceText> => {
    const { team, person } = ask;
    const { signal } = reading;
    const client = await parts.clientFor(team);
    const asked = <T>(call: () => Promise<T>) => patiently(call, clock, signal);
    const conversation = await asked(() => conversationOf(client, source.channel));
    if (conversation.isPrivate) await asked(() => checkPrivacy(ask, client, conversation, parts));
    const store = parts.pagesOf(team, reading.generation);
    const messages = await read(client, source, { ...reading, store, pageSize, clock });
    const names = await directory.namesFor(team, client, idsIn(messages), signal);
    const zone = await directory.zoneOf(team, client, person, signal);
    const { user_id: ownUser = '' } = await asked(() => client.auth.test());
    const telling: Telling = { names: withOwnName(names, conversation), dates: createDates(zone ?? 'UTC') };
    const told = transcriptOf({
      messages,
      telling,
      kind: source.kind,
      title: titleOf(source, conversation),
      remark: remarkOn(source, pageSize),
      rules: { optedOut: await parts.optedOut(team), reaction: parts.reaction, ownUser },
      linkTo: await linksBackTo(client, source.channel, tsToLink(source, messages)),
      limit: roomFor(ask),
    });
    if (told.text === '') throw new SourceProblem('thread_empty', 'Nothing that may be used was said there.');
    return { ...told, isPrivate: conversation.isPrivate };
  };
}

function read(client: WebClient, source: ConversationSource, reading: Reading): Promise<SlackMessage[]> {
  if (source.kind === 'thread') return readThread(client, source, reading);
  const span = { since: new Date(source.since), ...(source.until && { until: new Date(source.until) }) };
  return readChannel(client, source.channel, span, reading);
}

/**
 * What was said in private is for those who are in on it: one of them has asked, and it goes back there, or to nobody
 * but them. Checked here as well as when it was asked for, since people leave.
 */
async function checkPrivacy(
  { person, destination }: Ask,
  client: WebClient,
  { id }: Conversation,
  { isMemberOf }: ConversationReaderParts,
): Promise<void> {
  if (destination.channel !== id && destination.channel !== person) {
    throw new SourceProblem('private_elsewhere', 'What was said in private was to go elsewhere.');
  }
  if (!(await isMemberOf(client, id, person))) {
    throw new SourceProblem('not_a_member', 'Who asked is not in the conversation.');
  }
}

/** People who read the result are in this conversation, so that its own name is none of those to be kept back. */
function withOwnName(names: Telling['names'], { id, name }: Conversation): Telling['names'] {
  return { ...names, channel: (other) => (other === id && name ? name : names.channel(other)) };
}

function titleOf({ kind }: ConversationSource, conversation: Conversation): string {
  return `${kind === 'thread' ? 'Thread' : 'Talk'} in ${placeName(conversation)}`;
}

function remarkOn({ kind }: ConversationSource, pageSize: number): string {
  if (kind === 'thread') return '';
  const days = lookBackDays(pageSize);
  return days > 0
    ? `Replies to threads begun up to ${days} days earlier are here; to older ones not.`
    : 'Replies to threads begun earlier are not here.';
}

/** A message that is still there. */
function tsToLink(source: ConversationSource, messages: SlackMessage[]): string {
  return messages.find(isSaid)?.ts ?? (source.kind === 'thread' ? source.ts : '');
}

/** Sentences of ours around the text, for a template; request.ts writes them. */
const AROUND = 6000;

/** With a template, what is to be done with the text has to go into the same field. */
function roomFor({ template, prompt }: Ask): number {
  return template ? PROMPT_LIMIT - prompt.length - AROUND : PROMPT_LIMIT;
}
