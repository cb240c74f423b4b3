import { z } from 'zod';
import {
  Conflict,
  type ErrorDetails,
  Forbidden,
  InsufficientCredits,
  InsufficientScope,
  InvalidRequest,
  MalformedAnswer,
  NotFound,
  RateLimited,
  type ServiceError,
  Unauthorized,
  Unavailable,
} from '../errors.ts';
import { retryAfterMs } from '../retry-timing.ts';
import { lenient, passedOn, sentence } from '../routes/answer.ts';
import type { HttpAnswer } from './request.ts';

/** Reads an HTTP answer: as data, or as the error it stands for. */

/** The answer as data. No part of it is quoted in an error: it may hold export links and what people wrote. */
export function parseAnswer(schema: z.ZodType, { status, headers, body }: HttpAnswer): unknown {
  const details = { status, requestId: headers.get('x-request-id') ?? undefined };
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

/** Shorter values are words, not secrets. */
const SECRET_LENGTH = 8;

/** An answer without the credentials it was asked with: some services quote a key they refuse. */
export function withoutCredentials(answer: HttpAnswer, credentials: Record<string, string>): HttpAnswer {
  const body = Object.values(credentials)
    .map((value) => value.replace(/^(Bearer|Basic)\s+/i, ''))
    .filter((secret) => secret.length >= SECRET_LENGTH)
    .reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), answer.body);
  return { ...answer, body };
}

const manySentences = z
  .array(z.string())
  .transform((all) => passedOn(all.filter((each) => each.trim()).join('; ')))
  .pipe(z.string().min(1));

/** A machine's word; a sentence under its name is none. */
const word = lenient(z.string().regex(/^[\w.-]{1,80}$/));

/** Service interface, "Errors"; `error` and `error_description` are OAuth's (RFC 6750). */
const errorBody = z.object({
  message: lenient(z.union([sentence, manySentences])),
  code: word,
  error: word,
  error_description: lenient(sentence),
  editId: lenient(z.string().min(1)),
});
type ErrorBody = Partial<z.output<typeof errorBody>>;

/** The error that an answer outside 2xx stands for. `now` dates a `Retry-After` that names a time of day. */
export function errorFromAnswer(answer: HttpAnswer, now: number): ServiceError {
  const body = readBody(answer.body);
  const details = detailsOf(answer, body, now);
  const { status } = answer;
  if (status < 400)
    return new MalformedAnswer('The service answered in a way that was not expected.', details);
  if (status === 401) return new Unauthorized('The service does not accept these credentials.', details);
  if (status === 402) return new InsufficientCredits('There are no credits left.', details);
  if (status === 403) return forbidden(answer, body, details);
  if (status === 404 || status === 410) return new NotFound('The service does not know this.', details);
  if (status === 409) return new Conflict('Another change is under way.', details, body.editId);
  if (status === 429) return new RateLimited('Too many requests.', details);
  // A gateway's 408 and 499 mean that an answer did not come, whatever happened behind it.
  if (status === 408 || status === 499 || status >= 500) {
    return new Unavailable('The service is not available.', details);
  }
  return new InvalidRequest('The service did not accept the request.', details);
}

function forbidden(answer: HttpAnswer, body: ErrorBody, details: ErrorDetails): ServiceError {
  if (lacksScope(answer, body)) return new InsufficientScope('The connection does not allow this.', details);
  if (meansNoCredits(details.serviceMessage ?? '')) {
    return new InsufficientCredits('There are no credits left.', details);
  }
  return new Forbidden('The service does not permit this.', details);
}

function lacksScope(answer: HttpAnswer, body: ErrorBody): boolean {
  const places = [answer.headers.get('www-authenticate'), body.error, body.code, body.message];
  return places.some((place) => /insufficient[_ ]scope/i.test(place ?? ''));
}

/** For a time, running out of credits was a 403 told apart only by its sentence (field notes). */
function meansNoCredits(message: string): boolean {
  return (
    /(insufficient|not enough|no|out of|ran out of|lack of)\s+([\w-]+\s+){0,2}credits?\b/i.test(message) ||
    /\bcredits?\s+([\w-]+\s+){0,2}(exhausted|depleted|used up|required|needed)\b/i.test(message)
  );
}

function readBody(text: string): ErrorBody {
  try {
    return errorBody.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

function detailsOf({ status, headers }: HttpAnswer, body: ErrorBody, now: number): ErrorDetails {
  return {
    status,
    code: body.code ?? body.error,
    serviceMessage: body.message ?? body.error_description,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), now),
  };
}
