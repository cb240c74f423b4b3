import type { FetchFunction } from '@slack/web-api';
import type { Answer, SendRequest } from '../../../outgoing-requests.ts';
import { isAtSlack } from '../../../slack-client.ts';

interface SlackFetchOptions {
  send: SendRequest;
  /** Base URL of the Web API, from the setting `SLACK_API_URL`. */
  apiUrl?: string | undefined;
  /** Called after each call to Slack, for metrics. */
  onCalled?: (method: string, outcome: Outcome) => void;
}

type Outcome = 'ok' | 'refused' | 'rate_limited' | 'failed' | 'network';

/** Maximum size of a response in bytes, both compressed and uncompressed. Slack's largest page of a list is a twentieth of this. */
const MAX_BYTES = 100 * 1024 * 1024;
/** Timeout of an upload or of a request to a `response_url`, in milliseconds. Calls through the SDK have the SDK's shorter timeout. */
const TIMEOUT_MS = 30_000;

/** Creates the `fetch` function for Slack. Rejects URLs outside Slack: a `response_url` can be forged. Does not support `FormData`. */
export function createSlackFetch({ send, apiUrl, onCalled }: SlackFetchOptions): FetchFunction {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    const address = String(url);
    if (!isAtSlack(address, apiUrl)) throw new TypeError('The URL of a call is outside Slack');
    // The SDK's type for a body is text, but send-own-files.ts sends bytes.
    const content = body as string | Uint8Array | undefined;
    if (typeof content === 'object' && !(content instanceof Uint8Array))
      throw new TypeError('Files are not sent to Slack through the SDK');
    const report = (outcome: Outcome) => onCalled?.(methodOf(address), outcome);
    const answer = await send({
      method,
      url: address,
      headers: { ...(headers as Record<string, string> | undefined) },
      body: content ?? undefined,
      timeoutMs: TIMEOUT_MS,
      signal: signal ?? undefined,
      maxBytes: MAX_BYTES,
    }).catch((error: unknown) => {
      report('network');
      throw error;
    });
    report(outcomeOf(answer));
    return responseOf(address, answer);
  };
}

/** Returns the parts of a `Response` that Slack's SDK uses. */
function responseOf(url: string, { status, statusText, headers, body }: Answer) {
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    url,
    headers,
    text: async () => body,
    json: async () => JSON.parse(body),
    arrayBuffer: async () => new TextEncoder().encode(body).buffer,
  };
}

/** Matches a body in which Slack rejects a call, such as `{"ok":false,"error":"ratelimited"}`. The response has status 200. */
const REFUSAL = /^\s*\{\s*"ok"\s*:\s*false\b(?:[\s\S]{0,100}?"error"\s*:\s*"(ratelimited|rate_limited)")?/;

function outcomeOf({ status, body }: Answer): Outcome {
  if (status === 429) return 'rate_limited';
  if (status >= 400) return 'failed';
  const refusal = REFUSAL.exec(body.slice(0, 300));
  if (!refusal) return 'ok';
  return refusal[1] ? 'rate_limited' : 'refused';
}

/** Returns the name of the API method in a URL, for metrics. Returns `other` for a `response_url`, because such a URL is a secret. */
function methodOf(url: string): string {
  return /\/api\/([A-Za-z.]+)$/.exec(url)?.[1] ?? 'other';
}
