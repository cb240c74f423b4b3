import type {
  Button,
  EntityActionButton,
  EntityCustomField,
  EntityMetadata,
  EntityType,
  KnownBlock,
} from '@slack/types';
import { isPersonId } from '../../asks/schema.ts';
import { type ExportKind, exportKinds } from '../../generations/delivery/delivery.ts';
import type { Generation } from '../../generations/generation.ts';
import { capitalized, clip, plural } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { formatNames, unitsOf } from '../kit/ask-fields/choices.ts';
import { anotherButton, exportOption } from '../kit/blocks/document-buttons.ts';
import {
  button,
  buttons,
  context,
  type Deployment,
  linkButton,
  linked,
  section,
} from '../kit/blocks/parts.ts';
import { mention, moment, oneLine } from '../kit/blocks/text.ts';
import { changeButton } from '../kit/change/document-change.ts';
import { pictureAltText, titleOf } from '../kit/copy/generation-phrases.ts';

/** Builds what Slack shows for a document's link: blocks and a Work Object (Slack's card) for everybody, and a panel after a click. */

/** A generation that has a document with a link. */
export type LinkedDocument = Generation & { docId: string; docUrl: string };

/** Returns the blocks that Slack shows below a link to a document. Slack does not allow `rich_text` blocks there. */
export function linkBlocks(document: LinkedDocument, { serviceName }: Deployment): KnownBlock[] {
  const { docUrl, person, createdAt } = document;
  return [
    section(`*${linked(titleOf(document), docUrl)}*`),
    ...context(
      `${stateOf(document).name} · ${formatOf(document)}`,
      `${askerLabel(document)} ${mention(person)}${moment(createdAt, ', ')}`,
    ),
    ...linkPicture(document),
    ...buttons(...linkButtons(document, serviceName)),
  ];
}

function linkPicture(document: LinkedDocument): KnownBlock[] {
  const { thumbnail: id } = document;
  return id ? [{ type: 'image', slack_file: { id }, alt_text: pictureAltText(document) }] : [];
}

function linkButtons(document: LinkedDocument, serviceName: string): Button[] {
  return [
    linkButton(`Open in ${serviceName}`, actions.open, document.docUrl, 'primary'),
    anotherButton(document),
    button('Comments', actions.comments, document.id),
  ].filter((each) => each !== undefined);
}

/** Returns the Work Object of a link. @param pasted the link exactly as it is written in the message, as Slack requires */
export function linkEntity(document: LinkedDocument, pasted: string, deployment: Deployment): EntityMetadata {
  const shown = linkButtons(document, deployment.serviceName).map(actionOf);
  const custom_fields = [stateField(stateOf(document)), field('format', 'Format', formatOf(document))];
  const card = { custom_fields, primary: shown.slice(0, PRIMARY), overflow: shown.slice(PRIMARY) };
  return { ...entity(document, card, deployment), app_unfurl_url: pasted };
}

/** Maximum number of primary actions that Slack shows on a Work Object. */
const PRIMARY = 2;
/** Maximum length of the list of slide titles in the panel, in characters. */
const SLIDES = 1500;

export interface PanelDisplay {
  mayChange: boolean;
  /** True if the person may see how many credits the document cost. */
  seesCost: boolean;
  /** Number of open comments. Undefined if the service did not respond in time. */
  comments?: string | undefined;
  /** True if the service has reported that the document no longer exists. */
  isGone: boolean;
}

/** Returns the Work Object for the panel. Slack requires the same `url` and `external_ref` as in `linkEntity`. */
export function panelEntity(
  document: LinkedDocument,
  { mayChange, seesCost, comments, isGone }: PanelDisplay,
  deployment: Deployment,
): EntityMetadata {
  const { slideTitles = [], ask, credits } = document;
  const state = isGone ? { name: `Not found at ${deployment.serviceName}`, color: 'red' } : stateOf(document);
  const units = capitalized(unitsOf(ask?.format ?? 'presentation'));
  const titles = [...new Set(slideTitles)].filter((each) => each !== document.title).map(oneLine);
  const cost = seesCost ? credits?.deducted : undefined;
  const custom_fields = [
    stateField(state),
    field('format', 'Format', formatOf(document)),
    ...(titles.length < 2
      ? []
      : [{ ...field('slides', units, clip(titles.join(' · '), SLIDES)), long: true }]),
    ...(comments === undefined ? [] : [field('comments', 'Open comments', comments)]),
    ...(cost === undefined ? [] : [field('cost', 'Cost', plural(cost, 'credit'))]),
  ];
  const change = mayChange ? changeButton(document) : undefined;
  const primary = [change, anotherButton(document)].filter((each) => each !== undefined).map(actionOf);
  const overflow = [...fileActions(document), actionOf(button('Comments', actions.comments, document.id))];
  return entity(document, isGone ? { custom_fields } : { custom_fields, primary, overflow }, deployment);
}

interface Shown {
  custom_fields: EntityCustomField[];
  primary?: EntityActionButton[];
  overflow?: EntityActionButton[];
}

function entity(
  document: LinkedDocument,
  { custom_fields, primary, overflow }: Shown,
  { serviceName }: Deployment,
): EntityMetadata {
  const { docId, docUrl, title, label, person, thumbnail, createdAt, updatedAt } = document;
  return {
    entity_type: 'slack#/entities/file' satisfies `${EntityType}`,
    url: docUrl,
    // Never change the format of this id, because Slack uses it to recognise documents in old messages.
    external_ref: { id: docId, type: 'document' },
    entity_payload: {
      attributes: {
        title: { text: clip(oneLine(title || label) || 'Untitled', 150) },
        display_type: formatNames[document.ask?.format ?? 'document'],
        product_name: clip(serviceName, 75),
        metadata_last_modified: seconds(updatedAt),
      },
      fields: {
        ...(thumbnail && {
          preview: { type: IMAGE, alt_text: pictureAltText(document), slack_file: { id: thumbnail } },
        }),
        // If the asker's data was erased, `person` is a pseudonym. Slack would refuse it as a user id.
        ...(isPersonId(person) && {
          created_by: { type: USER, label: askerLabel(document), user: { user_id: person } },
        }),
        date_created: { value: seconds(createdAt), label: 'Made' },
      },
      custom_fields,
      ...(primary?.length && { actions: { primary_actions: primary, overflow_actions: overflow ?? [] } }),
    },
  };
}

const IMAGE = 'slack#/types/image';
const USER = 'slack#/types/user';

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

const field = (key: string, label: string, value: string): EntityCustomField => ({
  ...{ key, label, value },
  type: 'string',
});

/** Name of a document's state, and the color in which Slack shows it. */
interface DocumentState {
  name: string;
  color: string;
}

function stateOf({ archivedAt }: Generation): DocumentState {
  return archivedAt ? { name: 'Archived', color: 'gray' } : { name: 'Ready', color: 'green' };
}

const stateField = ({ name, color }: DocumentState) => ({
  ...field('state', 'State', name),
  tag_color: color,
});

/** Returns format and length, such as “Presentation · 10 slides”. Omits other choices, which can name documents and conversations. */
function formatOf({ ask, slideTitles = [] }: Generation): string {
  const format = ask?.format ?? 'document';
  const count = slideTitles.length > 0 ? ` · ${unitsOf(format, slideTitles.length)}` : '';
  return `${formatNames[format]}${count}`;
}

const askerLabel = ({ ask }: Generation) => (ask?.digest ? 'Digest set up by' : 'Asked by');

function actionOf({ text, action_id = '', value, url, style }: Button): EntityActionButton {
  return { text: text.text, action_id, ...(url ? { url } : { value }), ...(style && { style }) };
}

const fileActionIds: Record<ExportKind, string> = {
  slides: actions.slidesFile,
  pptx: actions.pptxFile,
  pdf: actions.pdfFile,
  png: actions.pngFile,
};

/** Returns an action for each kind of file that Deckhand can post in the document's thread. */
function fileActions(document: LinkedDocument): EntityActionButton[] {
  return exportKinds.map((kind) => {
    const { text, value } = exportOption(document, kind);
    return { text: text.text, action_id: fileActionIds[kind], value };
  });
}
