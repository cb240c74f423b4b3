import type { Generation, State } from '../../generations/generation.ts';
import { workCopy } from '../kit/work-copy.ts';

/** The steps of a generation as a person follows them. Plain text. */

export interface Step {
  /** The state in which it runs. */
  state: State;
  /** "Making it": while it runs, and before. */
  running: string;
  /** "Made": once it is done. */
  done: string;
}

/** What was typed needs no reading. */
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

/** The step that runs in a state: the first that is not over by then. */
export function currentOf(steps: Step[], state: State): number {
  const at = order.indexOf(state);
  const found = steps.findIndex((step) => order.indexOf(step.state) >= at);
  return Math.max(0, found);
}
