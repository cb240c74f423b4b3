import type { KnownBlock, ModalView } from '@slack/types';
import type { Look } from '../../documents/look.ts';
import type { Generation } from '../../generations/generation.ts';
import { externalAccess, workspaceAccess } from '../../service/options.ts';
import { plural } from '../../text.ts';
import { actions } from '../bolt/action-ids.ts';
import { anotherButton, changeButton } from '../kit/again-buttons.ts';
import { accessChoices } from '../kit/ask-fields/choices.ts';
import { documentButtons, exportOptions, isDocument } from '../kit/document-actions.ts';
import { creditsOf, detailsElsewhere, titleOf } from '../kit/generation-phrases.ts';
import { button, buttons, context, type Deployment, linkButton, linked, section } from '../kit/parts.ts';
import {
  atStart,
  channelMention,
  day,
  escaped,
  isChannel,
  mention,
  moment,
  oneLine,
  plain,
  serviceText,
} from '../kit/text.ts';

export const MORE_TITLE = 'Document';

export interface MoreDisplay {
  generation: Generation;
  look: Look;
  /** This person may archive and delete it. */
  mayManage: boolean;
  /** How it is read can be seen here. */
  hasReaders: boolean;
  /** Said above all else: what came of a click here. mrkdwn, foreign parts escaped */
  notice?: string | undefined;
  /** Tells drawings apart: Slack keeps what was chosen in a menu that is drawn anew under the same id. */
  drawing: string;
}

/** The one room of a document: what is known of it, and all that can be done with it. */
export function moreView(display: MoreDisplay, deployment: Deployment): ModalView {
  const { generation, notice } = display;
  return {
    type: 'modal',
    title: plain(MORE_TITLE, 24),
    close: plain('Close', 24),
    private_metadata: JSON.stringify({ id: generation.id }),
    blocks: [
      ...(notice ? [section(notice), DIVIDER] : []),
      ...(isDocument(generation) ? facts(display, deployment) : [section(noDocument(generation))]),
    ],
  };
}

const DIVIDER: KnownBlock = { type: 'divider' };

function noDocument({ deletedAt }: Generation): string {
  return deletedAt
    ? `*This document was deleted.* ${day(deletedAt, 'Deleted ')}.`
    : '*There is no document yet.* The message where it was asked for says how far it is.';
}

function facts(display: MoreDisplay, deployment: Deployment): KnownBlock[] {
  const { generation, look } = display;
  const service = serviceText(deployment.serviceName);
  return [
    section(
      `*${linked(titleOf(generation), generation.docUrl)}*\n${stateOf(generation)}${detailsElsewhere(generation)}`,
    ),
    ...context(
      whenAndWho(generation),
      creditsOf(generation),
      sharedWith(generation, service),
      changedAt(look, service),
    ),
    ...trouble(look, service),
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

/** What was asked for; addresses are nobody's business here, so they are only counted. */
function sharedWith({ ask }: Generation, service: string): string | undefined {
  const { workspaceAccess: workspace, externalAccess: link, recipients = [] } = ask?.sharing ?? {};
  const said = [
    workspace && `workspace at ${service}: ${accessName(workspaceAccess, workspace)}`,
    link && `anybody with the link: ${accessName(externalAccess, link)}`,
    recipients.length > 0 && `${plural(recipients.length, 'person', 'people')} by e-mail`,
  ].filter(Boolean);
  return said.length > 0 ? `Shared as asked: ${said.join(' · ')}` : undefined;
}

function accessName(levels: typeof workspaceAccess | typeof externalAccess, level: string): string {
  const [, name = level] = accessChoices(levels).find(([key]) => key === level) ?? [];
  return name.toLowerCase();
}

function changedAt(look: Look, service: string): string | undefined {
  if (look.state !== 'there' || !look.updatedTime) return undefined;
  const at = Date.parse(look.updatedTime);
  if (Number.isNaN(at)) return undefined;
  const by = look.author ? `, belongs to ${escaped(oneLine(look.author), 75)} there` : '';
  return `${moment(new Date(at), 'Last changed ')} at ${service}${by}`;
}

function trouble(look: Look, service: string): KnownBlock[] {
  if (look.state === 'gone') {
    return [section(`:warning: *It is gone at ${service}:* somebody has deleted it there.`)];
  }
  if (look.state !== 'out_of_reach') return [];
  return [
    section(
      `:warning: *${atStart(service)} does not show it to Deckhand.* It was deleted there, or belongs to another workspace than the one that is connected now.`,
    ),
  ];
}

function controls(display: MoreDisplay, deployment: Deployment): KnownBlock[] {
  const { generation, look, mayManage, hasReaders, drawing } = display;
  const { id, docUrl } = generation;
  const isThere = look.state !== 'gone';
  const open = linkButton(`Open in ${deployment.serviceName}`, actions.open, docUrl, 'primary');
  const manage = mayManage
    ? [
        ...(isThere ? documentButtons(generation, deployment) : []),
        button('Delete…', actions.deleteDocument, id, 'danger'),
      ]
    : [];
  return [
    ...(isThere
      ? [
          ...buttons(
            open,
            changeButton(generation),
            anotherButton(generation),
            button('Comments', actions.comments, id),
            mayManage && hasReaders ? button('Readers', actions.readers, id) : undefined,
          ),
          exportMenu(generation, drawing),
        ]
      : []),
    ...(manage.length > 0 ? [DIVIDER, ...buttons(...manage)] : []),
    ...context(
      mayManage ? undefined : 'The person who asked for it, and Slack admins, can archive or delete it.',
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
