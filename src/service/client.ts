import type { z } from 'zod';
import { thousands } from '../text.ts';
import { type FieldProblem, InvalidRequest, NotFound } from './errors.ts';
import { type Call, type CallerOptions, createCaller } from './http/call.ts';
import type { Method, Route } from './routes/route.ts';
import { serviceRoutes } from './routes/routes.ts';

type Routes = typeof serviceRoutes;

/** The client of the service, with one method for each route of routes/. The methods throw the error classes of errors.ts. */
export type ServiceClient = { [Name in keyof Routes]: Method<Routes[Name]> };

/** Creates a client for the service with the credentials of one connection. */
export function createServiceClient(options: CallerOptions): ServiceClient {
  const call = createCaller(options);
  const methods = Object.entries<Route>(serviceRoutes).map(([name, route]) => [
    name,
    async (...args: unknown[]) => call(callOf(route, args)),
  ]);
  // The assertion restores the methods' types (`Method`), which Object.entries loses.
  const client = Object.fromEntries(methods) as ServiceClient;
  return {
    ...client,
    async getAgentGeneration(id, signal) {
      try {
        return await client.getGeneration(id, signal);
      } catch (error) {
        // Some deployments serve agent generations only at `/agent/generations/{id}`.
        if (error instanceof NotFound) return client.getAgentGeneration(id, signal);
        throw error;
      }
    },
  };
}

/** Converts the arguments of a client method to a call. Their order is: ids, query or body, signal (`Method` in routes/route.ts). */
function callOf(route: Route, args: unknown[]): Call {
  const idCount = route.path.split('{').length - 1;
  const ids = args.slice(0, idCount).map(String);
  const signal = args.find((arg) => arg instanceof AbortSignal);
  if (!route.request) return { route, ids, signal };
  if (route.method !== 'GET') return { route, ids, body: validateRequest(route.request, args[idCount]) };
  return { route, ids, query: validateRequest(route.request, args[idCount] ?? {}), signal };
}

/** Returns the query or body to send. If it is invalid, throws `InvalidRequest` with the names and limits of fields, but no values. */
function validateRequest(schema: z.ZodType<object>, input: unknown): object {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(problemOf);
  const sentence = fields.map(({ field, problem }) => `${field} ${problem}`).join('; ');
  throw new InvalidRequest(`Not sent: ${sentence}.`, {}, fields);
}

type Issue = z.core.$ZodIssue;

const FORMATS: Record<string, string> = {
  email: 'an e-mail address',
  url: 'a web address',
  datetime: 'a time like 2026-11-20T12:00:00Z',
};

function problemOf(issue: Issue): FieldProblem {
  return { field: issue.path.join('.') || 'the request', problem: describe(issue) };
}

function describe(issue: Issue): string {
  switch (issue.code) {
    case 'too_big':
      return `must be at most ${amount(issue.maximum, issue.origin)}`;
    case 'too_small':
      return issue.minimum === 1 && issue.origin !== 'number'
        ? 'must not be empty'
        : `must be at least ${amount(issue.minimum, issue.origin)}`;
    case 'invalid_value':
      return issue.values.length > 20 ? 'is not a known value' : `must be one of ${issue.values.join(', ')}`;
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? `a valid ${issue.format}`}`;
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`;
    case 'unrecognized_keys':
      return `has no field ${issue.keys.join(', ')}`;
    default:
      return issue.message;
  }
}

function amount(limit: number | bigint, of: string): string {
  const unit = { string: ' characters', array: ' items' }[of] ?? '';
  return `${thousands(limit)}${unit}`;
}
