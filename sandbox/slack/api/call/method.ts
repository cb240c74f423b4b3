import type { z } from 'zod';
import type { Slack } from '../../slack.ts';
import type { Installation, Team } from '../../workspace/model.ts';
import type { Rate } from './rates.ts';

/** One call of the app, past its checks. */
export interface Call {
  slack: Slack;
  team: Team;
  installation: Installation;
}

export type Answer = Record<string, unknown>;

/** A Web API method: who may call it, how often, with which arguments, and what it does. */
export interface Method {
  /** Any one of these suffices; none where the handler decides by the conversation's kind, or no scope is needed. */
  scopes?: string[];
  rate: Rate;
  args: z.ZodType;
  handle(call: Call, args: never): Answer | Promise<Answer>;
}

/** Ties a handler's arguments to its schema. */
export function method<Args>(definition: {
  scopes?: string[];
  rate: Rate;
  args: z.ZodType<Args>;
  handle(call: Call, args: Args): Answer | Promise<Answer>;
}): Method {
  return definition as unknown as Method;
}
