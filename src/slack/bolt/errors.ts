import { type CodedError, type Context, ErrorCode } from '@slack/bolt';
import type { HomeView } from '@slack/types';
import { WebAPIRateLimitedError } from '@slack/web-api';
import { problemOf } from '../../service/error-meaning.ts';
import { ServiceError } from '../../service/errors.ts';
import type { SlackClient } from '../../slack-client.ts';
import { problemText } from '../kit/failure-copy.ts';
import type { Deployment } from '../kit/parts.ts';
import { NotInstalled } from './clients.ts';
import type { SlackContext } from './context.ts';
import { answerAt } from './response-url.ts';
import { isTriggerExpired } from './slack-error.ts';

/** Bolt's report of a listener that threw, or of a request without a token. */
interface Failed {
  error: CodedError;
  /** the request, whatever it was */
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
 * Answers for every listener that threw. The person gets one plain sentence with a reference, in the place nearest to
 * what they did; the log gets the same reference with the error.
 * @param brokenHome what Home shows instead
 */
export function answerForError(
  client: SlackClient,
  slack: Pick<SlackContext, 'fetch' | 'log' | 'reference' | 'serviceName'>,
  brokenHome: (reference: string) => HomeView,
) {
  return async (failed: object): Promise<void> => {
    const { error, body, context } = failed as Failed;
    const reference = slack.reference();
    const cause = rootOf(error);
    slack.log.error(
      { reference, errorCode: error.code, err: cause, team: context.teamId },
      'A request from Slack failed',
    );
    const token = context.botToken;
    const text = sentenceFor(error, cause, reference, slack);
    const home = brokenHome(reference);
    await answer({ body, token, text, home }, client, slack).catch((second) =>
      slack.log.error({ reference, err: second }, 'Nor could the person be told'),
    );
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

async function answer(
  { body, token, text, home }: Answer,
  client: SlackClient,
  slack: Pick<SlackContext, 'fetch'>,
) {
  const person = body.user?.id ?? body.user_id ?? body.event?.user;
  if (body.response_url) return answerAt(body.response_url, { text, replace_original: false }, slack);
  // A menu that could not be filled says so by itself; a sentence for every keystroke would be worse.
  if (body.type === 'block_suggestion' || !person || !token) return undefined;
  if (body.event?.type === 'app_home_opened') {
    return client.views.publish({ token, user_id: person, view: home });
  }
  return client.chat.postMessage({ token, channel: person, text });
}

/** Looks through the wrappers of Bolt and of Slack's SDK around what authorizing threw. */
function isNotInstalled(error: unknown, depth = 0): boolean {
  if (error instanceof NotInstalled) return true;
  const { original } = error as { original?: unknown };
  return depth < 3 && original instanceof Error && isNotInstalled(original, depth + 1);
}

/** The error that the listener threw, without Bolt's wrapper. */
function rootOf(error: CodedError): Error {
  return error.original ?? error.originals?.[0] ?? error;
}

/**
 * Logs an error of a view that is open already. @returns the sentence to show in it: what to do, and the log's
 * reference. mrkdwn
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
export function errorSentence(error: unknown, reference: string, deployment: Deployment): string {
  return `${whatToDo(error, deployment)} Reference: \`${reference}\``;
}

function whatToDo(error: unknown, deployment: Deployment): string {
  if (error instanceof ServiceError) {
    const { reference: _, ...problem } = problemOf(error);
    return problemText(problem, deployment);
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
