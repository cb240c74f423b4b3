import type { Run } from '../context.ts';

/**
 * Returns true if a completed document has waited `exportWaitMs` for its address or its export link. In practice the service returns them
 * 30 to 120 s after the document. If they are late, the document is delivered without them. The card says that the address is missing, and
 * the reply says that there is no file and why (`export_late`). *Export as* on the card starts a new export.
 */
export function isLinkLate(completedAt: number, { clock, policy }: Run): boolean {
  return clock.now() - completedAt >= policy.exportWaitMs;
}
