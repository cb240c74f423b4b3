import type { ReadableStream } from 'node:stream/web';
import { exportFormats } from '../../service/options.ts';
import type { ReadProgress } from '../../sources/history.ts';
import type { Generation } from '../generation.ts';
import type { Wait } from '../work/work.ts';

/**
 * The calls to Slack that deliver a generation, implemented in slack/.
 * A method that posts throws `PostRefused` if nothing was posted. After any other error, the message may have been posted, so the caller
 * must search for the message before posting again. Nothing is posted after `signal` is aborted, because another process may then run the
 * job.
 */
export interface Delivery {
  /** Posts the generation's first message, which becomes the result card. Its metadata contains `id`, so that `findMessage` can find it. */
  postRoot(generation: Generation, place: Place, id: string, signal: AbortSignal): Promise<Posted>;
  /** Updates the generation's first message to the generation's state. May skip an update that only shows progress. Safe to call again. */
  update(generation: Generation, progress?: Progress): Promise<void>;
  /** Posts a notice of the outcome that mentions the asker, because Slack does not notify people when a card is edited. */
  postNotice(generation: Generation, place: Place, id: string, signal: AbortSignal): Promise<Posted>;
  /** Finds the message that was posted with this `id`; null if there is none. @throws PostRefused if Slack does not allow the search */
  findMessage(generation: Generation, place: Place, id: string): Promise<Posted | null>;
  /** Uploads a file. Nobody can see the file until `shareFile` posts it. */
  uploadFile(generation: Generation, file: ExportFile): Promise<{ fileId: string }>;
  /** Posts an uploaded file in the thread. */
  shareFile(generation: Generation, place: Place, file: SharedFile, signal: AbortSignal): Promise<void>;
  /** Returns the media type of an uploaded file; undefined while Slack is still processing the file. */
  processedType(generation: Generation, fileId: string): Promise<string | undefined>;
  /** Returns true if the file has been posted in the thread. */
  isFileShared(generation: Generation, place: Place, fileId: string): Promise<boolean>;
  /** Deletes a file that Deckhand has uploaded, and the messages that show it. Safe to call again. */
  deleteFile(generation: Generation, fileId: string): Promise<void>;
  /** Returns true if people may have replied to the generation's first message. @throws PostRefused if Slack does not return the replies */
  hasReplies(generation: Generation): Promise<boolean>;
  /** Posts an ephemeral message in the asker's conversation that points to a direct message. Only an asker who is online sees it. */
  hintAtDirectMessage(generation: Generation): Promise<void>;
  /** Deletes a message that Deckhand has posted. Safe to call again. */
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
  /** Milliseconds since Deckhand began to poll the service for the document; before that, milliseconds since the ask was accepted. */
  elapsedMs: number;
  /** How much of a long conversation or file has been read. */
  read?: ReadProgress;
  /** Why Deckhand waits now, for example for another change of the same document. */
  wait?: Wait;
  /** True while Deckhand searches for a document because the create call got no response. */
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

/** The exports that a person can request: pictures of the first slides (`slides`, at most `PICTURES_LIMIT`), or a file format. */
export const exportKinds = ['slides', ...exportFormats] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The kind of a posted file: an export of a document, or `picture` for an ask that made a picture. */
export type FileKind = ExportKind | 'picture';

export interface SharedFile {
  /** The other files in the same message as `fileId`. */
  more?: { fileId: string; name: string }[];
  fileId: string;
  name: string;
  /** The kind of the file. Undefined if the file is only the card's picture. The message then also reports the outcome of the ask. */
  exportAs?: FileKind | undefined;
  /** Id of the person whom the message mentions. */
  by: string;
}

/** Thrown if Slack refused the call, so that nothing was posted. */
export class PostRefused extends Error {
  override name = 'PostRefused';
  /** Slack's error code, e.g. `not_in_channel`. */
  readonly code: string;
  /** Milliseconds to wait after a rate limit. Undefined if Slack refused for another reason. */
  readonly retryAfterMs: number | undefined;
  constructor(code: string, retryAfterMs?: number) {
    super(`Slack refused the post: ${code}`);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Deckhand's own error code for a message that is not posted, because another message replaces it or because it is outdated. */
export const GIVEN_UP = 'given_up';

/**
 * Error codes after which the message must be posted elsewhere. The first three are Deckhand's own. `cannot_search` means that we do not
 * know whether the message was posted, because Slack does not allow the search for it.
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

/** Returns true if nothing can be posted in the conversation or thread any more, so that the message must be posted elsewhere. */
export function isUnreachable(error: unknown): error is PostRefused {
  return error instanceof PostRefused && UNREACHABLE.has(error.code);
}
