import { retry } from '../../retry.ts';
import { isTransient } from '../../service/error-meaning.ts';
import { waitBeforeRetryMs } from '../../service/retry-timing.ts';
import type { StepContext } from '../context.ts';
import { templateRequest, textRequest } from './request.ts';
import type { Link, Work } from './work.ts';

/** A new document, from text or in the layout of a template. */
export const documentWork: Work = {
  async submit(client, ask, text) {
    const { generationId, warnings } = await (ask.template
      ? client.createFromTemplate(templateRequest(ask, ask.template.id, text))
      : client.createGeneration(textRequest(ask, text)));
    return { id: generationId, warnings };
  },
  poll: (client, id, signal) => client.getGeneration(id, signal),
  limits: (policy) => ({ follow: policy.followLimitMs, submitRetry: policy.submitRetryMs }),
  bringsLink: ({ exportAs }) => exportAs !== undefined,
  async link({ generationId = '' }, client, context, signal) {
    return linkIn(await askPatiently(() => client.getGeneration(generationId, signal), context, signal));
  },
};

/**
 * Asks for what is made already, again where the service is out of reach: it has been paid for, and is not given up for a
 * moment's trouble. As long as for a link that comes late.
 */
export function askPatiently<T>(
  ask: () => Promise<T>,
  { clock, policy, random }: StepContext,
  signal: AbortSignal,
): Promise<T> {
  const until = clock.now() + policy.exportWaitMs;
  const waitMs = (error: unknown, attempt: number) => {
    const wait = Math.max(policy.pollIntervalMs, waitBeforeRetryMs(error, attempt - 1, random));
    return isTransient(error) && clock.now() + wait < until ? wait : undefined;
  };
  return retry(ask, { clock, signal, waitMs });
}

export function linkIn(status: { status: string; exportUrl?: string | undefined }): Link {
  const { exportUrl } = status;
  return exportUrl ? { url: exportUrl } : { failure: { reason: 'export_late' } };
}
