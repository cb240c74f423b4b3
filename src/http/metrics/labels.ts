import { workKinds } from '../../asks/schema.ts';
import { failureReasons, type State, states } from '../../generations/generation.ts';
import { jobNames } from '../../jobs/jobs.ts';
import { methodScopes } from '../../slack-client.ts';

/**
 * The values that labels of metrics may have. No label has a team, a person, an id or a text, because these are private and have too many
 * values.
 */

export const OTHER = 'other';

/** Final states of generations. */
export const outcomes = ['delivered', 'failed', 'stopped'] as const satisfies State[];
export type Outcome = (typeof outcomes)[number];

/** States of unfinished generations. */
export const openStates = states.filter((state) => !(outcomes as readonly State[]).includes(state));

export const requestKinds = ['command', 'shortcut', 'press', 'form', 'menu', 'event'] as const;

/** Result of a call to Slack: an error code of Slack (`refused`), an HTTP error (`failed`), no response (`network`) and so on. */
export const slackAnswers = ['ok', 'refused', 'rate_limited', 'failed', 'network'] as const;
export type SlackAnswer = (typeof slackAnswers)[number];

/** What blocked an ask: the connection, a check that failed or timed out (`unanswered`), or a part of the ask (second row). */
export const blockers = [
  ...['unconnected', 'expired', 'key_refused', 'unanswered'],
  ...['theme', 'template', 'folder', 'work', 'destination', 'source', 'access'],
];

/** Stages of a job. `dead`: a dead letter that has not been handled yet. */
export const jobStages = ['waiting', 'active', 'dead'] as const;
export const outboxStates = ['pending', 'sending'] as const;
/** How a statement failed: the database server did not respond or is unavailable (`lost`), or it rejected the statement (`refused`). */
export const databaseFailures = ['lost', 'refused'] as const;
export type DatabaseFailure = (typeof databaseFailures)[number];

export const labelValues = {
  work: workKinds,
  outcome: outcomes,
  reason: ['none', ...failureReasons],
  blocker: blockers,
  state: states,
  request: requestKinds,
  method: Object.keys(methodScopes),
  answer: slackAnswers,
  // The label is not named `job`, because Prometheus overwrites a label with this name.
  queue: jobNames,
  stage: jobStages,
  post: outboxStates,
  failure: databaseFailures,
  rating: ['good', 'poor'],
  about: ['document', 'digest'],
} as const satisfies Record<string, readonly string[]>;

type Label = keyof typeof labelValues;

/** Returns the labels with `other` in place of each unknown value. */
export function known<Given extends Partial<Record<Label, string>>>(given: Given): Given {
  const entries = Object.entries(given) as [Label, string][];
  return Object.fromEntries(
    entries.map(([label, value]) => [
      label,
      (labelValues[label] as readonly string[]).includes(value) ? value : OTHER,
    ]),
  ) as Given;
}
