import type { z } from 'zod';
import type { HttpAnswer } from '../errors/from-answer.ts';
import { MalformedAnswer } from '../errors/troubles.ts';

/** The answer as data. No part of it is quoted in an error: it may hold export links and what people wrote. */
export function parseAnswer<T>(schema: z.ZodType<T>, { status, headers, body }: HttpAnswer): T {
  const requestId = headers.get('x-request-id');
  const details = { status, ...(requestId && { requestId }) };
  const parsed = schema.safeParse(fromJson(body, details));
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole');
  throw new MalformedAnswer(`The service's answer lacks what it must have: ${places.join(', ')}.`, details);
}

/** An empty body counts as an empty object: some calls have nothing to say but 204. */
function fromJson(body: string, details: { status: number }): unknown {
  if (body.trim() === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    // The parser's own error quotes the text.
    throw new MalformedAnswer("The service's answer is not JSON.", details);
  }
}
