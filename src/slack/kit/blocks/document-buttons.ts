import type { Button, ContextActionsBlock, Overflow, PlainTextOption } from '@slack/types';
import { isDirectMessageId } from '../../../asks/schema.ts';
import { type ExportKind, exportKinds } from '../../../generations/delivery/delivery.ts';
import type { Generation } from '../../../generations/generation.ts';
import type { Rating } from '../../../generations/ratings.ts';
import { clip } from '../../../text.ts';
import { actions } from '../../bolt/routes/action-ids.ts';
import { exportNames, unitsOf } from '../ask-fields/choices.ts';
import { button, confirmation, type Deployment } from './parts.ts';
import { oneLine, plain } from './text.ts';

/** Returns the document's title as plain text, for a question such as "Archive “Spring launch”?". */
export function questionTitle(generation: Generation): string {
  return clip(oneLine(generation.title || generation.label) || 'this document', 75);
}

/** Returns a document's overflow menu; undefined without a document. An option's value is the choice and the generation's id. */
export function documentMenu(generation: Generation): Overflow | undefined {
  if (!isDocument(generation) || generation.id.length > MENU_ID) return undefined;
  const more = { text: plain('Comments, readers, archive…', 75), value: `${MORE}:${generation.id}` };
  return {
    type: 'overflow',
    action_id: actions.documentMenu,
    options: [...exportOptions(generation), more],
  };
}

/** Beginning of the value of the menu option that opens the document's modal. The generation's id follows. */
export const MORE = 'more';
/** Maximum characters of a generation's id in an option's value. Slack allows 75 for the value, and the longest prefix is `slides:`. */
const MENU_ID = 75 - 'slides:'.length;

/** Returns the menu options of a document: one shows its slides, and each of the others exports a file format. */
export const exportOptions = (generation: Generation) =>
  exportKinds.map((kind) => exportOption(generation, kind));

/** Returns one menu option, which shows a document's slides or exports the document as a file. */
export function exportOption({ id, ask }: Generation, kind: ExportKind): PlainTextOption {
  const labels: Record<ExportKind, string> = {
    slides: `Show ${unitsOf(ask?.format ?? 'presentation')}`,
    pptx: `Export as ${exportNames.pptx}`,
    pdf: `Export as ${exportNames.pdf}`,
    png: `Export as ${exportNames.png} images`,
  };
  return { text: plain(labels[kind], 75), value: `${kind}:${id}` };
}

/** Returns true if the generation has delivered a document and the document was not deleted. */
export function isDocument({ state, docId, deletedAt }: Generation): boolean {
  return state === 'delivered' && docId !== undefined && deletedAt === undefined;
}

/**
 * Returns "Share to channel…" for a document in a direct message; undefined for all other results and for an archived document.
 * @param named the channel that the form preselects
 */
export function shareButton(generation: Generation, named?: string): Button | undefined {
  const { channel, work, archivedAt, id } = generation;
  const isPrivate = isDirectMessageId(channel) && work !== 'edit' && !archivedAt;
  return isPrivate && isDocument(generation)
    ? button('Share to channel…', actions.share, [id, named].filter(Boolean).join(' '))
    : undefined;
}

/** Returns the button "Archive" with a confirmation. Returns undefined if there is no document, or if the document is archived already. */
export function archiveButton(generation: Generation, { serviceName }: Deployment): Button | undefined {
  if (!isDocument(generation) || generation.archivedAt) return undefined;
  const text = `It goes into the archive of your workspace at ${clip(serviceName, 75)}.`;
  return {
    ...button('Archive', actions.archive, generation.id),
    confirm: confirmation(`Archive “${questionTitle(generation)}”?`, text, 'Archive', 'Keep it'),
  };
}

/** Returns "Another like this"; undefined if no new document was made. A change of a document has no format or theme to repeat. */
export function anotherButton(generation: Generation): Button | undefined {
  const isMade = isDocument(generation) && ['document', 'agent'].includes(generation.work);
  return isMade ? button('Another like this', actions.another, generation.id) : undefined;
}

/** Returns the button that opens the form for a picture, prefilled with the choices of this picture. */
export function imageAgainButton({ id, failure, state }: Generation): Button {
  return button(state === 'failed' ? labelAfter(failure) : 'Again…', actions.imageAgain, id);
}

/** Returns the button's label after a failure. Suggests the same prompt only if the service calls the failure retryable. */
function labelAfter(failure: Generation['failure']): string {
  if (failure?.reason !== 'service_failed') return 'Change and try again…';
  return failure.retryable ? 'Try again…' : 'Say it in other words…';
}

/** Returns thumbs up and down for a delivered result; an empty list if nothing was delivered, or if the result is archived. */
export function feedbackButtons({ id, state, archivedAt }: Generation): ContextActionsBlock[] {
  return state === 'delivered' && !archivedAt ? thumbsFor(actions.feedback, id) : [];
}

/** Returns a block with thumbs up and down. @param id id of the generation or digest that the person rates */
export function thumbsFor(action: string, id: string): ContextActionsBlock[] {
  const thumb = (rating: Rating, text: string) => ({
    text: plain(text, 75),
    value: `${id} ${rating}`,
    accessibility_label: text,
  });
  return [
    {
      type: 'context_actions',
      elements: [
        {
          type: 'feedback_buttons',
          action_id: action,
          positive_button: thumb('good', 'Good'),
          negative_button: thumb('poor', 'Not what I wanted'),
        },
      ],
    },
  ];
}
