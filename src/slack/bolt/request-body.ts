import { parse } from 'node:querystring';
import { z } from 'zod';

/** Everything that Slack sends to the app, by what tells the kinds apart. */
const slackRequest = z.union([
  z.object({ event: z.object({ type: z.string() }) }),
  z.object({ command: z.string() }),
  z.object({ ssl_check: z.string() }),
  z.object({
    type: z.enum([
      'block_actions',
      'block_suggestion',
      'message_action',
      'shortcut',
      'url_verification',
      'view_closed',
      'view_submission',
    ]),
  }),
]);

/** Whether a body, as Slack's receivers read it, is of a kind that Slack sends. */
export function isFromSlack(body: Buffer, contentType: string | undefined): boolean {
  try {
    return slackRequest.safeParse(contentOf(body.toString(), contentType)).success;
  } catch {
    return false;
  }
}

function contentOf(text: string, contentType: string | undefined): unknown {
  if (contentType !== 'application/x-www-form-urlencoded') return JSON.parse(text);
  const form = parse(text);
  return typeof form.payload === 'string' ? JSON.parse(form.payload) : { ...form };
}
