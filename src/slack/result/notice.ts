import type { FileKind, Notice } from '../../generations/delivery/delivery.ts';
import { awaitsDecision } from '../../generations/edits.ts';
import type { Generation, State } from '../../generations/generation.ts';
import type { ExportFormat } from '../../service/options.ts';
import { exportNames } from '../kit/ask-fields/choices.ts';
import { failureCopy } from '../kit/failure-copy.ts';
import { pictureSaid, titleOf } from '../kit/generation-phrases.ts';
import { type Deployment, type Message, section } from '../kit/parts.ts';
import { mention, mrkdwn, serviceText } from '../kit/text.ts';
import { workCopy } from '../kit/work-copy.ts';

/** Lines in the thread. They mention a person, since an edited message notifies nobody. */

export function noticeMessage(generation: Generation, { serviceName }: Deployment, notice: Notice): Message {
  if (notice.kind === 'picture') return pictureMessage(generation, notice.fileId);
  const service = serviceText(serviceName);
  const text =
    notice.kind === 'outcome' ? outcome(generation, service) : missingFile(generation, service, notice);
  return { text, blocks: [section(text)] };
}

/** As small as Slack shows a picture: it stands on the card, and this line lets everybody see it there. */
function pictureMessage(generation: Generation, id: string): Message {
  const text = `The card of “${titleOf(generation)}” shows its picture.`;
  const small = { type: 'image' as const, slack_file: { id }, alt_text: pictureSaid(generation) };
  return {
    text,
    blocks: [{ type: 'context', elements: [small, mrkdwn('This picture is on the card above.')] }],
  };
}

/**
 * The line beside an export file, with a mention of the person who asked for it. For `initial_comment`, where Slack
 * ignores blocks.
 */
export function fileComment(
  generation: Generation,
  by = generation.person,
  exportAs: FileKind | undefined = generation.exportAs,
): string {
  if (exportAs === 'picture') return `${mention(by)} here is the picture “${titleOf(generation)}”.`;
  return `${mention(by)} here is “${titleOf(generation)}”${exportAs ? ` as ${exportNames[exportAs]}` : ''}.`;
}

function outcome(generation: Generation, service: string): string {
  const { person, state, failure } = generation;
  if (state === 'delivered' && failure) {
    const { what, next } = failureCopy(failure.reason, service);
    return `${mention(person)} “${titleOf(generation)}” ${workCopy(generation).isDone}${without(generation)}. ${what} ${next}`;
  }
  return `${mention(person)} “${titleOf(generation)}” ${outcomeOf(generation)}.`;
}

/** The card is in the same thread: its first message, or for a change one further down. */
function outcomeOf(generation: Generation): string {
  const { isDone, isNotDone, isNotDoneYet } = workCopy(generation);
  const card = generation.threadTs ? 'its message in this thread' : 'the first message of this thread';
  const outcomes: Partial<Record<State, string>> = {
    delivered: isDone,
    failed: awaitsDecision(generation)
      ? `${isNotDoneYet}; ${card} asks what to do`
      : `${isNotDone}; ${card} says why and what to do`,
    stopped: 'was stopped',
    late: `${isNotDoneYet}; ${card} asks whether to check again`,
    unsure: `needs a decision; ${card} has the two choices`,
    disconnected: 'is waiting until the connection is renewed',
  };
  return outcomes[generation.state] ?? 'is in the making';
}

function missingFile(
  generation: Generation,
  service: string,
  { by, exportAs, failure }: Extract<Notice, { kind: 'export_failed' }>,
): string {
  const { what, next } = failureCopy(failure.reason, service);
  return `${mention(by)} there is no ${file(exportAs)} of “${titleOf(generation)}” this time. ${what} ${next}`;
}

function without({ work, exportAs }: Generation): string {
  return work === 'image' ? '' : `, without its ${file(exportAs)}`;
}

function file(exportAs: ExportFormat | undefined): string {
  return exportAs ? `${exportNames[exportAs]} file` : 'file';
}
