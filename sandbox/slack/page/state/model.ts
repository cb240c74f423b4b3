import type { View } from '@slack/types';
import type { Message, OpenView, Workspace } from '../../protocol.ts';
import type { Place } from './place.ts';

/** Everything the page shows. Changed only by `reduce`. */
export interface Model {
  workspace: Workspace | null;
  place: Place;
  /** Top level of each conversation that was opened, oldest first. */
  histories: Record<string, Message[]>;
  /** The thread in the right pane: parent first. */
  thread: { channel: string; ts: string; messages: Message[] } | null;
  /** The modal stack, bottom first. */
  views: OpenView[];
  /** The app's Home as published for this person. */
  home: View | null;
  /** "Deckhand is reading the thread…", by `statusKey`. */
  statuses: Record<string, string>;
  /** First unread message of a conversation when it was opened: where "New" is drawn. */
  newFrom: Record<string, string>;
  /** Lines that Slack itself says, gone on reload. */
  notices: Notice[];
  online: boolean;
}

export interface Notice {
  id: number;
  text: string;
  channel?: string;
  threadTs?: string;
}

export const emptyModel = (place: Place): Model => ({
  workspace: null,
  place,
  histories: {},
  thread: null,
  views: [],
  home: null,
  statuses: {},
  newFrom: {},
  notices: [],
  online: true,
});

export const statusKey = (channel: string, threadTs: string): string => `${channel}/${threadTs}`;
