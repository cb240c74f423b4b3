import fc from 'fast-check';
import { request } from 'undici';
import { signatureHeaders } from '../../sandbox/slack/outgoing/signature.ts';
import { type OddRequest, oddRequest } from './arbitrary-requests.ts';

interface Target {
  url: string;
  signingSecret: string;
}

/** Bolt answers an unacknowledged request with 404 after 3 s. Longer counts as hanging. Milliseconds. */
const TIMEOUT_MS = 8_000;
/** Most requests sent at the same time */
const BATCH = 25;

/**
 * Sends arbitrary requests to every route, until one of the limits is reached. Throws if one is not answered in time or with 500, or
 * if the process is no longer ready.
 */
export async function sendOddRequests(
  target: Target,
  limits: { runs: number; ms: number },
): Promise<{ requests: number }> {
  let requests = 0;
  const property = fc.asyncProperty(
    fc.array(oddRequest, { minLength: 1, maxLength: BATCH }),
    async (batch) => {
      requests += batch.length;
      const answers = await Promise.all(batch.map((one) => send(one, target)));
      const bad = answers.flatMap((answer, at) => (isBad(answer) ? [{ answer, request: batch[at] }] : []));
      if (bad.length > 0) throw new Error(`Wrong responses: ${JSON.stringify(bad.slice(0, 3))}`);
      const alive = await request(`${target.url}/readyz`);
      if (alive.statusCode !== 200) throw new Error('The process is no longer ready');
      await alive.body.dump();
    },
  );
  await fc.assert(property, {
    numRuns: limits.runs,
    interruptAfterTimeLimit: limits.ms,
    markInterruptAsFailure: false,
  });
  return { requests };
}

type Answer = number | 'hangs' | 'closed';

function isBad(answer: Answer): boolean {
  return typeof answer === 'string' || answer === 500;
}

async function send({ method, path, headers, body, isSigned }: OddRequest, target: Target): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await request(`${target.url}${path}`, {
      method: method as 'GET',
      headers: {
        ...headers,
        ...(isSigned && signatureHeaders(target.signingSecret, body ?? '', Date.now())),
      },
      ...(body !== undefined && { body }),
      signal,
    });
    await answer.body.dump();
    return answer.statusCode;
  } catch (error) {
    if (signal.aborted) return 'hangs';
    // Not sent, because undici rejects the URL or a header.
    return /invalid/i.test(String((error as Error).message)) ? 400 : 'closed';
  }
}
