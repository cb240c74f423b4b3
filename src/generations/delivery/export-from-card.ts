import { z } from 'zod';
import type { ServiceClient } from '../../service/client.ts';
import { isTransient, problemOf } from '../../service/error-meaning.ts';
import { exportFormats } from '../../service/options.ts';
import { waitBeforeRetryMs } from '../../service/retry-timing.ts';
import type { StepContext } from '../context.ts';
import type { Failure, Generation } from '../generation.ts';
import { findGeneration } from '../store.ts';
import { notify, reportGivenUp } from './messages.ts';
import { type DeliveryRow, findDelivery, setPayload } from './outbox.ts';
import { sendFile } from './send-file.ts';

type Payload = { team: string; delivery: string };
/** The payload of an export's row in the outbox. */
const exportSchema = z.object({
  exportAs: z.enum(exportFormats),
  by: z.string(),
  exportId: z.string().optional(),
});
type Export = z.output<typeof exportSchema>;

/** Failed renders (`render_timeout`, `export_failed`) that are tried again (field notes). */
const RENDER_ATTEMPTS = 2;

/**
 * An export asked for on the result card: the service renders it, and the file comes into the thread. Its outbox row
 * keeps the id of the export, so that a process that takes over polls on instead of asking again.
 */
export function createExportRunner(context: StepContext) {
  async function run({ team, delivery }: Payload, signal: AbortSignal): Promise<void> {
    const found = await find(team, delivery);
    if (!found?.generation.docId || found.row.state === 'sent') return;
    const { row, generation, wanted } = found;
    const failure = await makeExport(generation, found.generation.docId, row, wanted, signal);
    if (failure) await notifyFailed(generation, delivery, wanted, failure, signal);
  }

  /** Null where the team has left, or retention has deleted its payload. */
  async function find(team: string, delivery: string) {
    const row = await findDelivery(context.db, team, delivery);
    const generation = row?.generation && (await findGeneration(context.db, team, row.generation));
    const wanted = exportSchema.safeParse(row?.payload).data;
    return row && generation && wanted ? { row, generation, wanted } : null;
  }

  async function makeExport(
    generation: Generation,
    docId: string,
    row: DeliveryRow,
    wanted: Export,
    signal: AbortSignal,
  ): Promise<Failure | null> {
    const client = await context.clientFor(generation.team);
    if (!client) return { reason: 'unconnected' };
    try {
      const url = await render(client, docId, row.id, wanted, signal);
      if (typeof url !== 'string') return url;
      return await sendFile(generation, { ...wanted, url, sequence: row.sequence }, context, signal);
    } catch (error) {
      signal.throwIfAborted();
      context.log.warn({ generation: generation.id, err: error }, 'export failed');
      return problemOf(error);
    }
  }

  /** @returns the link, or why there is none */
  async function render(
    client: ServiceClient,
    docId: string,
    row: string,
    wanted: Export,
    signal: AbortSignal,
  ): Promise<string | Failure> {
    let { exportId } = wanted;
    for (let attempt = 1; ; attempt += 1) {
      exportId ??= (await client.exportDoc(docId, { exportAs: wanted.exportAs })).exportId;
      await setPayload(context.db, row, { ...wanted, exportId });
      const status = await pollExport(client, exportId, signal);
      if (status?.status === 'completed') return status.exportUrl;
      if (!status) return { reason: 'export_late' };
      if (!status.worthAnotherTry || attempt >= RENDER_ATTEMPTS) {
        return { reason: 'export_failed', message: status.error.message };
      }
      exportId = undefined;
    }
  }

  /** Polls until the render has ended; null when it takes too long. */
  async function pollExport(client: ServiceClient, exportId: string, signal: AbortSignal) {
    const { clock, policy, random } = context;
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

  async function notifyFailed(
    generation: Generation,
    row: string,
    wanted: Export,
    failure: Failure,
    signal: AbortSignal,
  ) {
    const { exportAs, by } = wanted;
    await notify(generation, context, signal, `export:${row}`, {
      kind: 'export_failed',
      exportAs,
      failure,
      by,
    });
  }

  async function onDeadLetter({ team, delivery }: Payload): Promise<void> {
    const found = await find(team, delivery);
    if (!found) return;
    const { row, generation, wanted } = found;
    const failure: Failure = { reason: 'internal', reference: row.id };
    await reportGivenUp(
      () => notifyFailed(generation, row.id, wanted, failure, AbortSignal.timeout(60_000)),
      context.log,
    );
  }

  return { run, onDeadLetter };
}
