import type { ImageBlock } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import { anotherButton, changeButton, imageAgainButton, ownChangeButton } from '../kit/again-buttons.ts';
import { documentMenu } from '../kit/document-actions.ts';
import { failureCopy } from '../kit/failure-copy.ts';
import { feedbackButtons } from '../kit/feedback.ts';
import { askedBy, creditsOf, detailsOf, pictureSaid, titleOf } from '../kit/generation-phrases.ts';
import {
  buttons,
  context,
  type Deployment,
  linkButton,
  linked,
  type Message,
  safeUrl,
  section,
} from '../kit/parts.ts';
import { atStart, day, escaped, serviceText } from '../kit/text.ts';
import { workCopy } from '../kit/work-copy.ts';

const WARNINGS = 1500;
/** The result card: what was made, where it is, what it cost. */
export function resultMessage(generation: Generation, deployment: Deployment): Message {
  const { serviceName } = deployment;
  const { archivedAt } = generation;
  const url = safeUrl(generation.docUrl);
  return {
    text: `“${titleOf(generation)}” ${archivedAt ? 'is archived' : workCopy(generation).isDone}${url ? `: ${url}` : '.'}`,
    blocks: [
      section(`*${linked(workCopy(generation).done(generation), url)}*`),
      ...picture(generation),
      ...context(archivedAt && day(archivedAt, 'Archived '), detailsOf(generation), creditsOf(generation)),
      ...warnings(generation, serviceName),
      ...leftOut(generation),
      ...missingFile(generation, serviceName),
      ...buttons(
        linkButton(`Open in ${serviceName}`, actions.open, url, 'primary'),
        ownChangeButton(generation),
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

/** The card of a document that somebody deleted. Its title went with it. */
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

/** Slack's file of the first slide, or of the picture that was asked for. */
function picture(generation: Generation): ImageBlock[] {
  if (!generation.thumbnail) return [];
  return [{ type: 'image', slack_file: { id: generation.thumbnail }, alt_text: pictureSaid(generation) }];
}

/** Warnings of the service mean that something asked for was dropped, which people must see. */
function warnings(generation: Generation, serviceName: string) {
  if (!generation.warnings?.trim()) return [];
  const said = escaped(generation.warnings.trim(), WARNINGS);
  return [section(`:warning: ${atStart(serviceText(serviceName))} left something out: ${said}`)];
}

/** Names what of a thread or channel was left out, so that nobody takes a part for the whole. */
function leftOut({ sourceNote }: Generation) {
  return sourceNote ? context(`:information_source: ${escaped(sourceNote, WARNINGS)}`) : [];
}

/** A delivered generation can have a failure: its file did not come. */
function missingFile({ failure }: Generation, serviceName: string) {
  if (!failure) return [];
  const { what, next } = failureCopy(failure.reason, serviceText(serviceName));
  return [section(`:warning: ${what} ${next}`)];
}
