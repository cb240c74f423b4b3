import { withoutDirections } from '../../text.ts';
import type { StepContext } from '../context.ts';
import type { Generation } from '../generation.ts';
import { findGeneration } from '../store.ts';

/** Returns a file name that every system allows: at most 80 characters of the title, without characters that Windows forbids. */
export function fileName(
  generation: Pick<Generation, 'title' | 'label'>,
  ending: string,
  number?: number,
): string {
  const title = withoutDirections(generation.title ?? generation.label)
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 80)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '');
  return `${title || 'Document'}${number ? ` ${number}` : ''}.${ending}`;
}

/**
 * Deletes files, which nobody has seen yet, if their document was deleted while they were uploaded. Call it after the files are in the
 * outbox and before they are shared, so that a later deletion finds them there.
 * @returns true if they were deleted
 */
export async function deleteIfDocumentDeleted(
  generation: Generation,
  fileIds: string[],
  { db, delivery }: Pick<StepContext, 'db' | 'delivery'>,
): Promise<boolean> {
  const now = await findGeneration(db, generation.team, generation.id);
  if (!now?.deletedAt) return false;
  for (const fileId of fileIds) await delivery.deleteFile(generation, fileId);
  return true;
}
