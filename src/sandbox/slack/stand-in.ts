import type { SlackStandIn, StandInOptions } from './contract.ts';

export type {
  Entry,
  Option,
  Pace,
  Person,
  Previewer,
  SlackStandIn,
  StandInOptions,
  Where,
} from './contract.ts';
export type { RecordedCall } from './control/calls.ts';
export type { MisbehaviourRule } from './control/misbehaviour.ts';

/**
 * A strict Slack on one machine: the Web API, signed requests to the app, and the page where people are.
 * Nothing listens before `start()`.
 */
export function createSlackStandIn(_options: StandInOptions): SlackStandIn {
  throw new Error('being written');
}
