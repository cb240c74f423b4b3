import { addToLogContext } from '../../log-context.ts';
import { problemOf } from '../../service/error-meaning.ts';
import type { StepContext } from '../context.ts';
import type { Failure, Generation } from '../generation.ts';
import { findGeneration } from '../store.ts';
import { notify, reportGivenUp } from './messages.ts';
import { type DeliveryRow, findDelivery } from './outbox.ts';
import { type Export, exportSchema, renderExport } from './render-export.ts';
import { sendFile } from './send-file.ts';

type Payload = { team: string; delivery: string };
/**
 * An export asked for on the result card: the service renders it, and the file comes into the thread. Its outbox row
 * keeps the id of the export, so that a process that takes over polls on instead of asking again.
 */
export function createExportRunner(context: StepContext) {
  async function run({ team, delivery }: Payload, signal: AbortSignal): Promise<void> {
    const found = await find(team, delivery);
    if (!found?.generation.docId || found.generation.deletedAt || found.row.state === 'sent') return;
    const { row, generation, wanted } = found;
    addToLogContext({ generation: generation.id });
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
      const link = await renderExport({ docId, row, wanted }, client, context, signal);
      if ('failure' in link) return link.failure;
      return await sendFile(
        generation,
        { ...wanted, url: link.url, sequence: row.sequence },
        context,
        signal,
      );
    } catch (error) {
      signal.throwIfAborted();
      context.log.warn({ generation: generation.id, err: error }, 'export failed');
      return problemOf(error);
    }
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
      notice: {
        kind: 'export_failed',
        exportAs,
        failure,
        by,
      },
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
