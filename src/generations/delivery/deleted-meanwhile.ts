import type { StepContext } from '../context.ts';
import type { Generation } from '../generation.ts';
import { findGeneration } from '../store.ts';

/**
 * Whether a document was deleted while a file of it was brought to Slack; the file, which nobody has seen, is then taken away.
 * To be asked once the file stands in the outbox and before it is shared: a later deletion finds it there.
 */
export async function takeBackOfDeleted(
  generation: Generation,
  files: { fileId: string }[],
  { db, delivery }: Pick<StepContext, 'db' | 'delivery'>,
): Promise<boolean> {
  const now = await findGeneration(db, generation.team, generation.id);
  if (!now?.deletedAt) return false;
  for (const { fileId } of files) await delivery.deleteFile(generation, fileId);
  return true;
}
