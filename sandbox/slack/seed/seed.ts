import type { Channel, Team } from '../workspace/model.ts';

/** The teams, people and messages at the first start. */
export interface Seed {
  teams: SeedTeam[];
  /** Folder of the files that messages have, and that people can choose when they attach one. */
  filesDir?: string;
}

export interface SeedTeam
  extends Pick<Team, 'id' | 'name' | 'domain' | 'initials' | 'color' | 'people' | 'groups' | 'workflows'> {
  /** Whether the app is installed. */
  installed: boolean;
  conversations: SeedConversation[];
}

export interface SeedConversation extends Pick<Channel, 'id' | 'kind' | 'name' | 'topic' | 'members'> {
  /** Whether the app is a member. */
  app: boolean;
  messages: SeedMessage[];
}

export interface SeedMessage {
  at: Moment;
  /** Id of a person. */
  user: string;
  text: string;
  replies?: SeedMessage[];
  reactions?: { name: string; users: string[] }[];
  edited?: boolean;
  /** Names of files in the seed's folder. */
  files?: string[];
}

/** A time before the first start: a time of day some working days ago, or minutes ago. */
export type Moment = { workdaysAgo: number; time: string } | { minutesAgo: number };
