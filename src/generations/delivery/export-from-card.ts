import { z } from 'zod';
import type { Jobs } from '../../jobs/jobs.ts';
import { addToLogContext } from '../../log-context.ts';
import { problemOf } from '../../service/error-meaning.ts';
import type { SealingQueries } from '../../storage/database.ts';
import { openRow, sealRow } from '../../storage/sealed-columns.ts';
import type { Run, StepContext } from '../context.ts';
import { type Failure, failureSchema, type Generation } from '../generation.ts';
import { findGeneration } from '../store.ts';
import { type DeliveryRow, findDelivery } from './outbox.ts';
import { queuePost } from './queued-posts.ts';
import { type Export, exportSchema, renderExport } from './render-export.ts';
import { sendFile } from './send-file.ts';

/** Payload of the outbox row of a message about a failed export. */
const exportFailedSchema = exportSchema.omit({ exportId: true }).extend({
  failure: failureSchema,
  /** The service's error message, encrypted like the column `failure_message` of the generation. */
  failureMessage: z.string().optional(),
});
export type ExportFailed = Omit<z.output<typeof exportFailedSchema>, 'failureMessage'>;

/** Parses and decrypts the payload of a failed export's outbox row. Returns undefined if retention has deleted the payload. */
export function readExportFailed(
  db: SealingQueries,
  { team, generation, payload }: DeliveryRow,
): ExportFailed | undefined {
  const { data } = exportFailedSchema.safeParse(payload);
  if (!data) return undefined;
  const { failureMessage, failure, ...rest } = data;
  const opened = openRow(db, 'generations', { team, id: generation, failureMessage });
  const { data: message } = z.string().safeParse(opened.failureMessage);
  return { ...rest, failure: { ...failure, ...(message && { message }) } };
}

type Payload = { team: string; delivery: string };

/** Returns the handler of the job `export`, which posts a document as a file. After a crash, another process polls the stored export. */
export function createExportRunner(context: StepContext, jobs: Jobs) {
  const { db, clock, log } = context;

  async function run({ team, delivery }: Payload, signal: AbortSignal): Promise<void> {
    const found = await find(team, delivery);
    if (!found?.generation.docId || found.generation.deletedAt || found.row.state === 'sent') return;
    const { row, generation, wanted } = found;
    addToLogContext({ generation: generation.id });
    const failure = await makeExport(found.generation.docId, found, { ...context, signal });
    if (failure) await reportFailure(generation, row.id, wanted, failure);
  }

  /** Returns the row with its generation and export. Returns null if the team has uninstalled the app, or the payload was deleted. */
  async function find(team: string, delivery: string) {
    const row = await findDelivery(db, team, delivery);
    const generation = row?.generation && (await findGeneration(db, team, row.generation));
    const wanted = exportSchema.safeParse(row?.payload).data;
    return row && generation && wanted ? { row, generation, wanted } : null;
  }

  /** Exports the document and posts the file. @returns why no file was posted; null if it was posted */
  async function makeExport(
    docId: string,
    { generation, row, wanted }: { generation: Generation; row: DeliveryRow; wanted: Export },
    run: Run,
  ): Promise<Failure | null> {
    const client = await run.clientFor(generation.team);
    if (!client) return { reason: 'unconnected' };
    try {
      const link = await renderExport({ docId, row, wanted }, client, run);
      if ('failure' in link) return link.failure;
      const file = { ...wanted, url: link.url, sequence: row.sequence };
      return await sendFile(generation, file, run);
    } catch (error) {
      run.signal.throwIfAborted();
      log.warn({ generation: generation.id, err: error }, 'export failed');
      return problemOf(error);
    }
  }

  /** Queues a direct message about the failure to the person who requested the file. */
  async function reportFailure(generation: Generation, row: string, wanted: Export, failure: Failure) {
    const { exportAs, by } = wanted;
    const { message: failureMessage, ...rest } = failure;
    const said = sealRow(db, 'generations', generation, { failureMessage });
    const message = {
      ...{ team: generation.team, generation: generation.id, sequence: `export:${row}` },
      channel: by,
      payload: { kind: 'export_failed' as const, exportAs, by, failure: rest, ...said },
      createdAt: new Date(clock.now()),
    };
    await db.transaction((tx) => queuePost(tx, jobs, message));
  }

  async function onDeadLetter({ team, delivery }: Payload): Promise<void> {
    const found = await find(team, delivery);
    if (found) await reportFailure(found.generation, found.row.id, found.wanted, { reason: 'internal' });
  }

  return { run, onDeadLetter };
}
