import { z } from 'zod';
import { retry } from '../../retry.ts';
import type { ServiceClient } from '../../service/client.ts';
import { isTransient, mayHaveBeenSpent } from '../../service/error-meaning.ts';
import { type ExportFormat, exportFormats } from '../../service/options.ts';
import { waitBeforeRetryMs } from '../../service/retry-timing.ts';
import type { StepContext } from '../context.ts';
import type { Generation } from '../generation.ts';
import type { Link } from '../work/work.ts';
import { type DeliveryRow, openDelivery, setPayload } from './outbox.ts';

/** The payload of an export's row in the outbox. */
export const exportSchema = z.object({
  exportAs: z.enum(exportFormats),
  by: z.string(),
  exportId: z.string().optional(),
});
export type Export = z.output<typeof exportSchema>;

/** Failed renders (`render_timeout`, `export_failed`) that are tried again (field notes). */
const RENDER_ATTEMPTS = 2;

/**
 * Has the service make a file of a document. The row in the outbox keeps the id of the export, so that a process that takes
 * over polls on instead of asking again.
 */
export async function renderExport(
  { docId, row, wanted }: { docId: string; row: Pick<DeliveryRow, 'id'>; wanted: Export },
  client: ServiceClient,
  context: StepContext,
  signal: AbortSignal,
): Promise<Link> {
  let { exportId } = wanted;
  for (let attempt = 1; ; attempt += 1) {
    exportId ??= await createExport({ docId, exportAs: wanted.exportAs }, client, context, signal);
    await setPayload(context.db, row.id, { ...wanted, exportId });
    const status = await pollExport(client, exportId, context, signal);
    if (status?.status === 'completed') return { url: status.exportUrl };
    if (!status) return { failure: { reason: 'export_late' } };
    if (!status.worthAnotherTry || attempt >= RENDER_ATTEMPTS) {
      return { failure: { reason: 'export_failed', message: status.error.message } };
    }
    exportId = undefined;
  }
}

/**
 * Asks for the render, again where that was certainly not done: limited, or not reached. Another export spends nothing, but
 * it would be one more of those that the limit is about.
 */
async function createExport(
  { docId, exportAs }: { docId: string; exportAs: ExportFormat },
  client: ServiceClient,
  { clock, policy, random }: StepContext,
  signal: AbortSignal,
): Promise<string> {
  const until = clock.now() + policy.submitRetryMs;
  const waitMs = (error: unknown, attempt: number) => {
    if (mayHaveBeenSpent(error) || !isTransient(error)) return undefined;
    const wait = waitBeforeRetryMs(error, attempt - 1, random);
    return clock.now() + wait < until ? wait : undefined;
  };
  const { exportId } = await retry(() => client.exportDoc(docId, { exportAs }), { clock, signal, waitMs });
  return exportId;
}

/** The same for the file that a generation itself delivers, where the service made none along the way. */
export async function renderOwnFile(
  generation: Generation,
  { docId, exportAs }: { docId: string; exportAs: ExportFormat },
  client: ServiceClient,
  context: StepContext,
  signal: AbortSignal,
): Promise<Link> {
  const now = new Date(context.clock.now());
  const row = await openDelivery(context.db, generation, { kind: 'file' }, now);
  const wanted = exportSchema.safeParse(row.payload).data ?? { exportAs, by: generation.person };
  return renderExport({ docId, row, wanted }, client, context, signal);
}

/** Polls until the render has ended; null when it takes too long. */
async function pollExport(
  client: ServiceClient,
  exportId: string,
  { clock, policy, random }: StepContext,
  signal: AbortSignal,
) {
  const until = clock.now() + policy.renderLimitMs;
  for (let failures = 0; clock.now() < until; ) {
    let pause = policy.pollIntervalMs;
    try {
      const status = await client.getExport(exportId, signal);
      if (status.status !== 'pending') return status;
      failures = 0;
    } catch (error) {
      if (!isTransient(error)) throw error;
      pause = Math.max(pause, waitBeforeRetryMs(error, failures, random));
      failures += 1;
    }
    await clock.sleep(pause, signal);
  }
  return null;
}
