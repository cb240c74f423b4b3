import { workKinds } from '../../asks/schema.ts';
import { failureReasons, type State, states } from '../../generations/generation.ts';
import { jobNames } from '../../jobs/jobs.ts';
import { methodScopes } from '../../slack-client.ts';

/**
 * All values that labels of figures may have. A label with a team, a person, an id or words in it would tell operators
 * what is not theirs to know, and make a series for each; any other value is counted as `other`.
 */

export const OTHER = 'other';

/** Where a generation has ended. */
export const outcomes = ['delivered', 'failed', 'stopped'] as const satisfies State[];
export type Outcome = (typeof outcomes)[number];

/** States of generations that have not ended. */
export const openStates = states.filter((state) => !(outcomes as readonly State[]).includes(state));

/** What Slack sends. */
export const requestKinds = ['command', 'shortcut', 'press', 'form', 'menu', 'event'] as const;

/** How Slack answered a call: `refused` with an error of its own, `failed` with a status that is no answer. */
export const slackAnswers = ['ok', 'refused', 'rate_limited', 'failed', 'network'] as const;
export type SlackAnswer = (typeof slackAnswers)[number];

/** `dead`: a dead letter that is not handled yet. */
export const jobStages = ['waiting', 'active', 'dead'] as const;
export const outboxStates = ['pending', 'sending'] as const;
/** `lost`: the database gave no answer; `refused`: it did not take a statement. */
export const databaseFailures = ['lost', 'refused'] as const;
export type DatabaseFailure = (typeof databaseFailures)[number];

export const labelValues = {
  work: workKinds,
  outcome: outcomes,
  reason: ['none', ...failureReasons],
  state: states,
  request: requestKinds,
  method: Object.keys(methodScopes),
  answer: slackAnswers,
  // Not `job`, which Prometheus writes over with the name of the scrape.
  queue: jobNames,
  stage: jobStages,
  post: outboxStates,
  failure: databaseFailures,
  rating: ['good', 'poor'],
  about: ['document', 'digest'],
} as const satisfies Record<string, readonly string[]>;

type Label = keyof typeof labelValues;

/** The labels as given, and `other` in place of each value that is in no list. */
export function known<Given extends Partial<Record<Label, string>>>(given: Given): Given {
  const entries = Object.entries(given) as [Label, string][];
  return Object.fromEntries(
    entries.map(([label, value]) => [
      label,
      (labelValues[label] as readonly string[]).includes(value) ? value : OTHER,
    ]),
  ) as Given;
}
