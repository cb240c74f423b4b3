import type { Button } from '@slack/types';
import { actions } from '../bolt/routes/action-ids.ts';
import { button, confirmation } from '../kit/blocks/parts.ts';

/** Buttons that ask for confirmation before they run, delete or pause a digest. The value of each button begins with the digest's id. */

export function runButton(value: string): Button {
  return {
    ...button('Run now', actions.runDigest, value),
    confirm: confirmation(
      'Run this digest now?',
      'It spends credits, and the next scheduled run covers the same time again.',
      'Run now',
      'Not now',
    ),
  };
}

export function deleteButton(value: string): Button {
  return {
    ...button('Delete', actions.deleteDigest, value, 'danger'),
    confirm: confirmation(
      'Delete this digest?',
      'It will not run again. What it has made so far stays.',
      'Delete',
      'Keep it',
    ),
  };
}

/** Returns the button with which a person stops getting another person's digest. A click pauses the digest. */
export function declineButton(value: string): Button {
  return {
    ...button('Stop sending it to me', actions.declineDigest, value),
    confirm: confirmation(
      'Stop this digest?',
      'It is paused, and the person who set it up is informed that you stopped it.',
      'Stop it',
      'Keep it',
    ),
  };
}
