import type { GenerationStatus } from '../../service/routes/generations.ts';
import type { Run, StepContext } from '../context.ts';
import type { Generation } from '../generation.ts';

/**
 * The service may give the link to the file some time after the document (30 to 120 s in the field). The wait for it is
 * bounded: then the document is delivered without the file, and the card offers the export.
 */
export function awaitsLink(
  { exportAs }: Generation,
  { exportUrl }: { exportUrl?: string | undefined },
  completedAt: number,
  context: StepContext,
): boolean {
  return exportAs !== undefined && !exportUrl && !isLinkOverdue(completedAt, context);
}

export function isLinkOverdue(completedAt: number, { clock, policy }: StepContext): boolean {
  return clock.now() - completedAt >= policy.exportWaitMs;
}

/**
 * The link as polling has seen it. After a crash the service is asked again: the link is a secret and was written
 * nowhere. Undefined where there is none, or no longer a connection to ask with.
 */
export async function linkOf(
  generation: Generation,
  context: StepContext,
  run: Run,
): Promise<string | undefined> {
  if (run.exportUrl) return run.exportUrl;
  const client = await context.clientFor(generation.team);
  if (!client || !generation.generationId) return undefined;
  const status: GenerationStatus = await client.getGeneration(generation.generationId, run.signal);
  return status.status === 'completed' ? status.exportUrl : undefined;
}
