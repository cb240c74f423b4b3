import type { ReadableStream } from 'node:stream/web';
import type { ExportFormat } from '../../service/options.ts';
import type { ReadProgress } from '../../sources/history.ts';
import type { Failure, Generation } from '../generation.ts';

/**
 * How an outcome gets back to where it was asked for. slack/ implements it; generations/ decides what is posted
 * when, and that nothing is posted twice.
 *
 * A post either returns, or throws `PostRefused` (certainly not posted), or throws anything else (nobody knows:
 * look with `findMessage` or `isFileShared` before posting again).
 */
export interface Delivery {
  /** Posts the first message, which becomes the result card later. `id` goes into the message's metadata. */
  postRoot(generation: Generation, place: Place, id: string): Promise<Posted>;
  /** Redraws the first message after the state of the generation. Repeating it does no harm. */
  update(generation: Generation, progress?: Progress): Promise<void>;
  /** A line in the thread that mentions the person, since an edited message notifies nobody. */
  postNotice(generation: Generation, place: Place, id: string, notice: Notice): Promise<Posted>;
  /** Throws `PostRefused` where Slack does not let us look. */
  findMessage(generation: Generation, place: Place, id: string): Promise<Posted | null>;
  /** Gets Slack's place for a file of `size` bytes and streams it there. Nothing is visible to anyone yet. */
  uploadFile(generation: Generation, file: ExportFile): Promise<{ fileId: string }>;
  /** Shows an uploaded file in the thread: this is the post. */
  shareFile(generation: Generation, place: Place, file: SharedFile): Promise<void>;
  /** Whether that file already stands in the thread. */
  isFileShared(generation: Generation, place: Place, fileId: string): Promise<boolean>;
}

export interface Place {
  channel: string;
  threadTs?: string;
}

export interface Posted {
  channel: string;
  ts: string;
}

/** The subject of a line in the thread: the state that the generation has come to, or an export that failed. */
export type Notice =
  | { kind: 'outcome' }
  | { kind: 'export_failed'; exportAs: ExportFormat; failure: Failure; by: string };

export interface Progress {
  /** Milliseconds since the ask was accepted. */
  elapsedMs: number;
  /** How far the reading of a long source has come. */
  read?: ReadProgress;
}

export interface ExportFile {
  name: string;
  /** bytes */
  size: number;
  body: ReadableStream<Uint8Array>;
}

export interface SharedFile {
  fileId: string;
  name: string;
  exportAs: ExportFormat;
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

/** `cannot_look` is ours: a post may stand there, and Slack will not let us see (post-once.ts). */
const UNREACHABLE = new Set([
  'cannot_look',
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
