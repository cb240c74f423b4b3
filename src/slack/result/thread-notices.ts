import { type ExportKind, type FileKind, PICTURES_LIMIT } from '../../generations/delivery/delivery.ts';
import type { ExportFailed } from '../../generations/delivery/export-from-card.ts';
import { type Generation, offeredDocument, type State } from '../../generations/generation.ts';
import { capitalized } from '../../text.ts';
import { exportNames, unitsOf } from '../kit/ask-fields/choices.ts';
import { type Deployment, type Message, section } from '../kit/blocks/parts.ts';
import { escaped, mention, serviceText } from '../kit/blocks/text.ts';
import { problemText } from '../kit/copy/failure-copy.ts';
import { creditsOf, titleOf } from '../kit/copy/generation-phrases.ts';
import { instructionOf, workCopy } from '../kit/copy/work-copy.ts';
import { failureMessage } from './failure-card.ts';
import { foundMessage } from './waiting-cards.ts';

/** Builds replies in a generation's thread. They mention the person, because Slack does not notify people of edited messages. */

export function noticeMessage(
  generation: Generation,
  deployment: Deployment,
  reader?: Parameters<typeof failureMessage>[2],
): Message {
  if (generation.state === 'failed') return failureMessage(generation, deployment, reader);
  const found = offeredDocument(generation);
  if (found) return foundMessage(generation, found, deployment);
  const text = outcome(generation, deployment);
  return { text, blocks: [section(text)] };
}

/**
 * Returns Slack's `initial_comment` for a file. It mentions the person who requested the file.
 * @param count number of files in the message
 */
export function fileComment(
  generation: Generation,
  { serviceName }: Deployment,
  by = generation.person,
  exportAs: FileKind | undefined = generation.exportAs,
  count = 1,
): string {
  if (exportAs === 'slides') {
    const slides = unitsOf(generation.ask?.format ?? 'presentation', count);
    return `${mention(by)} here is “${titleOf(generation)}”, ${count < PICTURES_LIMIT ? '' : 'the first '}${slides}.`;
  }
  if (exportAs === 'picture') return `${mention(by)} here is the picture “${titleOf(generation)}”.`;
  const as = exportAs ? ` as ${exportNames[exportAs]}` : '';
  // Describe the change only in the message with the asker's file. Later messages may have files that other people requested.
  if (generation.work === 'edit' && by === generation.person)
    return changed(generation, serviceText(serviceName), as && ` Here it is${as}.`);
  return `${mention(by)} here is “${titleOf(generation)}”${as}.`;
}

/** Returns the text of the message that says that a document was changed. It is the only message about the change. */
function changed(generation: Generation, service: string, file: string): string {
  const { person, warnings = '' } = generation;
  const left =
    warnings.trim() &&
    `\n:warning: ${capitalized(service)} left something out: ${escaped(warnings.trim(), WARNINGS)}`;
  const credits = creditsOf(generation);
  return `${mention(person)} I changed “${titleOf(generation)}”: ${instructionOf(generation)}.${file}${left}\n_Made by AI with ${service}: ${workCopy(generation).check}.${credits ? ` ${credits}` : ''}_`;
}

/** Maximum number of characters of the service's warning. */
const WARNINGS = 1500;

function outcome(generation: Generation, deployment: Pick<Deployment, 'serviceName'>): string {
  const { person, state, failure, work } = generation;
  if (state === 'delivered') {
    const why = failure ? ` ${problemText(failure, deployment)}` : '';
    if (work === 'edit') return changed(generation, serviceText(deployment.serviceName), why);
    return `${mention(person)} “${titleOf(generation)}” ${workCopy(generation).isDone}${why && withoutFile(generation)}.${why}`;
  }
  return `${mention(person)} “${titleOf(generation)}” ${outcomeOf(generation)}.`;
}

/** Returns the generation's state in words. For a `late` generation, also says where its card is, because the card asks a question. */
function outcomeOf(generation: Generation): string {
  const { isNotDoneYet } = workCopy(generation);
  const card = generation.threadTs ? 'its message in this thread' : 'the first message of this thread';
  const outcomes: Partial<Record<State, string>> = {
    stopped: 'was stopped',
    late: `${isNotDoneYet}; ${card} asks whether to check again`,
    unsure: 'needs a decision: choose *Try again* or *Leave it* above',
    disconnected: 'is waiting until the connection is renewed',
  };
  return outcomes[generation.state] ?? 'is in the making';
}

/** Builds the message for a person whose requested file could not be made. */
export function exportFailedMessage(
  generation: Generation,
  deployment: Deployment,
  { by, exportAs, failure }: ExportFailed,
): Message {
  const text = `${mention(by)} there is no ${file(exportAs)} of “${titleOf(generation)}” this time. ${problemText(failure, deployment)}`;
  return { text, blocks: [section(text)] };
}

function withoutFile({ work, exportAs }: Generation): string {
  return work === 'image' ? '' : `, without its ${file(exportAs)}`;
}

function file(exportAs: ExportKind | undefined): string {
  if (exportAs === 'slides') return 'picture';
  return exportAs ? `${exportNames[exportAs]} file` : 'file';
}
