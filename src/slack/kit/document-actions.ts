import type { Button, Overflow } from '@slack/types';
import type { Actor } from '../../actor.ts';
import type { Documents, Outcome } from '../../documents/documents.ts';
import type { Generation } from '../../generations/generation.ts';
import { exportFormats } from '../../service/options.ts';
import { clip } from '../../text.ts';
import { actions } from '../bolt/action-ids.ts';
import { askerOrAdmin, type Permission } from '../bolt/permissions.ts';
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
    permission: askerOrAdmin('Only the person who asked for this, or a Slack admin, can archive it.'),
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

/** The buttons of a card, as far as they make sense for it. */
export function documentButtons(generation: Generation, { serviceName }: Deployment): Button[] {
  if (!isDocument(generation)) return [];
  const title = clip(oneLine(generation.title || generation.label) || 'this document', 75);
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

/**
 * A menu rather than a select: a select keeps showing what was chosen, and choosing the same again would do
 * nothing. The value names the format and the generation; 75 characters are allowed.
 */
export function exportMenu(generation: Generation): Overflow | undefined {
  if (!isDocument(generation) || generation.id.length > 70) return undefined;
  const options = exportFormats.map((format) => ({
    text: plain(`Export as ${exportNames[format]}${format === 'png' ? ' images' : ''}`, 75),
    value: `${format}:${generation.id}`,
  }));
  return { type: 'overflow', action_id: actions.exportMenu, options };
}

function isDocument({ state, docId }: Generation): boolean {
  return state === 'delivered' && docId !== undefined;
}
