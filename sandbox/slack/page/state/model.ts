import type { View } from '@slack/types';
import type { CardPlace, Message, OpenView, PanelShown, Workspace } from '../../protocol.ts';
import type { Place } from './place.ts';

/** Everything the page shows. Changed only by `reduce`. */
export interface Model {
  workspace: Workspace | null;
  place: Place;
  /** Top-level messages of each conversation that was opened, oldest first. */
  histories: Record<string, Message[]>;
  /** The open thread, parent first. */
  thread: { channel: string; ts: string; messages: Message[] } | null;
  /** The open panel of a card. It covers the thread. */
  panel: { place: CardPlace; shown?: PanelShown } | null;
  /** The modal stack, bottom first. */
  views: OpenView[];
  /** The app's Home as published for this person. */
  home: View | null;
  /** ts of the first unread message of a conversation when it was opened, below the "New" line. */
  newFrom: Record<string, string>;
  /** Messages of Slack itself. They disappear on reload. */
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
  panel: null,
  views: [],
  home: null,
  newFrom: {},
  notices: [],
  online: true,
});
