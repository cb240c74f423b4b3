import { WebAPIPlatformError } from '@slack/web-api';

/** Why a source cannot be used. slack/ has the words for it. */
export const sourceReasons = [
  'source_unreadable',
  'source_empty',
  'source_too_long',
  /** The thread, or the message that it began with, is no longer there. */
  'thread_gone',
  /** Nothing that may be used was said in it. */
  'thread_empty',
  /** Deckhand is not in the conversation. */
  'not_in_channel',
  'channel_archived',
  /** The person who asks is not in it. */
  'not_a_member',
  /** The text of a private conversation was to go somewhere else. */
  'private_elsewhere',
] as const;
export type SourceReason = (typeof sourceReasons)[number];

/** A source that cannot be read, with a reason that a person can act on. */
export class SourceProblem extends Error {
  override name = 'SourceProblem';
  readonly reason: SourceReason;
  constructor(reason: SourceReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const reasons = new Map<string, SourceReason>(
  Object.entries({
    thread_not_found: 'thread_gone',
    message_not_found: 'thread_gone',
    not_in_channel: 'not_in_channel',
    // Slack denies the existence of private conversations that Deckhand is not in.
    channel_not_found: 'not_in_channel',
  } as const),
);

/** Throws a SourceProblem where Slack's refusal says why the source cannot be used; else the error as it is. */
export function throwAsSourceProblem(error: unknown): never {
  const code = error instanceof WebAPIPlatformError ? error.data.error : '';
  const reason = reasons.get(code);
  throw reason ? new SourceProblem(reason, `Slack says ${code}.`, { cause: error }) : error;
}
