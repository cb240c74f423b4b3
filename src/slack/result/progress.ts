import type { Progress } from '../../generations/delivery/delivery.ts';
import type { Generation, State } from '../../generations/generation.ts';
import { thousands } from '../../text.ts';
import { actions } from '../bolt/action-ids.ts';
import { askedBy, detailsOf, titleOf } from '../kit/generation-phrases.ts';
import { button, buttons, context, type Deployment, type Message, section } from '../kit/parts.ts';
import { serviceText } from '../kit/text.ts';

/**
 * The card while it is worked on. Its text changes only with the state and with the coarse time, so that it is edited
 * seldom.
 * @param progress how long it has been, or how far a long source has been read
 */
export function progressMessage(
  generation: Generation,
  deployment: Deployment,
  progress?: Progress,
): Message {
  const time = progress && (readSoFar(progress) ?? coarseTime(progress.elapsedMs));
  return {
    text: `Working on “${titleOf(generation)}”: ${midSentence(stepName(generation.state, deployment))}${time ? `, ${time}` : ''}.`,
    blocks: [
      section(`*Working on “${titleOf(generation)}”*`),
      ...context(line(generation.state, deployment, time)),
      ...context(detailsOf(generation), askedBy(generation)),
      ...buttons(button('Stop following', actions.stop, generation.id)),
    ],
  };
}

const steps = ['queued', 'collecting', 'submitting', 'following', 'delivering'] as const satisfies State[];

/** "✓ Queued → ✓ Reading → ✓ Sent to Gamma → ● *Making it*, about 2 min → ○ Posting" */
function line(state: State, deployment: Deployment, time: string | undefined): string {
  const current = Math.max(0, (steps as readonly State[]).indexOf(state));
  return steps
    .map((step, index) => {
      const name = stepName(step, deployment);
      if (index < current) return `✓ ${name}`;
      return index > current ? `○ ${name}` : `● *${name}*${time ? `, ${time}` : ''}`;
    })
    .join(' → ');
}

function stepName(state: State, { serviceName }: Deployment): string {
  const names: Partial<Record<State, string>> = {
    queued: 'Queued',
    collecting: 'Reading',
    submitting: `Sent to ${serviceText(serviceName)}`,
    following: 'Making it',
    delivering: 'Posting',
  };
  return names[state] ?? 'Queued';
}

function midSentence(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** "45 of 1,001 messages" */
function readSoFar({ read }: Progress): string | undefined {
  if (!read) return undefined;
  const count = thousands(read.messages);
  return read.of && read.of >= read.messages
    ? `${count} of ${thousands(read.of)} messages`
    : `${count} messages so far`;
}

const MINUTE = 60_000;

/** Whole minutes at first, then steps of five: most take one to three minutes, and each change is an edit. */
function coarseTime(elapsedMs: number): string | undefined {
  const minutes = Math.floor(elapsedMs / MINUTE);
  if (minutes < 1) return undefined;
  const shown = minutes < 10 ? minutes : minutes - (minutes % 5);
  return `about ${shown} min`;
}
