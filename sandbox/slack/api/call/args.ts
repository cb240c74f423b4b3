import { z } from 'zod';
import { sentence } from '../../blocks/messages.ts';

/** Schemas of Web API arguments. They accept the strings of forms and the typed values of JSON bodies. */

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

/** A list, in forms separated by commas. */
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

/** Form fields that contain JSON. */
const JSON_FIELDS = new Set(['blocks', 'error', 'files', 'metadata', 'outputs', 'unfurls', 'view']);

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

/** Returns Slack's error messages for invalid arguments. */
export function faultsOfArgs(error: z.ZodError): string[] {
  return error.issues.map((issue) => {
    const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
    return isMissing || issue.code === 'too_small'
      ? `[ERROR] missing required field: ${issue.path.join('.')}`
      : sentence(issue.message, '', issue.path);
  });
}
