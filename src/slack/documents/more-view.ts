import type { KnownBlock, ModalView } from '@slack/types';
import type { ReportedDocument } from '../../documents/reported-document.ts';
import type { Generation } from '../../generations/generation.ts';
import { capitalized } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { anotherButton, archiveButton, exportOptions, isDocument } from '../kit/blocks/document-buttons.ts';
import {
  button,
  buttons,
  context,
  type Deployment,
  linkButton,
  linked,
  section,
} from '../kit/blocks/parts.ts';
import {
  channelMention,
  day,
  escaped,
  isChannel,
  mention,
  moment,
  oneLine,
  plain,
  serviceText,
} from '../kit/blocks/text.ts';
import { changeButton } from '../kit/change/document-change.ts';
import { creditsOf, detailsElsewhere, sharedWith, titleOf } from '../kit/copy/generation-phrases.ts';
import { modalForm } from '../kit/form/modal.ts';

export const MORE_TITLE = 'Document';

export interface MoreDisplay {
  generation: Generation;
  /** What the service says about the document now, for example that it was deleted there. */
  reported: ReportedDocument;
  /** True if the person may archive, delete and see the readers of the document. */
  mayManage: boolean;
  mayChange: boolean;
  /** True if the team's settings allow statistics about readers. */
  hasReaders: boolean;
  /** Result of a click, shown at the top of the modal, as mrkdwn with user input escaped. */
  notice?: string | undefined;
  /** Makes the block id of the export menu different in each update. With the same id, Slack would keep the chosen option selected. */
  drawing: string;
}

/** Builds the modal of a document: facts about the document, and buttons for everything that the person may do with it. */
export function moreView(display: MoreDisplay, deployment: Deployment): ModalView {
  const { generation, notice } = display;
  return modalForm({
    title: MORE_TITLE,
    close: 'Close',
    display: { id: generation.id },
    blocks: [
      ...(notice ? [section(notice), DIVIDER] : []),
      ...(isDocument(generation) ? facts(display, deployment) : [section(noDocument(generation))]),
    ],
  });
}

const DIVIDER: KnownBlock = { type: 'divider' };

function noDocument({ deletedAt }: Generation): string {
  return deletedAt
    ? `*This document was deleted.* ${day(deletedAt, 'Deleted ')}.`
    : '*There is no document yet.* The message where it was asked for says how far it is.';
}

function facts(display: MoreDisplay, deployment: Deployment): KnownBlock[] {
  const { generation, reported } = display;
  const service = serviceText(deployment.serviceName);
  return [
    section(
      `*${linked(titleOf(generation), generation.docUrl)}*\n${stateOf(generation)}${detailsElsewhere(generation)}`,
    ),
    ...context(
      whenAndWho(generation),
      creditsOf(generation),
      sharedWith(generation, service),
      changedAt(reported, service),
    ),
    ...trouble(reported, service),
    ...controls(display, deployment),
  ];
}

function stateOf({ archivedAt }: Generation): string {
  return archivedAt ? `${day(archivedAt, 'Archived ')} · ` : '';
}

function whenAndWho({ createdAt, person, channel, ask, work }: Generation): string {
  const where = isChannel(channel) ? ` in ${channelMention(channel)}` : '';
  const who = ask?.digest ? `for a digest that ${mention(person)} set up` : `for ${mention(person)}`;
  return `${work === 'edit' ? 'Changed' : 'Made'} ${who}${where}${moment(createdAt, ', ')}`;
}

function changedAt(reported: ReportedDocument, service: string): string | undefined {
  if (reported.state !== 'exists' || !reported.updatedTime) return undefined;
  const at = Date.parse(reported.updatedTime);
  if (Number.isNaN(at)) return undefined;
  const by = reported.author ? `, belongs to ${escaped(oneLine(reported.author), 75)} there` : '';
  return `${moment(new Date(at), 'Last changed ')} at ${service}${by}`;
}

function trouble(reported: ReportedDocument, service: string): KnownBlock[] {
  if (reported.state === 'deleted') {
    return [section(`:warning: *It is gone at ${service}:* somebody has deleted it there.`)];
  }
  if (reported.state !== 'no_access') return [];
  return [
    section(
      `:warning: *${capitalized(service)} does not show it to Deckhand.* It was deleted there, or belongs to another workspace than the one that is connected now.`,
    ),
  ];
}

function controls(display: MoreDisplay, deployment: Deployment): KnownBlock[] {
  const { generation, reported, mayManage, hasReaders, drawing } = display;
  const { id, docUrl } = generation;
  const exists = reported.state !== 'deleted';
  const open = linkButton(`Open in ${deployment.serviceName}`, actions.open, docUrl, 'primary');
  const manage = mayManage
    ? [
        exists ? archiveButton(generation, deployment) : undefined,
        button('Delete…', actions.deleteDocument, id, 'danger'),
      ]
    : [];
  return [
    ...(exists
      ? [
          ...buttons(
            open,
            display.mayChange ? changeButton(generation) : undefined,
            anotherButton(generation),
            button('Comments', actions.comments, id),
            mayManage && hasReaders ? button('Readers', actions.readers, id) : undefined,
          ),
          exportMenu(generation, drawing),
        ]
      : []),
    ...(manage.length > 0 ? [DIVIDER, ...buttons(...manage)] : []),
    ...context(
      mayManage
        ? undefined
        : `The person who asked for it, and Slack admins, can ${display.mayChange ? '' : 'change, '}archive or delete it.`,
    ),
  ];
}

function exportMenu(generation: Generation, drawing: string): KnownBlock {
  return {
    type: 'actions',
    block_id: `export_${drawing}`,
    elements: [
      {
        type: 'static_select',
        action_id: actions.documentMenu,
        placeholder: plain('Get a file into the thread', 75),
        options: exportOptions(generation),
      },
    ],
  };
}
