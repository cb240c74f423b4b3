import type { Clock } from '../../clock.ts';
import type { Change, Listener } from './changes.ts';
import type { Channel, Person, StoredFile, StoredMessage, Team } from './model.ts';

/** The teams of the stand-in and the listeners for their changes. */
export interface Workspace {
  readonly teams: Team[];
  /** Ephemeral messages, which are not stored. */
  readonly ephemerals: { team: string; channel: string; message: StoredMessage }[];
  /** Bot tokens of former installations. */
  readonly revokedTokens: Set<string>;
  /** Returns a new message timestamp, which is unique and later than the last. */
  nextTs(): string;
  changed(change: Change): void;
  onChange(listener: Listener): () => void;
}

export function createWorkspace(clock: Clock): Workspace {
  const listeners = new Set<Listener>();
  let lastMicroseconds = 0;
  return {
    teams: [],
    ephemerals: [],
    revokedTokens: new Set(),
    nextTs() {
      lastMicroseconds = Math.max(clock.now() * 1000, lastMicroseconds + 1);
      return asTs(lastMicroseconds);
    },
    changed(change) {
      for (const listener of listeners) listener(change);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Formats microseconds since the epoch as Slack does: seconds, a dot and six digits. */
export function asTs(microseconds: number): string {
  const whole = Math.floor(microseconds);
  return `${Math.floor(whole / 1_000_000)}.${String(whole % 1_000_000).padStart(6, '0')}`;
}

export const teamOfPerson = (workspace: Workspace, userId: string): Team | undefined =>
  workspace.teams.find((team) => team.people.some((person) => person.id === userId));

export const findPerson = (team: Team, id: string): Person | undefined =>
  team.people.find((person) => person.id === id);

export const findChannel = (team: Team, id: string): Channel | undefined =>
  team.channels.find((channel) => channel.id === id);

export const findMessage = (channel: Channel, ts: string): StoredMessage | undefined =>
  channel.messages.find((message) => message.ts === ts);

export const findFile = (team: Team, id: string): StoredFile | undefined =>
  team.files.find((file) => file.id === id);

export const isMember = (channel: Channel, userId: string): boolean => channel.members.includes(userId);

/** Returns whether a channel is visible to a user. Private ones are visible only to members. */
export const maySee = (channel: Channel, userId: string): boolean =>
  channel.kind === 'channel' || isMember(channel, userId);
