import type { Conversation } from '../protocol.ts';
import type { Person } from '../workspace/model.ts';

/** Who is in the stand-in at its first start, and what was said before. */
export interface Seed {
  teams: SeedTeam[];
}

export interface SeedTeam {
  id: string;
  name: string;
  domain: string;
  initials: string;
  color: string;
  /** False: the app gets into this team by OAuth only. */
  installed: boolean;
  people: Person[];
  conversations: SeedConversation[];
}

export interface SeedConversation {
  id: string;
  kind: Conversation['kind'];
  name: string;
  topic: string;
  /** Ids of people. */
  members: string[];
  /** True where the app is in it. */
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
}

/** Relative to the first start: a time of day some working days ago, or minutes ago. */
export type Moment = { workdaysAgo: number; time: string } | { minutesAgo: number };
