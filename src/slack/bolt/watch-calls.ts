import type { FetchFunction } from '@slack/web-api';

/** How Slack answered. */
type Answer = 'ok' | 'refused' | 'rate_limited' | 'failed' | 'network';

/** Called with each call to Slack that has ended; for metrics and traces. */
type OnCalled = (method: string, answer: Answer, seconds: number) => void;

/** Slack says with status 200 that it refuses, first thing in its answer. */
const REFUSAL = /^\s*\{\s*"ok"\s*:\s*false\b(?:[\s\S]{0,100}?"error"\s*:\s*"(ratelimited|rate_limited)")?/;

/** A fetch for Slack's SDK that reports how each call ended: method, kind of answer and time, nothing else. */
export function watchCalls(fetch: FetchFunction, onCalled: OnCalled): FetchFunction {
  return async (url, init) => {
    const method = methodOf(String(url));
    const begun = performance.now();
    const report = (answer: Answer) => onCalled(method, answer, (performance.now() - begun) / 1000);
    const response = await fetch(url, init).catch((error: unknown) => {
      report('network');
      throw error;
    });
    const outcome = byStatus(response.status);
    if (outcome === 'ok' && method !== OTHER) reportRead(response, report);
    else report(outcome);
    return response;
  };
}

function byStatus(status: number): Answer {
  if (status === 429) return 'rate_limited';
  return status < 400 ? 'ok' : 'failed';
}

/** Reported as the SDK reads it, so that an answer of megabytes is not held twice. */
function reportRead(response: Awaited<ReturnType<FetchFunction>>, report: (answer: Answer) => void): void {
  const read = response.text.bind(response);
  response.text = async () => {
    const text = await read().catch((error: unknown) => {
      report('network');
      throw error;
    });
    const refusal = REFUSAL.exec(text.slice(0, 300));
    report(refusal ? (refusal[1] ? 'rate_limited' : 'refused') : 'ok');
    return text;
  };
}

/** An address that comes with a request, to answer at: a secret, and answered with no JSON. */
const OTHER = 'other';

function methodOf(url: string): string {
  return /\/api\/([A-Za-z.]+)$/.exec(url)?.[1] ?? OTHER;
}
