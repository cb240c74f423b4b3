import type { KnownBlock, View } from '@slack/types';
import type { Entity } from '../links/card.ts';
import type {
  Conversation,
  FileInfo,
  Message,
  Person as PublicPerson,
  ViewState,
  Workflow,
  WorkflowRun,
} from '../protocol.ts';

/** The data of the stand-in. It is plain data, so that it can be stored as JSON (snapshot.ts). */

export interface Team {
  id: string;
  name: string;
  domain: string;
  initials: string;
  color: string;
  people: Person[];
  /** User groups. Undefined if there are none. */
  groups?: UserGroup[];
  channels: Channel[];
  files: StoredFile[];
  /** The published App Home of each person. */
  homes: Record<string, StoredView>;
  /** The `ts` of the last message that was read, by person and channel. */
  reads: Record<string, Record<string, string>>;
  installation: Installation | null;
  /** Undefined if there are none. */
  workflows?: StoredWorkflow[];
}

/** A workflow with one step, which is a function of the app. */
export interface StoredWorkflow extends Omit<Workflow, 'runs'> {
  /** `callback_id` of the function. */
  step: string;
  inputs: Record<string, unknown>;
  /** Newest first. */
  runs: StoredRun[];
}

export interface StoredRun extends WorkflowRun {
  /** Id of the person who ran it. */
  user: string;
}

interface UserGroup {
  id: string;
  name: string;
  handle: string;
  /** Ids of people. */
  users: string[];
}

/** The installation of the app in a team. */
export interface Installation {
  botUserId: string;
  botId: string;
  botToken: string;
  scopes: string[];
}

export interface Person extends PublicPerson {
  email: string;
}

export interface Channel extends Pick<Conversation, 'id' | 'kind' | 'name' | 'topic' | 'members'> {
  creator: string;
  /** Seconds since the epoch. */
  created: number;
  archived: boolean;
  messages: StoredMessage[];
}

/** A message. Pages get its files and the numbers of its thread with it. */
export interface StoredMessage
  extends Omit<Message, 'channel' | 'files' | 'cards' | 'reply_count' | 'reply_users' | 'latest_reply'> {
  /** File ids. */
  files?: string[];
  metadata?: Metadata;
  /** Cards of the links in its text. */
  cards?: StoredCard[];
}

/** The card of a link: its blocks, and the Work Object that they show. */
export interface StoredCard {
  /** The link as it is in the message. */
  url: string;
  blocks: KnownBlock[];
  entity?: Entity;
}

interface Metadata {
  event_type: string;
  event_payload: Record<string, unknown>;
}

export interface StoredFile extends Omit<FileInfo, 'url' | 'previews'> {
  /** Secret part of the page's address of the file. */
  key: string;
  /** Number of stored previews. */
  previews: number;
  /** Whether a person gave it to the app in a form, so that the app may read it. */
  given?: boolean;
  /** False between getUploadURLExternal and completeUploadExternal. */
  complete: boolean;
  /** When Slack has processed an upload of the app, in ms since the epoch; null: never. Uploads of people are processed at once. */
  processedAt?: number | null;
  shares: { channel: string; ts: string; thread_ts?: string }[];
}

/** A view as Slack returns it to the app. */
export type StoredView = View & {
  id: string;
  team_id: string;
  app_id: string;
  bot_id: string;
  app_installed_team_id: string;
  hash: string;
  state: { values: ViewState };
  root_view_id: string;
  previous_view_id: string | null;
  external_id: string;
  callback_id: string;
  private_metadata: string;
  clear_on_close: boolean;
  notify_on_close: boolean;
};
