import type { Deck, DeckFormat } from '../engine/deck.ts';
import type { DocInput, PictureType } from '../engine/engine.ts';

/** The records of the store, as plain JSON. Times are milliseconds since the epoch by the stand-in's clock. */

type Role = 'admin' | 'editor' | 'viewer';
export type Access = 'noAccess' | 'view' | 'comment' | 'edit' | 'fullAccess';
export type ExportKind = 'pdf' | 'png' | 'pptx';

export interface Member {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Credits left to this person, who spends them by OAuth. */
  credits?: number;
  /** Credits that this person has spent by OAuth in all. */
  spent?: number;
}

export interface Workspace {
  id: string;
  name: string;
  credits: number;
  members: Member[];
  folders: { id: string; name: string /** Ids of those who belong to it. */; people: string[] }[];
}

export interface Sharing {
  workspaceAccess?: Access;
  externalAccess?: Exclude<Access, 'fullAccess'>;
  recipients?: string[];
  recipientAccess?: Exclude<Access, 'noAccess'>;
}

interface Said {
  contentText: string;
  /** null: the author is unknown. */
  author: { name: string } | null;
  at: number;
}

export interface Comment extends Said {
  id: string;
  /** Absent if the comment is on the whole doc. */
  cardId?: string;
  status: string;
  /** The words that the comment is attached to. */
  targetText: string | null;
  replies: (Said & { id: string })[];
}

export interface Viewer {
  id: string;
  /** null: the viewer did not sign in. */
  name: string | null;
  email: string | null;
}

/** One visit of one person to a doc. */
export interface Visit {
  viewer: Viewer;
  at: number;
  /** Seconds on each card; 0 if it was not seen. */
  seconds: number[];
}

export interface Doc {
  /** The API file id, `g_…`. */
  id: string;
  /** Last part of the doc's web address. The API does not accept it as an id. */
  slug: string;
  workspaceId: string;
  ownerId: string;
  format: DeckFormat;
  deck: Deck;
  /** A web page made from `pages` has several; only a doc with one can be a template. */
  pages: number;
  /** Listed among the workspace's templates, with these words. */
  template?: { description: string };
  folderId?: string;
  sharing: Sharing;
  comments?: Comment[];
  visits?: Visit[];
  /** Whose visits its analytics count; all by default. */
  analyticsScope?: 'all' | 'self';
  createdAt: number;
  updatedAt: number;
  archivedAt?: number;
  /** Set when the doc is deleted. The record stays for the generation that made it. */
  deletedAt?: number;
}

/** Faults that a test asked for in one job; see Misbehaviour. */
export interface Mishap {
  fails?: { message: string; statusCode: number };
  neverEnds?: boolean;
  forgotten?: boolean;
  /** null: the export link never comes. */
  exportLateMs?: number | null;
}

/** An asynchronous job that costs credits. */
export interface Job {
  id: string;
  workspaceId: string;
  personId: string;
  /** Whose credits are spent; by default the workspace's. */
  pays?: 'workspace' | 'person';
  status: 'pending' | 'completed' | 'failed';
  createdAt: number;
  /** When it completes or fails. */
  readyAt: number;
  mishap: Mishap;
  /** Whether it was polled at least once. */
  seen: boolean;
  credits?: { deducted: number; remaining: number };
  error?: { message: string; statusCode: number };
}

export interface GenerationRecord extends Job {
  /** Input of each page; removed when the doc is made. */
  inputs: DocInput[];
  exportAs?: ExportKind;
  folderId?: string;
  sharing: Sharing;
  /** Created at the agent's route, which is also the only one that returns it. */
  byAgent?: boolean;
  docId?: string;
  exportId?: string;
}

export interface ImageRecord extends Job {
  prompt: string;
  type?: PictureType;
  themeId?: string;
  /** In pixels. */
  width: number;
  height: number;
  /** Unguessable part of its address. */
  token: string;
}

export interface EditRecord extends Job {
  docId: string;
  prompt: string;
}

export interface ExportRecord {
  id: string;
  workspaceId: string;
  docId: string;
  kind: ExportKind;
  /** When the link is there; null: never. */
  readyAt: number | null;
  /** The doc's deck at the time of the export, if the doc has changed or was deleted since. */
  deck?: Deck;
  /** Unguessable part of the link. */
  token: string;
  failure?: 'render_timeout' | 'export_failed' | 'deck_too_large' | 'no_content';
}
