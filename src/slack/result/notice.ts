import type { Notice } from '../../generations/delivery/delivery.ts';
import type { Generation, State } from '../../generations/generation.ts';
import type { ExportFormat } from '../../service/options.ts';
import { exportNames } from '../kit/ask-fields/choices.ts';
import { failureCopy } from '../kit/failure-copy.ts';
import { titleOf } from '../kit/generation-phrases.ts';
import { type Deployment, type Message, section } from '../kit/parts.ts';
import { mention, serviceText } from '../kit/text.ts';

/** Lines in the thread. They mention a person, since an edited message notifies nobody. */

export function noticeMessage(generation: Generation, { serviceName }: Deployment, notice: Notice): Message {
  const service = serviceText(serviceName);
  const text =
    notice.kind === 'outcome' ? outcome(generation, service) : missingFile(generation, service, notice);
  return { text, blocks: [section(text)] };
}

/**
 * The line beside an export file, with a mention of the person who asked for it. For `initial_comment`, where Slack
 * ignores blocks.
 */
export function fileComment(
  generation: Generation,
  by = generation.person,
  exportAs = generation.exportAs,
): string {
  return `${mention(by)} here is “${titleOf(generation)}”${exportAs ? ` as ${exportNames[exportAs]}` : ''}.`;
}

function outcome(generation: Generation, service: string): string {
  const { person, state, failure, exportAs } = generation;
  if (state === 'delivered' && failure) {
    const { what, next } = failureCopy(failure.reason, service);
    return `${mention(person)} “${titleOf(generation)}” is ready, without its ${file(exportAs)}. ${what} ${next}`;
  }
  return `${mention(person)} “${titleOf(generation)}” ${outcomes[state] ?? 'is in the making'}.`;
}

const outcomes: Partial<Record<State, string>> = {
  delivered: 'is ready',
  failed: 'could not be made; the first message of this thread says why and what to do',
  stopped: 'is no longer followed',
  late: 'is not finished yet; the first message of this thread asks whether to check again',
  unsure: 'needs a decision; the first message of this thread has the two choices',
  disconnected: 'is waiting until the connection is renewed',
};

function missingFile(
  generation: Generation,
  service: string,
  { by, exportAs, failure }: Extract<Notice, { kind: 'export_failed' }>,
): string {
  const { what, next } = failureCopy(failure.reason, service);
  return `${mention(by)} there is no ${file(exportAs)} of “${titleOf(generation)}” this time. ${what} ${next}`;
}

function file(exportAs: ExportFormat | undefined): string {
  return exportAs ? `${exportNames[exportAs]} file` : 'file';
}
