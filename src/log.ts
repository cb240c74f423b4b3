import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { logContext } from './log-context.ts';

export type Log = Logger;

/**
 * Names of fields that never reach the log, at any depth. They are a net under the rule that nobody logs tokens, secrets,
 * people's words or export links. A `code` may be one of OAuth's, so the code of an error is an `errorCode`.
 */
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

/** Levels of a line that are logged at all. */
const LEVELS = 6;

/**
 * A line's fields without secrets. (pino's own redaction takes paths, to three levels, and goes through all of them for each
 * line: a tenth of what a press of a button costs.)
 */
function withoutSecrets(fields: object, levels = LEVELS): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, shown(field, value, levels)]),
  );
}

function shown(field: string, value: unknown, levels: number): unknown {
  if (SECRET_FIELDS.has(field)) return '[secret]';
  if (value instanceof Error || (field === 'err' && value !== undefined)) return describeError(value);
  return typeof value === 'object' && value !== null ? inside(value, field, levels - 1) : value;
}

/** What says itself how it is written (a date, an address) is looked through as it says. */
function inside(value: object, field: string, levels: number): unknown {
  if (levels === 0) return { left: 'out' };
  if ('toJSON' in value && typeof value.toJSON === 'function') return shown('', value.toJSON(field), levels);
  return Array.isArray(value) ? value.map((each) => shown('', each, levels)) : withoutSecrets(value, levels);
}

/** Links of a chain of causes that are logged; undici wraps one reason in several. */
const CAUSES = 3;

/**
 * An error as it is logged: kind, message and stack, and nothing else that hangs on it (requests, bodies). The service's
 * own sentence may quote what a person wrote, so its errors are logged without a message.
 */
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

/** The log of a process: JSON lines on standard output (or `to`), with secrets removed. */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    // A copy: pino writes the line's own fields into it.
    mixin: () => ({ ...logContext() }),
    formatters: { log: (fields: object) => withoutSecrets(fields) },
    // Described by then; pino's own would write it anew.
    serializers: { err: (described: unknown) => described },
  };
  return to ? pino(options, to) : pino(options);
}
