import type { Generation } from '../../generations/generation.ts';
import { actions } from '../bolt/action-ids.ts';
import { documentButtons, exportMenu } from '../kit/document-actions.ts';
import { failureCopy } from '../kit/failure-copy.ts';
import { askedBy, creditsOf, detailsOf, titleOf } from '../kit/generation-phrases.ts';
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

const WARNINGS = 1500;
/** The result card: what was made, where it is, what it cost. */
export function resultMessage(generation: Generation, deployment: Deployment): Message {
  const { serviceName } = deployment;
  const { archivedAt } = generation;
  const url = safeUrl(generation.docUrl);
  const title = titleOf(generation);
  return {
    text: `“${title}” is ${archivedAt ? 'archived' : 'ready'}${url ? `: ${url}` : '.'}`,
    blocks: [
      section(`*${linked(title, url)}*`),
      ...context(archivedAt && `Archived ${day(archivedAt)}`, detailsOf(generation), creditsOf(generation)),
      ...warnings(generation, serviceName),
      ...leftOut(generation),
      ...missingFile(generation, serviceName),
      ...buttons(
        linkButton(`Open in ${serviceName}`, actions.open, url, 'primary'),
        exportMenu(generation),
        ...documentButtons(generation, deployment),
      ),
      ...context(
        `Made by AI with ${serviceText(serviceName)}: check names, figures and dates before you share it.`,
        askedBy(generation),
      ),
    ],
  };
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
