import { createHash } from 'node:crypto';
import type { Button, ModalView } from '@slack/types';
import { z } from 'zod';
import { lenient } from '../../../lenient.ts';
import { messageView } from '../../bolt/answers/open-then-fill.ts';
import { buttons, section } from '../blocks/parts.ts';
import type { FormView } from './form.ts';
import { displayIn } from './modal.ts';

/**
 * Detects that another admin has saved a form while this one was open. The form's metadata has a hash of the values with which it was
 * opened, as `display.version`. They are saved only if the stored values still have this hash.
 */

const metadataSchema = z.object({ version: lenient(z.string()) });

/** Returns the version of the values with which the form was opened. */
export function versionIn(view: FormView): string | undefined {
  return displayIn(view, metadataSchema).version;
}

/** Returns a hash of the values that a form shows. @param shown must have its keys always in the same order */
export function versionOf(shown: object): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}

/**
 * Returns the modal that tells an admin that another admin has changed the values, so nothing was saved.
 * @param what plural noun, for example "limits"
 * @param now the newest values, as mrkdwn
 * @param again button that opens the form again
 */
export function outdatedView(
  title: string,
  { what, now, again }: { what: string; now: string; again: Button },
): ModalView {
  const text = `Another admin has changed these ${what} since you opened the form, so yours were not saved. Now:\n${now}`;
  return messageView(title, { blocks: [section(`:warning: ${text}`), ...buttons(again)] });
}
