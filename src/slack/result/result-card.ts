import type { ImageBlock } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { capitalized, plural } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { accessPhrase, unitsOf } from '../kit/ask-fields/choices.ts';
import {
  anotherButton,
  documentMenu,
  feedbackButtons,
  imageAgainButton,
  shareButton,
} from '../kit/blocks/document-buttons.ts';
import {
  buttons,
  context,
  type Deployment,
  linkButton,
  linked,
  type Message,
  safeUrl,
  section,
} from '../kit/blocks/parts.ts';
import { day, escaped, serviceText } from '../kit/blocks/text.ts';
import { changeButton } from '../kit/change/document-change.ts';
import { NOT_SHARED_OUTSIDE } from '../kit/copy/blocker-copy.ts';
import { problemText } from '../kit/copy/failure-copy.ts';
import {
  askedBy,
  creditsOf,
  detailsOf,
  pictureAltText,
  slideTitlesText,
  titleOf,
} from '../kit/copy/generation-phrases.ts';
import { workCopy } from '../kit/copy/work-copy.ts';
import { highlightTexts } from './highlight-blocks.ts';

/** Maximum number of characters of the service's warning, and of the note about what was left out. */
const WARNINGS = 1500;

/** Builds the message with a result: title, link, what was made, and its cost. Wording that depends on the kind of work is in kit/copy. */
export function resultMessage(generation: Generation, deployment: Deployment): Message {
  const { serviceName } = deployment;
  const { archivedAt } = generation;
  const url = safeUrl(generation.docUrl);
  const highlights = highlightTexts(generation);
  return {
    text: `${highlights ? `${highlights.sentence} ` : ''}“${titleOf(generation)}” ${archivedAt ? 'is archived' : workCopy(generation).isDone}${url ? `: ${url}` : '.'}`,
    blocks: [
      ...(highlights?.blocks ?? []),
      section(`*${linked(workCopy(generation).done(generation), url)}*`),
      ...picture(generation),
      ...slides(generation),
      ...context(archivedAt && day(archivedAt, 'Archived '), detailsOf(generation), creditsOf(generation)),
      ...warnings(generation, serviceName),
      ...leftOut(generation),
      ...context(outsideText(generation)),
      ...missingLink(generation, serviceName),
      ...missingFile(generation, serviceName),
      ...buttons(
        linkButton(`Open in ${serviceName}`, actions.open, url, 'primary'),
        shareButton(generation),
        changeButton(generation),
        generation.work === 'image' ? imageAgainButton(generation) : undefined,
        anotherButton(generation),
        documentMenu(generation),
      ),
      ...context(
        `Made by AI with ${serviceText(serviceName)}: ${workCopy(generation).check}.`,
        askedBy(generation),
      ),
      ...feedbackButtons(generation),
    ],
  };
}

/** Builds the message of a deleted document. Does not show the title, because the title was deleted, too. */
export function deletedMessage(generation: Generation): Message {
  const { deletedAt = generation.updatedAt, work } = generation;
  const text =
    work === 'edit' ? 'This was a change of a document that was deleted.' : 'This document was deleted.';
  return {
    text,
    blocks: [
      section(work === 'edit' ? text : `*${text}*`),
      ...context(day(deletedAt, 'Deleted '), askedBy(generation)),
    ],
  };
}

/** Shows the first slide, or the image that was made. */
function picture(generation: Generation): ImageBlock[] {
  if (!generation.thumbnail) return [];
  return [{ type: 'image', slack_file: { id: generation.thumbnail }, alt_text: pictureAltText(generation) }];
}

/** Lists the slide titles on one line, without duplicates and without the document's own title. Shows nothing if only one title remains. */
function slides({ slideTitles = [], title, ask }: Generation) {
  const titles = [...new Set(slideTitles)].filter((each) => each !== title);
  if (titles.length < 2) return [];
  return context(`${capitalized(unitsOf(ask?.format ?? 'presentation'))}: ${slideTitlesText(titles)}`);
}

/** Shows the service's warning, for example that it ignored a part of the request. */
function warnings(generation: Generation, serviceName: string) {
  if (!generation.warnings?.trim()) return [];
  const said = escaped(generation.warnings.trim(), WARNINGS);
  return [section(`:warning: ${capitalized(serviceText(serviceName))} left something out: ${said}`)];
}

/** Says which part of the source, such as a thread or channel, the document does not use. */
function leftOut({ sourceNote }: Generation) {
  return sourceNote ? context(`:information_source: ${escaped(sourceNote, WARNINGS)}`) : [];
}

/** Says who outside the workspace at the service can open the document, without email addresses, because everybody here reads it. */
function outsideText({ ask, work }: Generation): string | undefined {
  const { isCapped, externalAccess = 'noAccess', recipients = [] } = ask?.sharing ?? {};
  if (isCapped) return NOT_SHARED_OUTSIDE;
  if (work === 'edit' || work === 'image') return undefined;
  const link = externalAccess === 'noAccess' ? [] : [`Anyone with the link ${accessPhrase(externalAccess)}.`];
  const email =
    recipients.length > 0
      ? [`Shared by email with ${plural(recipients.length, 'address', 'addresses')}.`]
      : [];
  return [...link, ...email].join(' ');
}

/** Says where to find a new document whose link the service has not returned. */
function missingLink({ docUrl, work }: Generation, serviceName: string) {
  if (docUrl || work === 'image' || work === 'edit') return [];
  return [
    section(
      `:warning: ${capitalized(serviceText(serviceName))} gave no link to it. Anybody with an account there can open it.`,
    ),
  ];
}

/** Says why the requested file is missing. A delivered generation with a `failure` has a document, but no file. */
function missingFile({ failure }: Generation, serviceName: string) {
  if (!failure) return [];
  return [section(`:warning: ${problemText(failure, { serviceName })}`)];
}
