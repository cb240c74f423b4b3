import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { logContext } from './log-context.ts';

export type Log = Logger;

/** Fields that are never logged, as a safety net. `code` may be an OAuth code, so error codes are logged as `errorCode`. */
const SECRET_FIELDS = new Set([
  'access_token',
  'accessToken',
  'apiKey',
  'authorization',
  'Authorization',
  'bot_token',
  'botToken',
  'client_secret',
  'clientSecret',
  'code',
  'code_verifier',
  'cookie',
  'exportUrl',
  'inputText',
  'prompt',
  'refresh_token',
  'refreshToken',
  'response_url',
  'signingSecret',
  'text',
  'token',
  'trigger_id',
  'X-API-KEY',
]);

/** Maximum depth of nested fields that are logged. */
const LEVELS = 6;

/** Returns the fields of a log line without secrets. pino's redaction would take a tenth of the processor time of a button click. */
function withoutSecrets(fields: object, levels = LEVELS): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, loggable(field, value, levels)]),
  );
}

function loggable(field: string, value: unknown, levels: number): unknown {
  if (SECRET_FIELDS.has(field)) return '[secret]';
  if (value instanceof Error || (field === 'err' && value !== undefined)) return describeError(value);
  return typeof value === 'object' && value !== null ? loggableObject(value, field, levels - 1) : value;
}

/** Returns an object as it is logged. Uses the object's `toJSON` if there is one, as in dates and URLs. */
function loggableObject(value: object, field: string, levels: number): unknown {
  if (levels === 0) return { left: 'out' };
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return loggable('', value.toJSON(field), levels);
  return Array.isArray(value)
    ? value.map((each) => loggable('', each, levels))
    : withoutSecrets(value, levels);
}

/** Maximum number of nested causes of an error that are logged. undici wraps errors several times. */
const CAUSES = 3;

/** Returns only safe properties of an error. The message of a service error is left out, because it may quote what a person wrote. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, status, requestId, serviceMessage } = error as Error & Record<string, unknown>;
  const quotes = serviceMessage !== undefined;
  return {
    type: error.name,
    ...(!quotes && { message: error.message }),
    ...(typeof code === 'string' && { errorCode: code }),
    ...(typeof status === 'number' && { status }),
    ...(typeof requestId === 'string' && { requestId }),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8)
      .map((line) => line.trim()),
    ...(error.cause !== undefined && depth < CAUSES && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Creates the log of a process: JSON lines without secrets on standard output, or to `to`. */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    // Copies the context, because pino adds the fields of the log line to the object that it gets.
    mixin: () => ({ ...logContext() }),
    formatters: { log: (fields: object) => withoutSecrets(fields) },
    // `withoutSecrets` has already replaced the error with a description, so nothing is left to convert.
    serializers: { err: (described: unknown) => described },
  };
  return to ? pino(options, to) : pino(options);
}
