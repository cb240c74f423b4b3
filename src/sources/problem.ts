/** Why a source cannot be used, as data; the words for it are built where it is told. */
export type SourceReason =
  | 'source_unreadable'
  | 'source_empty'
  | 'source_too_long'
  /** The thread, or the message that it began with, is no longer there. */
  | 'thread_gone'
  /** Nothing that may be used was said in it. */
  | 'thread_empty'
  /** Deckhand is not in the conversation. */
  | 'not_in_channel'
  | 'channel_archived'
  /** The person who asks is not in it. */
  | 'not_a_member'
  /** What was said in private was to go somewhere else. */
  | 'private_elsewhere';

/** The source cannot be read, in terms a person can act on. */
export class SourceProblem extends Error {
  override name = 'SourceProblem';
  readonly reason: SourceReason;
  constructor(reason: SourceReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
