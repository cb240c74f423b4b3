import type { Button } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import { isDocument } from './document-actions.ts';
import { button } from './parts.ts';

/** Buttons that have something done once more, or otherwise, wherever it is spoken of. */

/** "Change it…", for a finished document, and for a change that could not be made. */
export function changeButton(generation: Generation): Button | undefined {
  return isChangeable(generation) ? button('Change it…', actions.changeIt, generation.id) : undefined;
}

export function isChangeable(generation: Generation): boolean {
  const { state, work, docId, archivedAt, deletedAt } = generation;
  if (archivedAt !== undefined || deletedAt !== undefined) return false;
  return isDocument(generation) || (state === 'failed' && work === 'edit' && docId !== undefined);
}

/** "Another like this", for a document that was made; a change of one has no look of its own. */
export function anotherButton(generation: Generation): Button | undefined {
  const isMade = isDocument(generation) && ['document', 'agent'].includes(generation.work);
  return isMade ? button('Another like this', actions.another, generation.id) : undefined;
}

/** "Do mine now", where somebody else's change was followed in place of the person's own, whatever came of it. */
export function ownChangeButton({ id, ownWish }: Generation): Button | undefined {
  return ownWish === 'kept' ? button('Do mine now (spends credits)', actions.changeNow, id) : undefined;
}

/** Opens the form of a picture once more, with the same choices. */
export function imageAgainButton({ id, failure, state }: Generation): Button {
  return button(state === 'failed' ? labelAfter(failure) : 'Again…', actions.imageAgain, id);
}

/** Trying the same again is offered only where the service has said that it may help. */
function labelAfter(failure: Generation['failure']): string {
  if (failure?.reason !== 'service_failed') return 'Change and try again…';
  return failure.retryable ? 'Try again…' : 'Say it in other words…';
}
