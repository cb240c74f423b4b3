import type { Button, Overflow } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { exportFormats } from '../../service/options.ts';
import { clip } from '../../text.ts';
import { actions } from '../bolt/action-ids.ts';
import { exportNames } from './ask-fields/choices.ts';
import { button, type Words } from './parts.ts';
import { oneLine, plain } from './text.ts';

/** What can be done with a finished document, as cards and lists offer it. Nothing where it cannot be done. */

/**
 * A menu rather than a select: a select keeps showing what was chosen, and choosing the same again would do
 * nothing. The value names the format and the generation; 75 characters are allowed.
 */
export function exportMenu(generation: Generation): Overflow | undefined {
  if (!isDocument(generation) || generation.id.length > 70) return undefined;
  const options = exportFormats.map((format) => ({
    text: plain(
      `Export as ${exportNames[format]}${format === 'png' ? ' (a picture for each card)' : ''}`,
      75,
    ),
    value: `${format}:${generation.id}`,
  }));
  return { type: 'overflow', action_id: actions.exportMenu, options };
}

/** Asks first. A title in a confirm dialog may have 100 characters, its text 300. */
export function archiveButton(generation: Generation, { serviceName }: Words): Button | undefined {
  if (!isDocument(generation) || generation.archivedAt) return undefined;
  const title = clip(oneLine(generation.title || generation.label) || 'this document', 75);
  return {
    ...button('Archive', actions.archive, generation.id),
    confirm: {
      title: plain(`Archive “${title}”?`, 100),
      text: plain(`It goes into the archive of your workspace at ${clip(serviceName, 75)}.`, 300),
      confirm: plain('Archive', 30),
      deny: plain('Keep it', 30),
    },
  };
}

function isDocument({ state, docId }: Generation): boolean {
  return state === 'delivered' && docId !== undefined;
}
