import type { Deck, DeckFormat } from '../engine/deck.ts';
import type { DocInput, PictureType } from '../engine/engine.ts';

/** What the stand-in keeps. All of it is JSON. Times are milliseconds since the epoch, read from the stand-in's clock. */

type Role = 'admin' | 'editor' | 'viewer';
export type Access = 'noAccess' | 'view' | 'comment' | 'edit' | 'fullAccess';
export type ExportKind = 'pdf' | 'png' | 'pptx';

export interface Member {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** What they have to spend themselves, where it is no longer as much as the workspace had at first. */
  credits?: number;
  /** Of their own, in all. */
  spent?: number;
}

export interface Workspace {
  id: string;
  name: string;
  credits: number;
  members: Member[];
  /** Features that its plan does not have (deployment.ts). */
  without?: string[];
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
  /** null: nobody is named. */
  author: { name: string } | null;
  at: number;
}

export interface Comment extends Said {
  id: string;
  /** Left out where the doc as a whole is meant. */
  cardId?: string;
  status: string;
  /** The words that the comment is pinned to. */
  targetText: string | null;
  replies: (Said & { id: string })[];
}

export interface Viewer {
  id: string;
  /** null: they did not sign in. */
  name: string | null;
  email: string | null;
}

/** One person looking through a doc once. */
export interface Visit {
  viewer: Viewer;
  at: number;
  /** For each card, in seconds; 0 where they did not come so far. */
  seconds: number[];
}

export interface Doc {
  /** The API file id, `g_…`. */
  id: string;
  /** What a web address ends in; no use in the API. */
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
  /** What was said and who looked besides those who come by themselves (samples/). */
  comments?: Comment[];
  visits?: Visit[];
  /** Whose reading its analytics count; everybody's unless told. */
  analyticsScope?: 'all' | 'self';
  createdAt: number;
  updatedAt: number;
  archivedAt?: number;
  /** Kept as a name only, for the generation that made it. */
  deletedAt?: number;
}

/** What a test asked to go wrong with one generation; see Misbehaviour. */
export interface Mishap {
  fails?: { message: string; statusCode: number };
  neverEnds?: boolean;
  forgotten?: boolean;
  /** null: the export link never comes. */
  exportLateMs?: number | null;
  exportBytes?: number;
}

/** Something that takes its time and costs credits. */
export interface Job {
  id: string;
  workspaceId: string;
  personId: string;
  /** Whose credits are spent; the workspace's unless told. */
  pays?: 'workspace' | 'person';
  status: 'pending' | 'completed' | 'failed';
  createdAt: number;
  /** When it completes or fails. */
  readyAt: number;
  mishap: Mishap;
  /** Whether a poll of it was ever answered. */
  seen: boolean;
  credits?: { deducted: number; remaining: number };
  error?: { message: string; statusCode: number };
}

export interface GenerationRecord extends Job {
  /** What to make, one for each page; dropped once made. */
  inputs: DocInput[];
  price: Price;
  exportAs?: ExportKind;
  folderId?: string;
  sharing: Sharing;
  /** Asked for at the agent's route, and read there. */
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

/** In credits. */
export interface Price {
  perCard: number;
  perImage: number;
}

export interface ExportRecord {
  id: string;
  workspaceId: string;
  docId: string;
  kind: ExportKind;
  /** When the link is there; null: never. */
  readyAt: number | null;
  /** What the doc was when the file was made, where it has changed or gone since: the link goes on giving that. */
  deck?: Deck;
  /** Unguessable part of the link. */
  token: string;
  /** A stream of this many bytes in place of the drawn file. */
  bytes?: number;
  failure?: 'render_timeout' | 'export_failed' | 'deck_too_large' | 'no_content';
}
