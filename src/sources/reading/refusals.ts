import { WebAPIPlatformError } from '@slack/web-api';
import { SourceProblem, type SourceReason } from '../problem.ts';

const reasons: Record<string, SourceReason> = {
  thread_not_found: 'thread_gone',
  message_not_found: 'thread_gone',
  not_in_channel: 'not_in_channel',
  // Of a private conversation that Deckhand is not in, Slack says that there is none.
  channel_not_found: 'not_in_channel',
};

/** What Slack's refusal of a read means for the person who asked; any other error stays what it is. */
export function asProblem(error: unknown): never {
  const code = error instanceof WebAPIPlatformError ? error.data.error : '';
  const reason = reasons[code];
  throw reason ? new SourceProblem(reason, `Slack says ${code}.`, { cause: error }) : error;
}
