import { z } from 'zod';
import { canHurry } from '../../clock.ts';
import { answerJson } from '../http/answer.ts';
import { readJson } from '../http/body.ts';
import type { Route } from '../http/router.ts';
import type { Slack } from '../slack.ts';
import type { MisbehaviourRule } from './misbehaviour.ts';

/** Lets a test in another process steer the stand-in. Answers only to the machine itself. */
export function controlRoutes(slack: Slack, settle: () => Promise<void>): Route[] {
  const { clock } = slack;
  return [
    local('POST', '/__control/misbehave', async (visit) => {
      const rule = ruleSchema.parse(await readJson(visit.request));
      slack.misbehaviour.add(rule as MisbehaviourRule);
      return {};
    }),
    local('DELETE', '/__control/misbehave', () => {
      slack.misbehaviour.clear();
      return {};
    }),
    local('GET', '/__control/calls', () => ({ calls: slack.calls })),
    local('GET', '/__control/clock', () => ({ now: new Date(clock.now()).toISOString() })),
    local('POST', '/__control/clock', async (visit) => {
      const { days, hours, minutes } = moveSchema.parse(await readJson(visit.request));
      if (!canHurry(clock)) throw new Error('This clock cannot be hurried on.');
      await clock.pass(((days * 24 + hours) * 60 + minutes) * 60_000);
      return { now: new Date(clock.now()).toISOString() };
    }),
    local('POST', '/__control/settle', async () => {
      await settle();
      return {};
    }),
  ];
}

/** How far time is moved on; it never goes back. A quarter at most: it takes some real seconds. */
const part = (most: number) => z.number().min(0).max(most).default(0);
const moveSchema = z.strictObject({ days: part(92), hours: part(24 * 31), minutes: part(24 * 60) });

const counted = { times: z.number().int().min(0).optional(), skip: z.number().int().min(0).optional() };

const ruleSchema = z.union([
  z.strictObject({
    ...counted,
    method: z.string(),
    containing: z.string().optional(),
    status: z.number().int().optional(),
    retryAfter: z.number().optional(),
    error: z.string().optional(),
    delayMs: z.number().optional(),
    cut: z.enum(['before', 'after']).optional(),
    garbage: z.boolean().optional(),
  }),
  z.strictObject({ ...counted, outgoing: z.string(), deliver: z.enum(['never', 'twice']) }),
]);

function local(
  method: string,
  path: string,
  handle: (visit: Parameters<Route['handle']>[0]) => unknown,
): Route {
  return {
    method,
    path,
    async handle(visit) {
      if (!isLoopback(visit.request.socket.remoteAddress))
        return answerJson(visit.response, 403, { error: 'forbidden' });
      try {
        answerJson(visit.response, 200, await handle(visit));
      } catch (error) {
        answerJson(visit.response, 400, { error: String(error) });
      }
    },
  };
}

const isLoopback = (address = ''): boolean => /^(::1|(::ffff:)?127\.)/.test(address);
