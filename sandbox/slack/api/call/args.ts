import { z } from 'zod';
import { sentence } from '../../blocks/messages.ts';

/** Arguments of Web API methods. Form fields are strings, JSON bodies have types of their own: both are taken. */

export const required = z.string().min(1);
export const maybe = z.string().optional();

export const flag = z
  .preprocess((value) => (typeof value === 'string' ? value === 'true' || value === '1' : value), z.boolean())
  .optional();

export const count = z
  .preprocess(
    (value) => (typeof value === 'string' && value !== '' ? Number(value) : value),
    z.number().int().min(0),
  )
  .optional();

/** A list that a form writes with commas. */
export const list = z
  .preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((each) => each.trim())
            .filter(Boolean)
        : value,
    z.array(z.string()),
  )
  .optional();

export const metadata = z
  .object({ event_type: z.string().min(1), event_payload: z.record(z.string(), z.unknown()) })
  .optional();

/** Fields that come as JSON inside form fields. */
const JSON_FIELDS = new Set(['attachments', 'blocks', 'files', 'loading_messages', 'metadata', 'view']);

export function parseJsonFields(form: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(form).map(([key, value]) => [
      key,
      JSON_FIELDS.has(key) && typeof value === 'string' ? parsedOr(value) : value,
    ]),
  );
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What is wrong with the arguments, as Slack says it. */
export function faultsOfArgs(error: z.ZodError): string[] {
  return error.issues.map((issue) => {
    const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
    return isMissing || issue.code === 'too_small'
      ? `[ERROR] missing required field: ${issue.path.join('.')}`
      : sentence(issue.message, '', issue.path);
  });
}
