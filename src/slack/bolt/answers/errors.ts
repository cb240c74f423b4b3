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

/** What Bolt passes to the error handler if a listener threw an error, or if no token was found for the request. */
interface Failed {
  error: CodedError;
  /** Body of the request that failed. The request can be of any kind. */
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
 * Creates Bolt's error handler. It logs the error with a reference. It shows the person a sentence with the same reference through the
 * `response_url`, on Home or in a direct message. If this fails for a stored event, the error handler throws, so that the event's job is
 * repeated.
 * @param brokenHome returns the view that Home shows if it could not be drawn
 */
export function answerForError(
  client: SlackClient,
  slack: SlackContext,
  brokenHome: (reference: string) => HomeView,
) {
  return async (failed: object): Promise<void> => {
    const { error, body, context } = failed as Failed;
    // Throwing makes the inbox handle a stored event again (only stored events have `isAgain`). After an outage of the database, no error is
    // shown, because the person need not do anything. For a step of a workflow, no error is shown, because nobody would read it. If every
    // attempt fails, the inbox ends the step (inbox.ts).
    const isStep = body.event?.type === 'function_executed';
    if ((isOutage(rootOf(error)) || isStep) && context.isAgain !== undefined) throw rootOf(error);
    const cause = rootOf(error);
    // The person is no longer where the error would be shown. A direct message about the error would only confuse them.
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
      // Only stored events have `isAgain`. They are handled again, for example after an outage of Slack. If every attempt fails, the author
      // of the message is notified (inbox.ts).
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
  // If the options of a menu cannot be loaded, Slack shows an error in the menu. Deckhand sends no message, because it would send one for
  // every keystroke.
  if (body.type === 'block_suggestion' || !person || !token) return undefined;
  if (body.event?.type === 'app_home_opened') {
    return client.views.publish({ token, user_id: person, view: home });
  }
  return client.chat.postMessage({ token, channel: person, text });
}

/** Returns true if the error is a `NotInstalled`, or wraps one. Bolt and Slack's SDK wrap it in other errors. */
function isNotInstalled(error: unknown, depth = 0): boolean {
  if (error instanceof NotInstalled) return true;
  const { original } = error as { original?: unknown };
  return depth < 3 && original instanceof Error && isNotInstalled(original, depth + 1);
}

/**
 * Returns true if the database was unreachable, for example because the database or this process was restarting. Such an error passes by itself
 * (`StatementError`).
 */
function isOutage(error: unknown): boolean {
  return (error as { isOutage?: unknown } | null)?.isOutage === true;
}

/** Returns the error that the listener threw, without Bolt's wrapper. */
function rootOf(error: CodedError): Error {
  return error.original ?? error.originals?.[0] ?? error;
}

/**
 * Logs an error that occurred while an open view was being filled.
 * @returns the sentence to show in the view, as mrkdwn: what the person can do, and the reference that is in the log
 */
export function errorReply(error: unknown, slack: SlackContext): string {
  const reference = slack.reference();
  slack.log.error({ reference, err: error }, 'A view could not be filled');
  return errorSentence(error, reference, slack);
}

/**
 * Logs `line` with the error of a submitted form and a new reference.
 * @returns the sentence to show in the form, as plain text, with the reference
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

/**
 * Returns a sentence that says what the person can do about an error, with the reference.
 * @param error the listener's error, without Bolt's wrapper
 */
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
