import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

/**
 * Names of fields that never reach the log, at any depth that pino's redaction reaches here (three levels).
 * They are a net under the rule that nobody logs them: tokens, secrets, what people wrote, export links.
 */
const SECRET_FIELDS = [
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
];

const PATHS = SECRET_FIELDS.flatMap((field) => {
  const step = /^\w+$/.test(field)
    ? { head: field, tail: `.${field}` }
    : { head: `["${field}"]`, tail: `["${field}"]` };
  return [step.head, `*${step.tail}`, `*.*${step.tail}`];
});

/** The log of a process: JSON lines on standard output (or `to`), with secrets removed. */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: PATHS, censor: '[secret]' },
  };
  return to ? pino(options, to) : pino(options);
}
