import { z } from 'zod';
import { exportFormats } from '../options.ts';
import { id, lenient, webAddress } from './answer.ts';
import { jobAnswer } from './job.ts';
import type { Route } from './route.ts';

/** Reasons that asking again does not change (field notes). */
const LASTING = new Set(['deck_too_large', 'no_content']);

/** `exportUrl` is a secret: anybody who holds it can download for about a week. */
const exportStatus = jobAnswer({ exportUrl: lenient(webAddress) }, {}).transform((job) => {
  if (job.status === 'failed') return { ...job, worthAnotherTry: !LASTING.has(job.error.reason ?? '') };
  const exportUrl = job.status === 'completed' ? job.exportUrl : undefined;
  // Completed without a link: that is still being made.
  return exportUrl ? { status: 'completed' as const, exportUrl } : { status: 'pending' as const };
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
