import type { Run, StepContext } from '../context.ts';
import type { Generation } from '../generation.ts';
import type { Link } from '../work/work.ts';
import { workOf } from '../work/works.ts';

/**
 * The service may give the link to the file some time after the document (30 to 120 s in the field). The wait for it is
 * bounded: then the document is delivered without the file, and the card offers the export.
 */
export function awaitsLink(
  generation: Generation,
  { exportUrl }: { exportUrl?: string | undefined },
  completedAt: number,
  context: StepContext,
): boolean {
  return workOf(generation).bringsLink(generation) && !exportUrl && !isLinkOverdue(completedAt, context);
}

export function isLinkOverdue(completedAt: number, { clock, policy }: StepContext): boolean {
  return clock.now() - completedAt >= policy.exportWaitMs;
}

/**
 * The link as polling has seen it. After a crash the service is asked again: the link is a secret and was written
 * nowhere.
 */
export async function linkOf(generation: Generation, context: StepContext, run: Run): Promise<Link> {
  if (run.exportUrl) return { url: run.exportUrl };
  const client = await context.clientFor(generation.team);
  if (!client || !generation.generationId) return { failure: { reason: 'export_late' } };
  return workOf(generation).link(generation, client, context, run.signal);
}
