import type { ImageBlock } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { capitalized } from '../../text.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import { unitsOf } from '../kit/ask-fields/choices.ts';
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

/** Maximum number of characters of a warning. */
const WARNINGS = 1500;

/** Builds the result card: the title, the link, what was made and its cost. Words that differ between kinds of work are in kit/copy. */
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

/** Builds the card of a deleted document. The card has no title, because the title was deleted, too. */
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

/** Shows a picture of the first slide, or the image that was made. */
function picture(generation: Generation): ImageBlock[] {
  if (!generation.thumbnail) return [];
  return [{ type: 'image', slack_file: { id: generation.thumbnail }, alt_text: pictureAltText(generation) }];
}

/** Lists the titles of the slides on one line, each once, and without the title of the document. A single title is not listed. */
function slides({ slideTitles = [], title, ask }: Generation) {
  const titles = [...new Set(slideTitles)].filter((each) => each !== title);
  if (titles.length < 2) return [];
  return context(`${capitalized(unitsOf(ask?.format ?? 'presentation'))}: ${slideTitlesText(titles)}`);
}

/** Shows the service's warning that it ignored a part of the request. */
function warnings(generation: Generation, serviceName: string) {
  if (!generation.warnings?.trim()) return [];
  const said = escaped(generation.warnings.trim(), WARNINGS);
  return [section(`:warning: ${capitalized(serviceText(serviceName))} left something out: ${said}`)];
}

/** Says what part of the source, such as a thread or channel, was not used. */
function leftOut({ sourceNote }: Generation) {
  return sourceNote ? context(`:information_source: ${escaped(sourceNote, WARNINGS)}`) : [];
}

/** Says where to find a new document if the service has not returned a link to it. */
function missingLink({ docUrl, work }: Generation, serviceName: string) {
  if (docUrl || work === 'image' || work === 'edit') return [];
  return [
    section(
      `:warning: ${capitalized(serviceText(serviceName))} gave no link to it. Anybody with an account there can open it.`,
    ),
  ];
}

/** Says why there is no file. A delivered generation has a failure only if it was delivered without its file. */
function missingFile({ failure }: Generation, serviceName: string) {
  if (!failure) return [];
  return [section(`:warning: ${problemText(failure, { serviceName })}`)];
}
