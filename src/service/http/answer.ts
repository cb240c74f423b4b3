import { z } from 'zod';
import { lenient } from '../../lenient.ts';
import type { Answer, RequestFailed } from '../../outgoing-requests.ts';
import {
  Conflict,
  type ErrorDetails,
  Forbidden,
  InsufficientCredits,
  InsufficientScope,
  InvalidRequest,
  MalformedAnswer,
  NetworkFailure,
  NotFound,
  RateLimited,
  type ServiceError,
  Timeout,
  Unauthorized,
  Unavailable,
} from '../errors.ts';
import { retryAfterMs } from '../retry-timing.ts';
import { forReaders, sentence } from '../routes/answer.ts';

/** Converts the service's HTTP responses to data or to errors. */

/** Parses the answer. Errors quote no part of the answer, because the answer may contain export links and people's texts. */
export function parseAnswer(schema: z.ZodType, { status, headers, body }: Answer): unknown {
  const details = { status, requestId: headers.get('x-request-id') ?? undefined };
  const parsed = schema.safeParse(fromJson(body, details));
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole');
  throw new MalformedAnswer(`The service's answer lacks what it must have: ${places.join(', ')}.`, details);
}

/** Parses JSON. Returns {} for an empty body, because some routes answer with 204. */
function fromJson(body: string, details: { status: number }): unknown {
  if (body.trim() === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    // The parser's error is not passed on, because it quotes the answer, which may contain secrets.
    throw new MalformedAnswer("The service's answer is not JSON.", details);
  }
}

/** Minimum characters of a credential that is removed from answers. A shorter credential could also match ordinary words. */
const SECRET_LENGTH = 8;

/** Removes the credentials of the request from the answer, because some services quote the credentials that they refuse. */
export function withoutCredentials(answer: Answer, credentials: string[]): Answer {
  const body = credentials
    .map((value) => value.replace(/^(Bearer|Basic)\s+/i, ''))
    .filter((secret) => secret.length >= SECRET_LENGTH)
    .reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), answer.body);
  return { ...answer, body };
}

const manySentences = z
  .array(z.string())
  .transform((all) => forReaders(all.filter((each) => each.trim()).join('; ')))
  .pipe(z.string().min(1));

/** Schema of a machine-readable code. If the field contains a sentence instead, the sentence is ignored. */
const machineCode = lenient(z.string().regex(/^[\w.-]{1,80}$/));

/** Schema of the service's error answers (its API reference, "Errors"). `error` and `error_description` are from OAuth (RFC 6750). */
const errorBody = z.object({
  message: lenient(z.union([sentence, manySentences])),
  code: machineCode,
  error: machineCode,
  error_description: lenient(sentence),
  editId: lenient(z.string().min(1)),
});
type ErrorBody = Partial<z.output<typeof errorBody>>;

/** Returns the error of a request without a complete answer. @param options.secret true to drop the `cause`, which may quote the URL */
export function errorFromFailure(failed: RequestFailed, { secret = false } = {}): ServiceError {
  const { kind, message, sent, code } = failed;
  const details = { ...(code && { code }), ...(!secret && { cause: failed.cause }) };
  if (kind === 'too_large') return new MalformedAnswer(message, details);
  return kind === 'timeout' && sent
    ? new Timeout(message, details)
    : new NetworkFailure(message, { sent, ...details });
}

/** Returns the error of an answer whose status is not 2xx. @param now current time (epoch ms), because `Retry-After` may be a date */
export function errorFromAnswer(answer: Answer, now: number): ServiceError {
  const body = readBody(answer.body);
  const details = detailsOf(answer, body, now);
  const { status } = answer;
  if (status < 400)
    return new MalformedAnswer('The service answered in a way that was not expected.', details);
  if (status === 401 && isPage(answer.body) && !isBearerChallenge(answer))
    return new Unavailable('A proxy in front of the service refused the request.', details);
  if (status === 401) return new Unauthorized('The service does not accept these credentials.', details);
  if (status === 402) return new InsufficientCredits('There are no credits left.', details);
  if (status === 403) return forbidden(answer, body, details);
  if (status === 404 || status === 410) return new NotFound('The service does not know this.', details);
  if (status === 409) return new Conflict('Another change is under way.', details, body.editId);
  if (status === 429) return new RateLimited('Too many requests.', details);
  // After a 408 or 499 from a gateway, the service may still have carried out the request.
  if (status === 408 || status === 499 || status >= 500) {
    return new Unavailable('The service is not available.', details);
  }
  return new InvalidRequest('The service did not accept the request.', details);
}

/** Returns whether a body is an HTML page. Such a page probably comes from a proxy, because the service answers in JSON. */
export function isPage(body: string): boolean {
  return /^\s*</.test(body);
}

/** Returns whether an answer has the `www-authenticate` header of a refused bearer token (API reference, "Authentication"). */
function isBearerChallenge({ headers }: Answer): boolean {
  return /^bearer\b/i.test(headers.get('www-authenticate') ?? '');
}

function forbidden(answer: Answer, body: ErrorBody, details: ErrorDetails): ServiceError {
  if (lacksScope(answer, body)) return new InsufficientScope('The connection does not allow this.', details);
  if (meansNoCredits(details.serviceMessage ?? '')) {
    return new InsufficientCredits('There are no credits left.', details);
  }
  return new Forbidden('The service does not permit this.', details);
}

function lacksScope(answer: Answer, body: ErrorBody): boolean {
  const places = [answer.headers.get('www-authenticate'), body.error, body.code, body.message];
  return places.some((place) => /insufficient[_ ]scope/i.test(place ?? ''));
}

/** Returns whether the message of a 403 says that there are no credits left. Some deployments of the service answer 403 instead of 402. */
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

function detailsOf({ status, headers }: Answer, body: ErrorBody, now: number): ErrorDetails {
  return {
    status,
    code: body.code ?? body.error,
    serviceMessage: body.message ?? body.error_description,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), now),
  };
}
