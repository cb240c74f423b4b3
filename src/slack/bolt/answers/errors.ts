import { type CodedError, type Context, ErrorCode } from '@slack/bolt';
import type { HomeView } from '@slack/types';
import { WebAPIRateLimitedError } from '@slack/web-api';
import type { Actor } from '../../../actor.ts';
import { LimitReached } from '../../../asks/limits.ts';
import { problemOf } from '../../../service/error-meaning.ts';
import { ServiceError } from '../../../service/errors.ts';
import type { SlackClient } from '../../../slack-client.ts';
import type { Deployment } from '../../kit/blocks/parts.ts';
import { serviceText } from '../../kit/blocks/text.ts';
import { limitTexts } from '../../kit/copy/blocker-copy.ts';
import { problemText, referenceText } from '../../kit/copy/failure-copy.ts';
import { isPersonGone, isTriggerExpired, NotInstalled } from '../calls/clients.ts';
import type { SlackContext } from '../context.ts';
import { postToResponseUrl } from './response-url.ts';

/** What Bolt passes to the error handler if a listener threw an error, or if Deckhand has no token for the request. */
interface Failed {
  error: CodedError;
  body: Body;
  context: Context;
}

type Body = Record<string, unknown> & {
  type?: string;
  response_url?: string;
  user_id?: string;
  user?: { id: string };
  event?: { type: string; user?: string };
};

/**
 * Creates Bolt's error handler, which logs an error with a reference, and tells the person what to do.
 * @param brokenHome returns the view that Home shows after an error
 */
export function answerForError(
  client: SlackClient,
  slack: SlackContext,
  brokenHome: (reference: string) => HomeView,
) {
  return async (failed: object): Promise<void> => {
    const { error, body, context } = failed as Failed;
    // If the database is down or a workflow step failed, throw the error, so that the inbox handles the event again later. Only events that
    // the inbox stores have `isAgain`.
    const isStep = body.event?.type === 'function_executed';
    if ((isOutage(rootOf(error)) || isStep) && context.isAgain !== undefined) throw rootOf(error);
    const cause = rootOf(error);
    // If the person cannot be reached where they wrote or clicked, log the error. A direct message about the error would confuse them.
    if (isPersonGone(cause)) {
      slack.log.warn({ err: cause, team: context.teamId }, 'A person could not be answered');
      return;
    }
    const reference = slack.reference();
    slack.log.error(
      { reference, errorCode: error.code, err: cause, team: context.teamId },
      'A request from Slack failed',
    );
    const token = context.botToken;
    const text = sentenceFor(error, cause, reference, slack);
    const home = brokenHome(reference);
    await answer({ body, token, text, home }, client, slack).catch((second) => {
      slack.log.error({ reference, err: second }, 'The error could not be shown to the person');
      // Throw again, so that the inbox handles a stored event (with `isAgain`) again. Showing the error may work then.
      if (context.isAgain !== undefined) throw second;
    });
  };
}

function sentenceFor(error: CodedError, cause: Error, reference: string, deployment: Deployment): string {
  if (error.code === ErrorCode.AuthorizationError && isNotInstalled(error)) {
    return `Deckhand is not fully installed in this workspace. Ask a Slack admin to install it again. Reference: \`${reference}\``;
  }
  if (isTriggerExpired(cause)) {
    return `That took longer than Slack allows, so the form could not open. Please try once more. Reference: \`${reference}\``;
  }
  return errorSentence(cause, reference, deployment);
}

interface Answer {
  body: Body;
  token: string | undefined;
  text: string;
  home: HomeView;
}

async function answer({ body, token, text, home }: Answer, client: SlackClient, slack: SlackContext) {
  const person = body.user?.id ?? body.user_id ?? body.event?.user;
  if (body.response_url)
    return postToResponseUrl(body.response_url, { text, replace_original: false }, slack);
  // Post no message about an error of a menu. Slack itself shows the error in the menu, and it may repeat for every keystroke.
  if (body.type === 'block_suggestion' || !person || !token) return undefined;
  if (body.event?.type === 'app_home_opened') {
    return client.views.publish({ token, user_id: person, view: home });
  }
  return client.chat.postMessage({ token, channel: person, text });
}

/** Returns true if the error is a `NotInstalled` or wraps one. Bolt and Slack's SDK wrap errors in other errors. */
function isNotInstalled(error: unknown, depth = 0): boolean {
  if (error instanceof NotInstalled) return true;
  const { original } = error as { original?: unknown };
  return depth < 3 && original instanceof Error && isNotInstalled(original, depth + 1);
}

/** Returns true if a statement failed (`StatementError`) because the database was unreachable, for example during a restart. */
function isOutage(error: unknown): boolean {
  return (error as { isOutage?: unknown } | null)?.isOutage === true;
}

/** Returns the error that the listener threw, without Bolt's wrapper. */
function rootOf(error: CodedError): Error {
  return error.original ?? error.originals?.[0] ?? error;
}

/**
 * Logs an error that occurred while an open view was being filled.
 * @returns mrkdwn for the view, which says what the person can do
 */
export function errorReply(error: unknown, slack: SlackContext): string {
  const reference = slack.reference();
  slack.log.error({ reference, err: error }, 'A view could not be filled');
  return errorSentence(error, reference, slack);
}

/**
 * Logs the error of a submitted form. @param line message of the log line
 * @returns plain text for the form, with the log line's reference
 */
export function formError(
  err: unknown,
  line: string,
  { team }: Actor,
  { log, reference }: SlackContext,
  again = 'please send it again',
): string {
  const id = reference();
  log.error({ reference: id, team, err }, line);
  return `Deckhand could not take this just now. Nothing was spent; ${again}. Reference: ${id}`;
}

/** Returns a sentence that says what the person can do about an error. @param error the listener's error, without Bolt's wrapper */
export function errorSentence(error: unknown, reference: string, deployment: Deployment): string {
  if (isOutage(error)) return 'I couldn’t do that just now. Please try again in a minute.';
  return `${whatToDo(error, deployment)} Reference: \`${reference}\``;
}

function whatToDo(error: unknown, deployment: Deployment): string {
  if (error instanceof ServiceError) {
    const { reference, ...problem } = problemOf(error);
    const theirs = reference && ` ${referenceText(reference, serviceText(deployment.serviceName))}.`;
    return `${problemText(problem, deployment)}${theirs ?? ''}`;
  }
  if (error instanceof LimitReached) return limitTexts[error.limit];
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
