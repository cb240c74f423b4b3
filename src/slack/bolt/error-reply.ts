import { WebAPIRateLimitedError } from '@slack/web-api';
import { problemOf } from '../../service/error-meaning.ts';
import { ServiceError } from '../../service/errors.ts';
import { problemText } from '../kit/failure-copy.ts';
import type { SlackContext } from './context.ts';

/**
 * Logs what went wrong. @returns the one sentence that the person gets for it: what to do, and a reference which the log has
 * too. mrkdwn
 */
export function errorReply(
  error: unknown,
  slack: Pick<SlackContext, 'log' | 'reference' | 'serviceName'>,
): string {
  const reference = slack.reference();
  slack.log.error({ reference, err: error }, 'A view could not be filled');
  return errorSentence(error, reference, slack);
}

/** @param error what was thrown, out of whatever wraps it */
export function errorSentence(
  error: unknown,
  reference: string,
  words: Pick<SlackContext, 'serviceName'>,
): string {
  return `${whatToDo(error, words)} Reference: \`${reference}\``;
}

function whatToDo(error: unknown, words: Pick<SlackContext, 'serviceName'>): string {
  if (error instanceof ServiceError) {
    const { reference: _, ...problem } = problemOf(error);
    return problemText(problem, words);
  }
  if (error instanceof WebAPIRateLimitedError) {
    return `Slack lets Deckhand ask no more at the moment. Please try again ${inAWhile(error.retryAfter)}.`;
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return 'Slack did not answer in time. Please try again in a minute.';
  }
  return 'Something went wrong inside Deckhand. Please try once more; if it stays like this, tell whoever set Deckhand up.';
}

function inAWhile(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `in ${minutes} minutes` : 'in a minute';
}
