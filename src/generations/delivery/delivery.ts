import type { ReadableStream } from 'node:stream/web';
import type { ExportFormat } from '../../service/options.ts';
import type { ReadProgress } from '../../sources/history.ts';
import type { Failure, Generation } from '../generation.ts';
import type { Wait } from '../work/work.ts';

/**
 * How an outcome gets back to where it was asked for. slack/ implements it; generations/ decides what is posted
 * when, and that nothing is posted twice.
 *
 * A post either returns, or throws `PostRefused` (certainly not posted), or throws anything else (nobody knows:
 * look with `findMessage` or `isFileShared` before posting again). What has not been sent when `signal` is aborted is not
 * posted: Slack may be asked for minutes first, and whoever has the job by then looks for the post, and makes it.
 */
export interface Delivery {
  /** Posts the first message, which becomes the result card later. `id` goes into the message's metadata. */
  postRoot(generation: Generation, place: Place, id: string, signal: AbortSignal): Promise<Posted>;
  /** Redraws the first message after the state of the generation. Repeating it does no harm. */
  update(generation: Generation, progress?: Progress): Promise<void>;
  /** A line in the thread that mentions the person, since an edited message notifies nobody. */
  postNotice(
    generation: Generation,
    place: Place,
    id: string,
    notice: Notice,
    signal: AbortSignal,
  ): Promise<Posted>;
  /** Throws `PostRefused` where Slack does not let us look. */
  findMessage(generation: Generation, place: Place, id: string): Promise<Posted | null>;
  /** Gets Slack's place for a file of `size` bytes and streams it there. Nothing is visible to anyone yet. */
  uploadFile(generation: Generation, file: ExportFile): Promise<{ fileId: string }>;
  /** Shows an uploaded file in the thread: this is the post. */
  shareFile(generation: Generation, place: Place, file: SharedFile, signal: AbortSignal): Promise<void>;
  /** Ends the upload of a picture that a notice will show. Nobody else sees it before. */
  keepFile(generation: Generation, file: Pick<SharedFile, 'fileId' | 'name'>): Promise<void>;
  /** The media type of a file, once Slack has processed it and messages can show it. */
  processedType(generation: Generation, fileId: string): Promise<string | undefined>;
  /** Whether that file already stands in the thread. */
  isFileShared(generation: Generation, place: Place, fileId: string): Promise<boolean>;
  /** Takes a file of ours away, with the lines that show it, wherever it was shared. Repeating it does no harm. */
  deleteFile(generation: Generation, fileId: string): Promise<void>;
  /** Takes a line of ours away. Repeating it does no harm. */
  deleteNotice(generation: Generation, notice: Posted): Promise<void>;
}

export interface Place {
  channel: string;
  threadTs?: string;
}

export interface Posted {
  channel: string;
  ts: string;
}

/** The subject of a line in the thread: the state that the generation has come to, its picture, or an export that failed. */
export type Notice =
  | { kind: 'outcome' }
  /** Slack's file: a card that is edited shows people only pictures that a post beside it has shown. */
  | { kind: 'picture'; fileId: string }
  | { kind: 'export_failed'; exportAs: ExportFormat; failure: Failure; by: string };

export interface Progress {
  /** Milliseconds since the ask was accepted, or since the service makes it. */
  elapsedMs: number;
  /** How far the reading of a long source has come. */
  read?: ReadProgress;
  /** Why it has not been sent to the service yet. */
  wait?: Wait;
}

export interface ExportFile {
  name: string;
  /** Describes a picture to people who cannot see it. */
  alt?: string;
  /** bytes */
  size: number;
  body: ReadableStream<Uint8Array>;
}

/** A file of a document, or a picture made for itself. */
export type FileKind = ExportFormat | 'picture';

export interface SharedFile {
  /** Posted with it in one message. */
  more?: { fileId: string; name: string }[];
  fileId: string;
  name: string;
  exportAs: FileKind;
  /** The person who is mentioned beside it. */
  by: string;
}

/** Slack answered, and the answer was no: nothing was posted. */
export class PostRefused extends Error {
  override name = 'PostRefused';
  /** Slack's error code, e.g. `not_in_channel`. */
  readonly code: string;
  /** Set on 429: milliseconds after which it may be tried again. */
  readonly retryAfterMs: number | undefined;
  constructor(code: string, retryAfterMs?: number) {
    super(`Slack refused the post: ${code}`);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Our own code: a direct message stands in for the post, or is about to. */
export const GIVEN_UP = 'given_up';

/**
 * Two more are ours. `cannot_look`: a post may stand there, and Slack will not let us see (post-once.ts). `not_a_member`:
 * the place is closed to the person, so nothing is posted there for them.
 */
const UNREACHABLE = new Set([
  GIVEN_UP,
  'cannot_look',
  'not_a_member',
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'is_inactive',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_non_threadable_channel',
  'restricted_action_thread_locked',
  'restricted_action_thread_only_channel',
  'thread_not_found',
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'cannot_reply_to_message',
]);

/** True where the place can no longer be written to, so that the person has to be reached elsewhere. */
export function isUnreachable(error: unknown): error is PostRefused {
  return error instanceof PostRefused && UNREACHABLE.has(error.code);
}
