import { WebAPIPlatformError } from '@slack/web-api';
import { fileFaults } from './files/blocks.ts';

/** Reasons why a source cannot be used. src/slack has a text for each reason, which people see. */
export const sourceReasons = [
  ...fileFaults,
  'source_empty',
  'source_too_long',
  /** The sections of the text have changed since the asker saw them. */
  'source_changed',
  /** The thread, or its first message, was deleted. */
  'thread_gone',
  /** The thread or channel has no message that may be used. */
  'thread_empty',
  'not_in_channel',
  'channel_archived',
  /** The asker is not a member of the source conversation. */
  'not_a_member',
  /** The source is a private conversation, and the result would be posted elsewhere. */
  'private_elsewhere',
] as const;
export type SourceReason = (typeof sourceReasons)[number];

/** Thrown if a source cannot be used. Each reason has a text for the person, which says what to do. */
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
    // For a private conversation that Deckhand is not in, Slack returns `channel_not_found`.
    channel_not_found: 'not_in_channel',
  } as const),
);

/** Throws a SourceProblem if Slack's error means that the source cannot be used. Otherwise throws the error unchanged. */
export function throwAsSourceProblem(error: unknown): never {
  const code = error instanceof WebAPIPlatformError ? error.data.error : '';
  const reason = reasons.get(code);
  throw reason ? new SourceProblem(reason, `Slack says ${code}.`, { cause: error }) : error;
}
