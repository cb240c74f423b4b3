import type { z } from 'zod';
import type { Slack } from '../../slack.ts';
import type { Installation, Team } from '../../workspace/model.ts';
import type { Rate } from './rates.ts';

/** An authorized call of the app. */
export interface Call {
  slack: Slack;
  team: Team;
  installation: Installation;
}

export type Answer = Record<string, unknown>;

/** A Web API method. */
export interface Method {
  /** Scopes of which the app needs one. Absent if the handler checks the scope, or none is needed. */
  scopes?: string[];
  rate: Rate;
  args: z.ZodType;
  handle(call: Call, args: never): Answer | Promise<Answer>;
}

/** Types a handler by the schema of its arguments. */
export function method<Args>(definition: {
  scopes?: string[];
  rate: Rate;
  args: z.ZodType<Args>;
  handle(call: Call, args: Args): Answer | Promise<Answer>;
}): Method {
  return definition as unknown as Method;
}
