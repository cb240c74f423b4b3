import type { KnownBlock, PlanBlock } from '@slack/types';
import type { Progress } from '../../generations/delivery/delivery.ts';
import type { Generation } from '../../generations/generation.ts';
import { clip, thousands } from '../../text.ts';
import { askedBy, detailsOf } from '../kit/generation-phrases.ts';
import { buttons, context, type Deployment, type Message } from '../kit/parts.ts';
import { atStart, escaped, oneLine } from '../kit/text.ts';
import { waitText, workCopy } from '../kit/work-copy.ts';
import { currentOf, type Step, stepsOf } from './steps.ts';
import { stopButton } from './stop.ts';

/** Characters. */
const SERVICE = 75;
const HEADLINE = 200;
const NOW = 300;

/**
 * The card while it is worked on: Slack's plan, which people may unfold, and the same in words for who does not see it. It
 * changes only with the state and with the coarse time, so that it is edited seldom.
 * @param progress how long it has been, how far a long source has been read, or what is waited for
 */
export function progressMessage(
  generation: Generation,
  deployment: Deployment,
  progress?: Progress,
): Message {
  const headline = workCopy(generation).working(generation);
  const service = clip(oneLine(deployment.serviceName), SERVICE);
  const steps = stepsOf(generation, service);
  const current = currentOf(steps, generation.state);
  const now = nowOf(steps[current]?.running ?? '', progress, service);
  return {
    text: `${headline}: ${escaped(midSentence(now.join(', ')), NOW)}.`,
    blocks: [
      planOf([clip(asPlain(headline), HEADLINE), ...now].join(' · '), steps, current),
      ...context(detailsOf(generation), askedBy(generation)),
      ...buttons(stopButton(generation, deployment)),
    ],
  };
}

/**
 * Steps as Slack's plan. It begins folded, with its title alone in sight.
 * @param current the step that runs now
 */
export function planOf(title: string, steps: Step[], current: number): KnownBlock {
  const tasks = steps.map(({ state, running, done }, index) => ({
    type: 'task_card' as const,
    task_id: state,
    title: index < current ? done : running,
    status: statusOf(index - current),
  }));
  // With the same id it stays as the person has unfolded it, edit after edit.
  return { type: 'plan', block_id: 'progress', title, tasks } satisfies PlanBlock;
}

function statusOf(distance: number) {
  if (distance < 0) return 'complete' as const;
  return distance === 0 ? ('in_progress' as const) : ('pending' as const);
}

function midSentence(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The title of a plan is plain text. @param mrkdwn without links or mentions */
function asPlain(mrkdwn: string): string {
  return mrkdwn.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** What waits is not being sent yet, whatever step comes next. */
function nowOf(running: string, progress: Progress | undefined, service: string): string[] {
  if (progress?.wait) return [atStart(waitText(progress.wait, service))];
  return [running, progress ? (soFar(progress) ?? '') : ''].filter(Boolean);
}

function soFar({ read, elapsedMs }: Progress): string | undefined {
  if (!read) return timeSoFar(elapsedMs);
  const count = thousands(read.messages);
  return read.of && read.of >= read.messages
    ? `${count} of ${thousands(read.of)} messages so far`
    : `${count} messages so far`;
}

const MINUTE = 60_000;

/** "2 min so far": whole minutes at first, then steps of five, since each change is an edit. */
function timeSoFar(elapsedMs: number): string | undefined {
  const minutes = Math.floor(elapsedMs / MINUTE);
  if (minutes < 1) return undefined;
  const shown = minutes < 10 ? minutes : minutes - (minutes % 5);
  const [hours, rest] = [Math.floor(shown / 60), shown % 60];
  const parts = [hours > 0 && `${thousands(hours)} h`, (rest > 0 || hours === 0) && `${rest} min`];
  return `${parts.filter(Boolean).join(' ')} so far`;
}
