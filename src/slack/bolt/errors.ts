import type { Context } from '@slack/bolt';
import { type CodedError, ErrorCode } from '@slack/bolt';
import type { HomeView } from '@slack/types';
import type { SlackClient } from '../../slack-client.ts';
import { NotInstalled } from './clients.ts';
import type { SlackContext } from './context.ts';
import { errorSentence } from './error-reply.ts';
import { isTriggerExpired } from './slack-error.ts';

/** What Bolt hands over when a listener threw, or when it knew no token for a request. */
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
 * The last place for errors of the surfaces. The person gets one plain sentence with a reference, in the
 * place nearest to what they did; the log gets the same reference with the error.
 * @param brokenHome what Home shows instead
 */
export function answerForError(
  client: SlackClient,
  slack: SlackContext,
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

function sentenceFor(error: CodedError, cause: Error, reference: string, slack: SlackContext): string {
  if (error.code === ErrorCode.AuthorizationError && isNotInstalled(error)) {
    return `Deckhand is not fully installed in this workspace. Ask a Slack admin to install it again. Reference: \`${reference}\``;
  }
  if (isTriggerExpired(cause)) {
    return `That took longer than Slack allows, so the form could not open. Please try once more. Reference: \`${reference}\``;
  }
  return errorSentence(cause, reference, slack);
}

interface Answer {
  body: Body;
  token: string | undefined;
  text: string;
  home: HomeView;
}

async function answer({ body, token, text, home }: Answer, client: SlackClient, slack: SlackContext) {
  const person = body.user?.id ?? body.user_id ?? body.event?.user;
  if (body.response_url) return respond(body.response_url, text, slack);
  // A menu that could not be filled says so by itself; a sentence for every keystroke would be worse.
  if (body.type === 'block_suggestion' || !person || !token) return undefined;
  if (body.event?.type === 'app_home_opened') {
    return client.views.publish({ token, user_id: person, view: home });
  }
  return client.chat.postMessage({ token, channel: person, text });
}

async function respond(url: string, text: string, { fetch }: SlackContext): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', replace_original: false, text }),
  });
  if (!answer.ok) throw new Error(`Slack refused the answer with status ${answer.status}`);
}

/** Bolt and Slack's SDK each wrap what authorizing threw; a database out of reach, say, is another matter. */
function isNotInstalled(error: unknown, depth = 0): boolean {
  if (error instanceof NotInstalled) return true;
  const { original } = error as { original?: unknown };
  return depth < 3 && original instanceof Error && isNotInstalled(original, depth + 1);
}

/** Bolt wraps what listeners throw. */
function rootOf(error: CodedError): Error {
  return error.original ?? error.originals?.[0] ?? error;
}
