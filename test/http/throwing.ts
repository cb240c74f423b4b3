import fc from 'fast-check';
import { request } from 'undici';
import { signatureHeaders } from '../../sandbox/slack/outgoing/signature.ts';
import { type OddRequest, oddRequest } from './arbitrary-requests.ts';

interface Target {
  url: string;
  signingSecret: string;
}

/** Slack's receivers answer 404 after 3 s what nobody acknowledges; anything longer hangs. Milliseconds. */
const PATIENCE_MS = 8_000;
/** Sent at once. */
const BATCH = 25;

/**
 * Throws odd requests at every route for so long, or so often. Each is answered in time and none with 500; afterwards
 * the process still serves.
 */
export async function throwOddRequests(
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
      if (bad.length > 0) throw new Error(`Answered badly: ${JSON.stringify(bad.slice(0, 3))}`);
      const alive = await request(`${target.url}/readyz`);
      if (alive.statusCode !== 200) throw new Error('No longer serves');
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

type Answer = number | 'hangs' | 'cut';

function isBad(answer: Answer): boolean {
  return typeof answer === 'string' || answer === 500;
}

async function send({ method, path, headers, body, isSigned }: OddRequest, target: Target): Promise<Answer> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
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
    // Not sent: the client itself thinks the address or a header impossible.
    return /invalid/i.test(String((error as Error).message)) ? 400 : 'cut';
  }
}
