import type { z } from 'zod';

/** Converts zod's issues to Slack's messages: `[ERROR] must be less than 25 characters [json-pointer:/view/title/text]`. */
export function asSlackMessages(error: z.ZodError, pointer: string): string[] {
  return error.issues.flatMap((issue) => inWords(issue).map((words) => sentence(words, pointer, issue.path)));
}

export const sentence = (words: string, pointer: string, path: PropertyKey[] = []): string =>
  `[ERROR] ${words} [json-pointer:${[pointer, ...path.map(String)].join('/')}]`;

function inWords(issue: z.core.$ZodIssue): string[] {
  switch (issue.code) {
    case 'too_big':
      return [tooBig(issue)];
    case 'too_small':
      return [tooSmall(issue)];
    case 'unrecognized_keys':
      return issue.keys.map((key) => `additional property: ${key}`);
    case 'invalid_type':
      return [
        issue.input === undefined
          ? `missing required field: ${String(issue.path.at(-1) ?? '')}`
          : `must provide a ${issue.expected}`,
      ];
    case 'invalid_union':
      return [`unsupported type: ${typeOf(issue.input)}`];
    case 'invalid_value':
      return [`must be one of ${issue.values.map(String).join(', ')}`];
    case 'invalid_format':
      return ['failed to match the allowed format'];
    default:
      return [issue.message];
  }
}

function tooBig(issue: z.core.$ZodIssueTooBig): string {
  if (issue.origin === 'array') return `no more than ${issue.maximum} items allowed`;
  if (issue.origin === 'string') return `must be less than ${Number(issue.maximum) + 1} characters`;
  return `must be at most ${issue.maximum}`;
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): string {
  if (issue.origin === 'array') return `must have at least ${issue.minimum} items`;
  if (issue.origin === 'string') return `must be more than ${Number(issue.minimum) - 1} characters`;
  return `must be at least ${issue.minimum}`;
}

const typeOf = (input: unknown): string =>
  typeof input === 'object' && input !== null && 'type' in input ? String(input.type) : 'none';
