import { z } from 'zod';
import { exportFormats } from '../options.ts';
import { id, lenient, webAddress } from './answer.ts';
import { type JobError, jobAnswer, jobError } from './job.ts';

export const exportRequest = z.strictObject({ exportAs: z.enum(exportFormats) });
export const exportCreated = z.object({ exportId: id });

export type ExportStatus =
  | { status: 'pending' }
  /** `exportUrl` is a secret: whoever holds it can download for about a week. */
  | { status: 'completed'; exportUrl: string }
  | { status: 'failed'; error: JobError; worthAnotherTry: boolean };

/** Reasons that asking again does not change (field notes). */
const LASTING = new Set(['deck_too_large', 'no_content']);

const answer = jobAnswer([
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('completed'), exportUrl: lenient(webAddress) }),
  z.object({ status: z.literal('failed'), error: jobError }),
]);

export const exportStatus = answer.transform((job): ExportStatus => {
  if (job.status === 'failed') return { ...job, worthAnotherTry: !LASTING.has(job.error.reason ?? '') };
  if (job.status === 'completed' && job.exportUrl) return { status: 'completed', exportUrl: job.exportUrl };
  // Done, but the link is still being made.
  return { status: 'pending' };
});
