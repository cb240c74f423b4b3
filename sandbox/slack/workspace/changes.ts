import type { Channel, StoredFile, StoredMessage, StoredView, Team } from './model.ts';

/** A change in a workspace. It causes news for pages, events for the app and a snapshot. */
export type Change =
  | { kind: 'posted'; team: Team; channel: Channel; message: StoredMessage }
  | { kind: 'edited'; team: Team; channel: Channel; message: StoredMessage; previous: StoredMessage }
  | { kind: 'refreshed'; team: Team; channel: Channel; message: StoredMessage }
  | { kind: 'deleted'; team: Team; channel: Channel; message: StoredMessage }
  | { kind: 'ephemeral' | 'ephemeral_deleted'; team: Team; channel: Channel; message: StoredMessage }
  | {
      kind: 'reacted';
      team: Team;
      channel: Channel;
      message: StoredMessage;
      user: string;
      name: string;
      removed: boolean;
    }
  | { kind: 'joined'; team: Team; channel: Channel; user: string; inviter?: string }
  | { kind: 'left'; team: Team; channel: Channel; user: string }
  | { kind: 'conversation'; team: Team; channel: Channel }
  | { kind: 'read'; team: Team; channel: Channel; user: string }
  | { kind: 'file'; team: Team; file: StoredFile }
  | { kind: 'view_opened' | 'view_updated'; team: Team; user: string; view: StoredView; depth: number }
  | { kind: 'view_closed'; team: Team; user: string; id: string; all: boolean }
  | { kind: 'home'; team: Team; user: string; view: StoredView | null }
  | { kind: 'notice'; team: Team; user: string; text: string; channel?: string }
  | { kind: 'installed' | 'uninstalled' | 'workflow'; team: Team };

export type Listener = (change: Change) => void;
