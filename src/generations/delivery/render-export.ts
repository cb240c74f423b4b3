import { z } from 'zod';
import { retry } from '../../retry.ts';
import type { ServiceClient } from '../../service/client.ts';
import { isTransient, mayHaveBeenSpent } from '../../service/error-meaning.ts';
import type { ExportFormat } from '../../service/options.ts';
import { askedWaitMs, waitBeforeRetryMs } from '../../service/retry-timing.ts';
import type { Run } from '../context.ts';
import { isTemporary } from '../failures.ts';
import type { Generation } from '../generation.ts';
import type { Link } from '../work/work.ts';
import { exportKinds } from './delivery.ts';
import { type DeliveryRow, openDelivery, setPayload } from './outbox.ts';

/** Payload of the outbox row of an exported file. */
export const exportSchema = z.object({
  exportAs: z.enum(exportKinds),
  by: z.string(),
  exportId: z.string().optional(),
});
export type Export = z.output<typeof exportSchema>;

/** Maximum number of exports that are started for one file. After most errors, such as `render_timeout`, a second export may succeed. */
const RENDER_ATTEMPTS = 2;

/** Makes the service export a document to a file. Stores the export's id, so that another process can poll it after a crash. */
export async function renderExport(
  { docId, row, wanted }: { docId: string; row: Pick<DeliveryRow, 'id'>; wanted: Export },
  client: ServiceClient,
  run: Run,
): Promise<Link> {
  let { exportId } = wanted;
  const exportAs = wanted.exportAs === 'slides' ? 'png' : wanted.exportAs;
  for (let attempt = 1; ; attempt += 1) {
    exportId ??= await createExport({ docId, exportAs }, client, run);
    await setPayload(run.db, row.id, { ...wanted, exportId });
    const status = await pollExport(client, exportId, run);
    if (status?.status === 'completed') return { url: status.exportUrl };
    if (!status) return { failure: { reason: 'export_late', reference: exportId } };
    if (!status.worthAnotherTry || attempt >= RENDER_ATTEMPTS) {
      return {
        failure: { reason: 'export_failed', message: status.error.message, reference: exportId },
      };
    }
    exportId = undefined;
  }
}

/** Starts an export. Each export counts towards a limit, so the call is repeated only if no export was started, or after a 502 or 503. */
async function createExport(
  { docId, exportAs }: { docId: string; exportAs: ExportFormat },
  client: ServiceClient,
  { clock, policy, random, signal }: Run,
): Promise<string> {
  const until = clock.now() + policy.submitRetryMs;
  const waitMs = (error: unknown, attempt: number) => {
    if (!isTransient(error) || (mayHaveBeenSpent(error) && !isTemporary(error))) return undefined;
    const wait = waitBeforeRetryMs(error, attempt - 1, random);
    return clock.now() + wait < until ? wait : undefined;
  };
  const { exportId } = await retry(() => client.exportDoc(docId, { exportAs }), { clock, signal, waitMs });
  return exportId;
}

/** Exports the file that a generation delivers. Used if polling returns no export link, for example for changes and shared documents. */
export async function renderOwnFile(
  generation: Generation,
  { docId, exportAs }: { docId: string; exportAs: ExportFormat },
  client: ServiceClient,
  run: Run,
): Promise<Link> {
  const now = new Date(run.clock.now());
  const row = await openDelivery(run.db, generation, { kind: 'file' }, now);
  const wanted = exportSchema.safeParse(row.payload).data ?? { exportAs, by: generation.person };
  return renderExport({ docId, row, wanted }, client, run);
}

/** Polls until an export has ended. Returns null if this takes longer than `renderLimitMs`. */
async function pollExport(client: ServiceClient, exportId: string, { clock, policy, random, signal }: Run) {
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
      if (askedWaitMs(error) && clock.now() + pause >= until) throw error;
      failures += 1;
    }
    await clock.sleep(pause, signal);
  }
  return null;
}
