import type { Run } from '../context.ts';

/** Returns true if a completed document has waited `exportWaitMs` for its address and export link. It is then delivered without them. */
export function isLinkLate(completedAt: number, { clock, policy }: Run): boolean {
  return clock.now() - completedAt >= policy.exportWaitMs;
}
