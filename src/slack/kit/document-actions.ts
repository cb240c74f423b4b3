import type { Button, Overflow, PlainTextOption } from '@slack/types';
import type { Actor } from '../../actor.ts';
import type { Outcome } from '../../documents/action.ts';
import type { Documents } from '../../documents/documents.ts';
import type { Generation } from '../../generations/generation.ts';
import { exportFormats } from '../../service/options.ts';
import { clip } from '../../text.ts';
import { actions } from '../bolt/action-ids.ts';
import { documentAskerOrAdmin, type Permission } from '../bolt/permissions.ts';
import { exportNames } from './ask-fields/choices.ts';
import type { ActionCopy } from './failure-copy.ts';
import { button, confirmation, type Deployment } from './parts.ts';
import { oneLine, plain } from './text.ts';

/** One thing that can be done to a finished document by a button that asks first: how it is drawn, who may, what is said. */
export interface DocumentAction {
  /** The action id, as it goes to Slack and comes back. */
  id: string;
  label: string;
  isOffered(generation: Generation): boolean;
  /** As in `confirmation`; `deny` is the way out. */
  question(title: string, service: string): { title: string; text: string; deny: string };
  permission: Permission;
  run(documents: Documents, actor: Actor, id: string): Promise<Outcome>;
  /** Errors of the service that mean something of their own here. */
  problems: ActionCopy;
}

export const documentActions: DocumentAction[] = [
  {
    id: 'generation_archive',
    label: 'Archive',
    isOffered: ({ archivedAt }) => archivedAt === undefined,
    question: (title, service) => ({
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
];

/** The buttons that ask first, as far as they make sense for a document. */
export function documentButtons(generation: Generation, { serviceName }: Deployment): Button[] {
  if (!isDocument(generation)) return [];
  const title = questionTitle(generation);
  return documentActions
    .filter((action) => action.isOffered(generation))
    .map(({ id, label, question }) => {
      const asked = question(title, clip(serviceName, 75));
      return {
        ...button(label, id, generation.id),
        confirm: confirmation(asked.title, asked.text, label, asked.deny),
      };
    });
}

/** The title as plain text, for a question about a document. */
export function questionTitle(generation: Generation): string {
  return clip(oneLine(generation.title || generation.label) || 'this document', 75);
}

/**
 * The menu beside a document, in a message or in a list: its files, and all else that can be done. The value names the
 * choice and the generation; 75 characters are allowed.
 */
export function documentMenu(generation: Generation): Overflow | undefined {
  if (!isDocument(generation) || generation.id.length > MENU_ID) return undefined;
  const more = { text: plain('Comments, readers, archive…', 75), value: `${MORE}:${generation.id}` };
  return {
    type: 'overflow',
    action_id: actions.documentMenu,
    options: [...exportOptions(generation), more],
  };
}

/** The option of the menu that opens the view of a document. */
export const MORE = 'more';
const MENU_ID = 70;

/** An option for each kind of file. */
export function exportOptions({ id }: Generation): PlainTextOption[] {
  return exportFormats.map((format) => ({
    text: plain(`Export as ${exportNames[format]}${format === 'png' ? ' images' : ''}`, 75),
    value: `${format}:${id}`,
  }));
}

/** Delivered, and not deleted since. */
export function isDocument({ state, docId, deletedAt }: Generation): boolean {
  return state === 'delivered' && docId !== undefined && deletedAt === undefined;
}
