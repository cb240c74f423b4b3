import type { KnownBlock, PlanBlock } from '@slack/types';
import type { Progress } from '../../generations/delivery/delivery.ts';
import type { Generation, State } from '../../generations/generation.ts';
import { capitalized, clip, thousands } from '../../text.ts';
import { buttons, context, type Deployment, type Message } from '../kit/blocks/parts.ts';
import { escaped, oneLine } from '../kit/blocks/text.ts';
import { askedBy, detailsOf } from '../kit/copy/generation-phrases.ts';
import { waitText, workCopy } from '../kit/copy/work-copy.ts';
import { stopButton } from './stopped-card.ts';

/** Maximum number of characters of the service's name on the card. */
const SERVICE = 75;
/** Maximum number of characters of the headline in the plan block. */
const HEADLINE = 200;
/** Maximum number of characters of the current step in the text of the card. */
const NOW = 300;

/**
 * Builds the card of a generation in progress. It has a plan block, which people can expand, and the same information as text. The
 * elapsed time is rounded, so that the card is edited rarely.
 * @param progress the elapsed time, how much of a long source has been read, or why the generation waits
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
  const now = currentWork(steps[current]?.running ?? '', progress, service);
  return {
    text: `${headline}: ${escaped(progress?.wait ? waitText(progress.wait, service) : midSentence(now.join(', ')), NOW)}.`,
    blocks: [
      planOf([clip(asPlain(headline), HEADLINE), ...now].join(' · '), steps, current),
      ...context(detailsOf(generation), askedBy(generation)),
      ...buttons(stopButton(generation, deployment)),
    ],
  };
}

/** Builds Slack's plan block, which is collapsed at first. @param current index of the running step */
export function planOf(title: string, steps: Step[], current: number): KnownBlock {
  const tasks = steps.map(({ state, running, done }, index) => ({
    type: 'task_card' as const,
    task_id: state,
    title: index < current ? done : running,
    status: statusOf(index - current),
  }));
  // The block id stays the same, so that Slack keeps an expanded block expanded after an edit.
  return { type: 'plan', block_id: 'progress', title, tasks } satisfies PlanBlock;
}

function statusOf(distance: number) {
  if (distance < 0) return 'complete' as const;
  return distance === 0 ? ('in_progress' as const) : ('pending' as const);
}

function midSentence(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Unescapes mrkdwn, because the title of a plan block is plain text. @param mrkdwn without links or mentions */
function asPlain(mrkdwn: string): string {
  return mrkdwn.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Returns why the generation waits, or otherwise the running step and its progress. */
function currentWork(running: string, progress: Progress | undefined, service: string): string[] {
  if (progress?.wait) return [capitalized(waitText(progress.wait, service))];
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

/**
 * Returns "2 min so far"; undefined in the first minute. From ten minutes on, the time is rounded down to a multiple of five minutes,
 * because each change needs an edit of the card.
 */
function timeSoFar(elapsedMs: number): string | undefined {
  const minutes = Math.floor(elapsedMs / MINUTE);
  if (minutes < 1) return undefined;
  const shown = minutes < 10 ? minutes : minutes - (minutes % 5);
  const [hours, rest] = [Math.floor(shown / 60), shown % 60];
  const parts = [hours > 0 && `${thousands(hours)} h`, (rest > 0 || hours === 0) && `${rest} min`];
  return `${parts.filter(Boolean).join(' ')} so far`;
}

/** A step of a generation and its names on the card, in plain text. */
export interface Step {
  /** The state of the generation in which the step runs. */
  state: State;
  /** The step's name before and while it runs, for example "Making it". */
  running: string;
  /** The step's name when it is done, for example "Made". */
  done: string;
}

/** Names of the kinds of sources that have to be read. Typed text is not among them. */
const readings: Partial<Record<string, string>> = {
  file: 'the file',
  thread: 'the thread',
  channel: 'the channel',
};

export function stepsOf(generation: Pick<Generation, 'work' | 'ask'>, service: string): Step[] {
  const read = readings[generation.ask?.source.kind ?? ''];
  return [
    ...(read ? [{ state: 'collecting' as const, running: `Reading ${read}`, done: `Read ${read}` }] : []),
    { state: 'submitting', running: `Sending it to ${service}`, done: `Sent to ${service}` },
    { state: 'following', ...workCopy(generation).step },
    { state: 'delivering', running: 'Posting it here', done: 'Posted' },
  ];
}

const order: State[] = ['queued', 'collecting', 'submitting', 'following', 'delivering'];

/** Returns the index of the step that runs in this state, or of the next step if none does. */
export function currentOf(steps: Step[], state: State): number {
  const at = order.indexOf(state);
  const found = steps.findIndex((step) => order.indexOf(step.state) >= at);
  return Math.max(0, found);
}
