import type { Button } from '@slack/types';
import type { Actor } from '../../../actor.ts';
import type { Documents, Outcome } from '../../../documents/documents.ts';
import type { Generation } from '../../../generations/generation.ts';
import { clip } from '../../../text.ts';
import { documentAskerOrAdmin, type Permission } from '../../bolt/permissions/permissions.ts';
import type { ActionCopy } from '../copy/failure-copy.ts';
import { isDocument, questionTitle } from './document-buttons.ts';
import { button, confirmation, type Deployment } from './parts.ts';

/**
 * An action on a finished document that the service does at once. Its button in the document's modal, its row in the route table and
 * its handler are derived from this object.
 */
export interface DocumentAction {
  /** The `action_id` of the button. */
  id: string;
  label: string;
  /** Returns whether the button is shown for a document. */
  isOffered(generation: Generation): boolean;
  /** Returns the confirmation dialog that Slack shows after a click, as plain text. `deny` is the label of the button that cancels. */
  confirm(title: string, service: string): { title: string; text: string; deny: string };
  permission: Permission;
  /** Returns the text to show after success, as mrkdwn; undefined if the card and the modal show the success already. */
  run(documents: Documents, actor: Actor, id: string): Promise<Outcome<string | undefined>>;
  /** Texts for errors of the service that have a special meaning for this action. */
  problems: ActionCopy;
}

export const documentActions = {
  archive: {
    id: 'generation_archive',
    label: 'Archive',
    isOffered: ({ archivedAt }) => archivedAt === undefined,
    confirm: (title, service) => ({
      title: `Archive “${title}”?`,
      text: `It goes into the archive of your workspace at ${service}.`,
      deny: 'Keep it',
    }),
    permission: documentAskerOrAdmin('Only the person who asked for this, or a Slack admin, can archive it.'),
    run: (documents, actor, id) => documents.archive(actor, id),
    problems: (service) => ({
      forbidden: {
        what: `The account that Deckhand uses at ${service} may not archive this document: that takes edit permission, in the workspace that the document is in.`,
        next: `Archive it at ${service}, or have a Slack admin connect an account that may edit it, with \`/deck connect\`.`,
        quote: true,
      },
      not_found: {
        what: `This document is gone already: it was deleted at ${service}.`,
        next: 'There is nothing left to archive.',
      },
    }),
  },
} satisfies Record<string, DocumentAction>;

/** Returns the button of an action; undefined if there is no document, or the action is not offered for it. */
export function actionButton(
  { id, label, isOffered, confirm }: DocumentAction,
  generation: Generation,
  { serviceName }: Deployment,
): Button | undefined {
  if (!isDocument(generation) || !isOffered(generation)) return undefined;
  const { title, text, deny } = confirm(questionTitle(generation), clip(serviceName, 75));
  return { ...button(label, id, generation.id), confirm: confirmation(title, text, label, deny) };
}
