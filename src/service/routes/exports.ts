import { z } from 'zod';
import { exportFormats } from '../options.ts';
import { id, lenient, webAddress } from './answer.ts';
import { type JobError, jobAnswer, jobError } from './job.ts';
import type { Route } from './route.ts';

export type ExportStatus =
  | { status: 'pending' }
  /** `exportUrl` is a secret: anybody who holds it can download for about a week. */
  | { status: 'completed'; exportUrl: string }
  | { status: 'failed'; error: JobError; worthAnotherTry: boolean };

/** Reasons that asking again does not change (field notes). */
const LASTING = new Set(['deck_too_large', 'no_content']);

const answer = jobAnswer([
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('completed'), exportUrl: lenient(webAddress) }),
  z.object({ status: z.literal('failed'), error: jobError }),
]);

const exportStatus = answer.transform((job): ExportStatus => {
  if (job.status === 'failed') return { ...job, worthAnotherTry: !LASTING.has(job.error.reason ?? '') };
  if (job.status === 'completed' && job.exportUrl) return { status: 'completed', exportUrl: job.exportUrl };
  // Done, but the link is still being made.
  return { status: 'pending' };
});

export const exportRoutes = {
  /** Starts an export of a doc; poll it with `getExport`. */
  exportDoc: {
    method: 'POST',
    path: '/gammas/{gammaId}/export',
    request: z.strictObject({ exportAs: z.enum(exportFormats) }),
    answer: z.object({ exportId: id }),
  },
  getExport: { method: 'GET', path: '/exports/{id}', answer: exportStatus, isPoll: true },
} as const satisfies Record<string, Route>;
