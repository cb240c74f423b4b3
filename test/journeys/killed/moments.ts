import type { State } from '../../../src/generations/generation.ts';
import type { StandIns } from '../stand-ins.ts';
import { A_WHILE } from '../story.ts';
import { type KilledAsk, type Kind, kinds, routes, titleOf } from './asks.ts';
import { HELD } from './stage.ts';

export const phases = [1, 2, 3, 4] as const;

/** A moment of a generation at which the app is killed, with one ask of each kind in it. */
export interface Moment {
  name: string;
  kinds: readonly Kind[];
  /** Has Slack or the service hold an ask in it. @returns what ends that */
  hold(standIns: StandIns, ask: KilledAsk): (() => void)[];
  /** As the app's log says of each ask. */
  state: State;
  /** Those of a later phase would stand in the way of these. */
  phase: (typeof phases)[number];
  /** Each is there once the service has refused it, or holds its call, or Slack holds a call of this method. */
  isRefused?: true;
  isSent?: true;
  held?: string;
  /** The question to Ana is where it ends; with `yes` she says yes to it. */
  isAsked?: 'yes' | 'left';
  /** The text is in a file; another change of the document is under way. */
  given?: 'file' | 'other change';
}

const LIMIT_REACHED = {
  message: 'Too many agent jobs are running in this workspace',
  statusCode: 429,
  code: 'workspace_concurrency_limit_exceeded',
};

/**
 * Every state that something runs in. Those of a phase can all be at once, and each phase with those before it: what has
 * to get past the service or into Slack comes before what stands in the way there. Slack's calls are held for some seconds
 * at most, since the app gives up on them after ten.
 */
export const moments: Moment[] = [
  {
    name: 'following',
    phase: 1,
    kinds,
    state: 'following',
    hold: ({ service }, { kind, words }) => [
      service.misbehave({ kind: 'generation_takes', ms: A_WHILE, route: routes[kind], containing: words }),
    ],
  },
  {
    name: 'collecting, where the service has no room yet',
    phase: 1,
    kinds,
    state: 'collecting',
    isRefused: true,
    hold: ({ service }, { kind, words }) => [
      service.misbehave({
        kind: 'status',
        route: routes[kind],
        containing: words,
        retryAfter: 300,
        status: kind === 'edit' || kind === 'agent' ? 503 : 429,
      }),
    ],
  },
  {
    name: 'unsure, the question being posted',
    phase: 2,
    kinds,
    state: 'unsure',
    held: 'chat.postMessage',
    isAsked: 'left',
    hold: ({ service, slack }, { kind, words }) => [
      service.misbehave({ kind: 'cut', moment: 'after', route: routes[kind], containing: words }),
      slack.misbehave({ method: 'chat.postMessage', containing: 'decision', delayMs: HELD, cut: 'after' }),
    ],
  },
  {
    name: 'delivering, the file being shared',
    phase: 2,
    kinds,
    state: 'delivering',
    held: 'files.completeUploadExternal',
    hold: ({ slack }, { words, card }) => [
      slack.misbehave({
        method: 'files.completeUploadExternal',
        containing: card ? titleOf(words) : words,
        delayMs: HELD,
        cut: 'after',
      }),
    ],
  },
  {
    name: 'delivering, the file being uploaded',
    phase: 3,
    kinds,
    state: 'delivering',
    // Of a team's files two are brought into Slack at once; the others wait.
    hold: ({ slack }) => [slack.misbehave({ method: 'upload', delayMs: HELD, times: 0 })],
  },
  {
    name: 'collecting, the file being read',
    phase: 4,
    kinds: ['document', 'agent'],
    state: 'collecting',
    given: 'file',
    // The form reads it once before it takes it.
    held: 'files.info',
    hold: ({ slack }, { file }) => [
      slack.misbehave({ method: 'files.info', containing: file?.id, delayMs: HELD, skip: 1 }),
    ],
  },
  {
    name: 'queued, the first message being posted',
    state: 'queued',
    phase: 4,
    kinds,
    held: 'chat.postMessage',
    hold: ({ slack }, { words }) => [
      slack.misbehave({ method: 'chat.postMessage', containing: words, delayMs: HELD, cut: 'after' }),
    ],
  },
  {
    name: 'submitting, and the call never arrives',
    phase: 4,
    kinds,
    state: 'submitting',
    isSent: true,
    isAsked: 'yes',
    hold: ({ service }, { kind, words }) => [
      service.misbehave({ kind: 'delay', ms: A_WHILE, route: routes[kind], containing: words }),
      service.misbehave({ kind: 'cut', moment: 'before', route: routes[kind], containing: words }),
    ],
  },
  {
    name: 'submitting, and the service makes it all the same',
    phase: 4,
    kinds,
    state: 'submitting',
    isSent: true,
    isAsked: 'left',
    hold: ({ service }, { kind, words }) => [
      service.misbehave({ kind: 'delay', ms: A_WHILE, route: routes[kind], containing: words }),
    ],
  },
  {
    name: 'collecting, others going first',
    phase: 1,
    kinds: ['agent', 'edit'],
    state: 'collecting',
    given: 'other change',
    // A change waits for the one before it by itself.
    hold: ({ service }, { kind, words }) =>
      kind === 'edit'
        ? []
        : [
            service.misbehave({
              kind: 'status',
              route: routes[kind],
              containing: words,
              status: 429,
              retryAfter: 300,
              body: LIMIT_REACHED,
            }),
          ],
  },
];
