import type { Overflow } from '@slack/types';
import type { Generation } from '../../generations/generation.ts';
import { exportFormats } from '../../service/options.ts';
import { actions } from '../bolt/action-ids.ts';
import { exportNames } from '../kit/ask-fields/choices.ts';
import { failureCopy } from '../kit/failure-copy.ts';
import {
  buttons,
  context,
  linkButton,
  linked,
  type Message,
  safeUrl,
  section,
  type Words,
} from '../kit/parts.ts';
import { atStart, escaped, plain } from '../kit/text.ts';
import { askedBy, creditsOf, detailsOf, titleOf } from './describe.ts';

const WARNINGS = 1500;
const SERVICE = 75;

/** The result card: what was made, where it is, what it cost. */
export function resultMessage(generation: Generation, { serviceName }: Words): Message {
  const url = safeUrl(generation.docUrl);
  const title = titleOf(generation);
  return {
    text: `“${title}” is ready${url ? `: ${url}` : '.'}`,
    blocks: [
      section(`*${linked(title, url)}*`),
      ...context(detailsOf(generation), creditsOf(generation)),
      ...warnings(generation, serviceName),
      ...leftOut(generation),
      ...missingFile(generation, serviceName),
      ...buttons(linkButton(`Open in ${serviceName}`, actions.open, url, 'primary'), exportMenu(generation)),
      ...context(
        `Made by AI with ${escaped(serviceName, SERVICE)}: check names, figures and dates before you share it.`,
        askedBy(generation),
      ),
    ],
  };
}

/** They mean that something asked for was dropped, which people must see. */
function warnings(generation: Generation, serviceName: string) {
  if (!generation.warnings?.trim()) return [];
  const said = escaped(generation.warnings.trim(), WARNINGS);
  return [section(`:warning: ${escaped(atStart(serviceName), SERVICE)} left something out: ${said}`)];
}

/** What of a thread or channel is not in it; nobody should take a part for the whole. */
function leftOut({ sourceNote }: Generation) {
  return sourceNote ? context(`:information_source: ${escaped(sourceNote, WARNINGS)}`) : [];
}

/** A delivered generation can have a failure: its file did not come. */
function missingFile({ failure }: Generation, serviceName: string) {
  if (!failure) return [];
  const { what, next } = failureCopy(failure.reason, escaped(serviceName, SERVICE));
  return [section(`:warning: ${what} ${next}`)];
}

/**
 * A menu rather than a select: a select keeps showing what was chosen, and choosing the same again would do
 * nothing. The value names the format and the generation; 75 characters are allowed.
 */
export function exportMenu(generation: Generation): Overflow | undefined {
  if (!canExport(generation)) return undefined;
  const options = exportFormats.map((format) => ({
    text: plain(
      `Export as ${exportNames[format]}${format === 'png' ? ' (a picture for each card)' : ''}`,
      75,
    ),
    value: `${format}:${generation.id}`,
  }));
  return { type: 'overflow', action_id: actions.exportMenu, options };
}

function canExport({ state, docId, id }: Generation): boolean {
  return state === 'delivered' && docId !== undefined && id.length <= 70;
}
