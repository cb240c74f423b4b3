import { z } from 'zod';
import type { Incoming } from '../http/incoming.ts';
import { Refusal } from '../http/refusal.ts';
import type { Route } from './route.ts';

const nothing = z.strictObject({});

/** Parses the query and the body by the route's schemas. Throws a 400 that names what is wrong. */
export function validate(route: Route, incoming: Incoming): { query: unknown; body: unknown } {
  return {
    query: check(route.query ?? nothing, queryObject(incoming.query)),
    body: route.body ? check(route.body, parseJson(incoming)) : checkNothing(incoming),
  };
}

/** Refuses a body with content. */
function checkNothing(incoming: Incoming): undefined {
  if (incoming.body !== '') check(nothing, parseJson(incoming));
}

function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue, index) => `${index + 1}. ${sentence(issue)}`);
  throw new Refusal(400, `Input validation errors: ${faults.join(' ')}`);
}

function sentence(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  return `${path ? `${path}: ` : ''}${issue.message}.`;
}

/** Converts a query to an object. A repeated parameter becomes a list, which every schema refuses. */
function queryObject(query: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function parseJson(incoming: Incoming): unknown {
  const type = incoming.headers['content-type'] ?? '';
  if (!/^application\/json\b/i.test(type)) throw new Refusal(400, 'Content-Type must be application/json');
  try {
    return JSON.parse(incoming.body);
  } catch {
    throw new Refusal(400, 'Request body is not valid JSON');
  }
}
