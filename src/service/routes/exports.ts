import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import { exportFormats } from '../options.ts';
import { id, webAddress, withIdAs } from './answer.ts';
import { jobAnswer } from './job.ts';
import type { Route } from './route.ts';

/** Reasons for which a new export of the same doc would fail, too (field notes). */
const LASTING = new Set(['deck_too_large', 'no_content']);

/** `exportUrl` is a secret, because anybody who has it can download the file for about a week. */
const exportStatus = jobAnswer({ exportUrl: lenient(webAddress) }, {}).transform((job) => {
  if (job.status === 'failed') return { ...job, worthAnotherTry: !LASTING.has(job.error.reason ?? '') };
  const exportUrl = job.status === 'completed' ? job.exportUrl : undefined;
  // If there is no link in a completed export, the service is still making the link.
  return exportUrl ? { status: 'completed' as const, exportUrl } : { status: 'pending' as const };
});

export const exportRoutes = {
  /** Starts an export of a doc; poll it with `getExport`. */
  exportDoc: {
    method: 'POST',
    path: '/gammas/{gammaId}/export',
    request: z.strictObject({ exportAs: z.enum(exportFormats) }),
    answer: z.preprocess(withIdAs('exportId'), z.object({ exportId: id })),
  },
  getExport: { method: 'GET', path: '/exports/{id}', answer: exportStatus, isPoll: true },
} as const satisfies Record<string, Route>;
