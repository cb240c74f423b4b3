import { checked } from './checked.ts';
import type { Call } from './http/caller.ts';
import type { ExportFormat } from './options.ts';
import { type ExportStatus, exportCreated, exportRequest, exportStatus } from './schemas/exports.ts';

export type { ExportStatus };

export interface ExportCalls {
  /** Starts an export of a doc; poll it with `getExport`. */
  exportDoc(docId: string, exportAs: ExportFormat): Promise<{ exportId: string }>;
  /** One look at an export; not repeated by itself. */
  getExport(exportId: string, signal?: AbortSignal): Promise<ExportStatus>;
}

export function exportCalls(call: Call): ExportCalls {
  return {
    async exportDoc(docId, exportAs) {
      const body = checked(exportRequest, { exportAs });
      return call({
        route: 'POST /gammas/{gammaId}/export',
        params: { gammaId: docId },
        body,
        answer: exportCreated,
      });
    },
    async getExport(id, signal) {
      return call({
        route: 'GET /exports/{id}',
        params: { id },
        retries: 'none',
        signal,
        answer: exportStatus,
      });
    },
  };
}
