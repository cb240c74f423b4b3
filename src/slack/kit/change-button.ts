import type { Button } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import { isDocument } from './document-actions.ts';
import { button } from './parts.ts';

/** "Change it…", for a finished document, and for a change that could not be made. */
export function changeButton(generation: Generation): Button | undefined {
  return isChangeable(generation) ? button('Change it…', actions.changeIt, generation.id) : undefined;
}

export function isChangeable(generation: Generation): boolean {
  const { state, work, docId, archivedAt, deletedAt } = generation;
  if (archivedAt !== undefined || deletedAt !== undefined) return false;
  return isDocument(generation) || (state === 'failed' && work === 'edit' && docId !== undefined);
}
