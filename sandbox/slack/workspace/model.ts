import type { KnownBlock, View } from '@slack/types';
import type { Conversation, Message, Person as PublicPerson, ViewState } from '../protocol.ts';

/** What the stand-in holds. All of it is plain data, so that a snapshot of it is JSON (see snapshot.ts). */

export interface Team {
  id: string;
  name: string;
  domain: string;
  initials: string;
  color: string;
  people: Person[];
  channels: Channel[];
  files: StoredFile[];
  /** The published App Home of each person. */
  homes: Record<string, StoredView>;
  /** Up to which `ts` a person has read, by person and channel. */
  reads: Record<string, Record<string, string>>;
  /** Ids of the tour's steps that were seen done. */
  tour: string[];
  installation: Installation | null;
}

/** What an installed app was given. */
export interface Installation {
  botUserId: string;
  botId: string;
  botToken: string;
  scopes: string[];
}

export interface Person extends PublicPerson {
  email: string;
}

export interface Channel {
  id: string;
  kind: Conversation['kind'];
  name: string;
  topic: string;
  members: string[];
  creator: string;
  /** Seconds since the epoch. */
  created: number;
  archived: boolean;
  messages: StoredMessage[];
}

/** A message in Slack's own field names. */
export interface StoredMessage {
  ts: string;
  user: string;
  text: string;
  blocks?: KnownBlock[];
  attachments?: Message['attachments'];
  /** File ids. */
  files?: string[];
  thread_ts?: string;
  edited?: { user: string; ts: string };
  reactions?: { name: string; users: string[] }[];
  subtype?: string;
  /** A reply that was also sent to the channel. */
  broadcast?: boolean;
  /** Posted by the app. */
  bot?: boolean;
  metadata?: Metadata;
  /** Only this person sees it, and only until the stand-in stops. */
  ephemeralFor?: string;
}

interface Metadata {
  event_type: string;
  event_payload: Record<string, unknown>;
}

export interface StoredFile {
  id: string;
  name: string;
  title: string;
  mimetype: string;
  filetype: string;
  size: number;
  user: string;
  /** Seconds since the epoch. */
  created: number;
  /** Makes the page's address of the file unguessable. */
  key: string;
  /** Number of preview pictures kept beside the bytes. */
  previews: number;
  /** A person handed it to the app in a form, so the app may read it wherever it is. */
  given?: boolean;
  /** False between getUploadURLExternal and completeUploadExternal. */
  complete: boolean;
  /** When Slack is done with the app's upload, ms since the epoch; null where it never is. What people upload is done. */
  processedAt?: number | null;
  shares: { channel: string; ts: string; thread_ts?: string }[];
}

/** A view in the shape in which Slack gives it back to the app. */
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
