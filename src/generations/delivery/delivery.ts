import type { ReadableStream } from 'node:stream/web';
import { exportFormats } from '../../service/options.ts';
import type { ReadProgress } from '../../sources/history.ts';
import type { Generation } from '../generation.ts';
import type { Wait } from '../work/work.ts';

/**
 * The calls to Slack that deliver a generation. They are implemented in slack/. The code in generations/ decides what is posted and when,
 * and makes sure that nothing is posted twice.
 *
 * A call that posts throws `PostRefused` if the message was certainly not posted. After any other error the message may have been posted,
 * so the caller searches for it with `findMessage` or `isFileShared` before it posts again. Nothing is posted after `signal` is aborted,
 * because another process may then have the job.
 */
export interface Delivery {
  /** Posts the generation's first message, which later becomes the result card. Puts `id` into its metadata for `findMessage`. */
  postRoot(generation: Generation, place: Place, id: string, signal: AbortSignal): Promise<Posted>;
  /** Updates the generation's first message to the generation's state. Safe to call again. */
  update(generation: Generation, progress?: Progress): Promise<void>;
  /**
   * Posts a notice of the outcome, in the thread or as a direct message. The notice mentions the asker, because Slack does not notify
   * people when the card is edited.
   */
  postNotice(generation: Generation, place: Place, id: string, signal: AbortSignal): Promise<Posted>;
  /** Finds the message that was posted with this `id`; null if there is none. @throws PostRefused if Slack does not allow the search */
  findMessage(generation: Generation, place: Place, id: string): Promise<Posted | null>;
  /** Uploads a file. Nobody can see the file until `shareFile` posts it. */
  uploadFile(generation: Generation, file: ExportFile): Promise<{ fileId: string }>;
  /** Posts an uploaded file in the thread. */
  shareFile(generation: Generation, place: Place, file: SharedFile, signal: AbortSignal): Promise<void>;
  /** Returns the media type of an uploaded file; undefined while Slack is still processing the file. */
  processedType(generation: Generation, fileId: string): Promise<string | undefined>;
  /** Returns true if the file is posted in the thread. */
  isFileShared(generation: Generation, place: Place, fileId: string): Promise<boolean>;
  /** Deletes a file that the app uploaded, and the messages that show it. Safe to call again. */
  deleteFile(generation: Generation, fileId: string): Promise<void>;
  /** Returns true if a person has replied to the generation's first message. @throws PostRefused if Slack does not allow reading replies */
  hasReplies(generation: Generation): Promise<boolean>;
  /**
   * Posts an ephemeral message in the conversation in which the asker wrote the ask. The message says that the asker got a direct message.
   * Slack shows it only to the asker, and only if the asker is online.
   */
  hintAtDirectMessage(generation: Generation): Promise<void>;
  /** Deletes a message that the app posted. Safe to call again. */
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

export interface Progress {
  /** Milliseconds since polling began, or since the ask was accepted if polling has not begun. */
  elapsedMs: number;
  /** How much of a long source has been read. */
  read?: ReadProgress;
  /** What the generation waits for before it is submitted or polled again. */
  wait?: Wait;
  /** True while Deckhand looks for the document of a create call whose response was lost. */
  isLooking?: true;
}

export interface ExportFile {
  name: string;
  /** Alternative text of a picture. */
  alt?: string;
  /** Size in bytes. */
  size: number;
  body: ReadableStream<Uint8Array>;
}

/** Maximum number of pictures in one message, because Slack posts at most ten files at once. */
export const PICTURES_LIMIT = 10;

/** The exports that a person can request: `slides` for pictures of the first slides (at most `PICTURES_LIMIT`), or a file format. */
export const exportKinds = ['slides', ...exportFormats] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Kind of a file: an export of a document, or `picture` if the ask was for a picture. */
export type FileKind = ExportKind | 'picture';

export interface SharedFile {
  /** Other files that are posted in the same message as `fileId`. */
  more?: { fileId: string; name: string }[];
  fileId: string;
  name: string;
  /** Undefined if the only file is the card's picture. In this case the text of the message reports the outcome of the ask. */
  exportAs?: FileKind | undefined;
  /** Id of the person whom the message mentions. */
  by: string;
}

/** Thrown if Slack refused the call, so that nothing was posted. */
export class PostRefused extends Error {
  override name = 'PostRefused';
  /** Slack's error code, e.g. `not_in_channel`. */
  readonly code: string;
  /** Milliseconds to wait before another try after a rate limit. Undefined if the reason is not a rate limit. */
  readonly retryAfterMs: number | undefined;
  constructor(code: string, retryAfterMs?: number) {
    super(`Slack refused the post: ${code}`);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Deckhand's own error code for a post that was replaced by another message, for example by a direct message. */
export const GIVEN_UP = 'given_up';

/**
 * Error codes after which the message has to be posted elsewhere. The first three are Deckhand's own, all others are Slack's.
 * - `given_up`: see `GIVEN_UP`.
 * - `cannot_search`: the message may have been posted, and Slack does not allow the search for it (post-once.ts).
 * - `not_a_member`: the person is not in the conversation.
 */
const UNREACHABLE = new Set([
  GIVEN_UP,
  'cannot_search',
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

/** Returns true if the error means that nothing can be posted in the conversation or thread any more, so the message must go elsewhere. */
export function isUnreachable(error: unknown): error is PostRefused {
  return error instanceof PostRefused && UNREACHABLE.has(error.code);
}
