import type { Button } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import { button } from './parts.ts';

/** Opens the form of a picture once more, with the same choices. */
export function imageAgainButton({ id, failure, state }: Generation): Button {
  return button(state === 'failed' ? labelAfter(failure) : 'Again…', actions.imageAgain, id);
}

/** Trying the same again is offered only where the service has said that it may help. */
function labelAfter(failure: Generation['failure']): string {
  if (failure?.reason !== 'service_failed') return 'Change and try again…';
  return failure.retryable ? 'Try again…' : 'Say it in other words…';
}
