import type { Message } from '../kit/parts.ts';
import type { SlackContext } from './context.ts';

/** Slack takes answers at a `response_url` for 30 minutes. Milliseconds. */
export const ANSWERABLE_MS = 30 * 60_000;

/**
 * Says something to one person where a command or click of theirs came from.
 * @throws where Slack does not take it any more
 */
export async function answerAt(
  responseUrl: string,
  message: Pick<Message, 'text'> & Partial<Message> & { replace_original: boolean },
  { fetch }: Pick<SlackContext, 'fetch'>,
): Promise<void> {
  const answer = await fetch(responseUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', ...message }),
  });
  if (!answer.ok) throw new Error(`Slack refused the answer with status ${answer.status}`);
}
