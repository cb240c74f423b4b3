import type { z } from 'zod';
import { thousands } from '../../text.ts';
import { type FieldProblem, InvalidRequest } from '../errors.ts';

/** Returns the query or body as it will be sent. Throws `InvalidRequest`, which names the invalid fields and their limits but no values. */
export function validateRequest(schema: z.ZodType<object>, input: unknown): object {
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
