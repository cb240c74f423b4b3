import type { KnownBlock, PlanBlock } from '@slack/types';
import type { Progress } from '../../generations/delivery/delivery.ts';
import type { Generation, State } from '../../generations/generation.ts';
import { capitalized, clip, thousands } from '../../text.ts';
import { buttons, context, type Deployment, type Message } from '../kit/blocks/parts.ts';
import { escaped, oneLine } from '../kit/blocks/text.ts';
import { askedBy, detailsOf } from '../kit/copy/generation-phrases.ts';
import { waitText, workCopy } from '../kit/copy/work-copy.ts';
import { stopButton } from './stopped-card.ts';

/** Maximum number of characters of the service's name in the message. */
const SERVICE = 75;
/** Maximum number of characters of the headline in Slack's plan block. */
const HEADLINE = 200;
/** Maximum number of characters of the current step in the message's text. */
const NOW = 300;

/**
 * Builds the message of a generation in progress: a plan block, and the same information as text for notifications.
 * @param progress the elapsed time, how much of a long source was read, or why the generation waits
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

/** Builds Slack's plan block, which lists the steps and is collapsed at first. @param current index of the running step */
export function planOf(title: string, steps: Step[], current: number): KnownBlock {
  const tasks = steps.map(({ state, running, done }, index) => ({
    type: 'task_card' as const,
    task_id: state,
    title: index < current ? done : running,
    status: statusOf(index - current),
  }));
  // Keep the same block id in every edit. Otherwise Slack would collapse a block that a person has expanded.
  return { type: 'plan', block_id: 'progress', title, tasks } satisfies PlanBlock;
}

function statusOf(distance: number) {
  if (distance < 0) return 'complete' as const;
  return distance === 0 ? ('in_progress' as const) : ('pending' as const);
}

function midSentence(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Converts mrkdwn to plain text, which the title of a plan block requires. @param mrkdwn must not contain links or mentions */
function asPlain(mrkdwn: string): string {
  return mrkdwn.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Returns why the generation waits. If it does not wait, returns the running step and its progress. */
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

/** Returns a text such as "2 min so far"; undefined in the first minute. The text changes rarely, because each change requires an edit. */
function timeSoFar(elapsedMs: number): string | undefined {
  const minutes = Math.floor(elapsedMs / MINUTE);
  if (minutes < 1) return undefined;
  const shown = minutes < 10 ? minutes : minutes - (minutes % 5);
  const [hours, rest] = [Math.floor(shown / 60), shown % 60];
  const parts = [hours > 0 && `${thousands(hours)} h`, (rest > 0 || hours === 0) && `${rest} min`];
  return `${parts.filter(Boolean).join(' ')} so far`;
}

export interface Step {
  /** The generation is in this state while the step runs. */
  state: State;
  /** Plain text that the card shows before and during the step, such as "Making it". */
  running: string;
  /** Plain text that the card shows after the step, such as "Made". */
  done: string;
}

/** Names of the sources that Deckhand must read before it makes the document. A typed text is not listed, because it needs no reading. */
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

/** Returns the index of the step for this state. If the state has no step, returns the index of the next step. */
export function currentOf(steps: Step[], state: State): number {
  const at = order.indexOf(state);
  const found = steps.findIndex((step) => order.indexOf(step.state) >= at);
  return Math.max(0, found);
}
