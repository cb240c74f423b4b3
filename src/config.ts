import { z } from 'zod';

/** The only reader of the environment. Every error is reported at once, by the variable's name, never with its value. */

const text = z.string().trim().min(1, 'is empty');
/** Goes into a header. One that cannot stand there would be quoted by the error. */
const secret = text.regex(/^[\x21-\x7e]+$/, 'must be letters, digits and marks, with no space or line break');
const httpUrl = z.string().trim().refine(isHttpUrl, {
  error: 'must be an http(s) address, for example https://deckhand.example.com',
  abort: true,
});
const withoutSlash = (value: string) => value.replace(/\/+$/, '');
const address = httpUrl.transform(withoutSlash);
/** Nobody asks at an address that holds a password: undici refuses it, and its error quotes the whole. */
const url = httpUrl
  .refine(hasNoCredentials, 'must have no name or password in it')
  .refine(isPrivateOnItsWay, 'must be https, since secrets go there; http is for this machine alone')
  .transform(withoutSlash);

function whole(min: number, max: number, fallback: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .trim()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .optional()
    .transform((value) => value ?? fallback);
}

const key = z
  .string()
  .trim()
  .refine(is32Bytes, {
    error: 'each key must be 32 bytes in base64 (make one with: openssl rand -base64 32)',
    abort: true,
  })
  .refine(isRandom, 'a key is not random (make one with: openssl rand -base64 32)');

/** Slack's are 32 hexadecimal digits. */
const signingSecret = text
  .min(16, 'is too short to be a signing secret of Slack')
  .refine((secret) => new Set(secret).size > 4, 'is not random enough to be a signing secret of Slack');

const databaseUrl = text.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');

const environment = z.object({
  PORT: whole(0, 65_535, 3000),
  PUBLIC_URL: url.optional(),
  SLACK_SIGNING_SECRET: signingSecret.optional(),
  SLACK_CLIENT_ID: text.optional(),
  SLACK_CLIENT_SECRET: secret.optional(),
  SLACK_BOT_TOKEN: secret.startsWith('xoxb-', 'must be a bot token, which begins with xoxb-').optional(),
  SLACK_APP_TOKEN: secret
    .startsWith('xapp-', 'must be an app-level token, which begins with xapp-')
    .optional(),
  SLACK_API_URL: url.transform((value) => `${value}/`).optional(),
  SLACK_AUTHORIZE_URL: url.optional(),
  SERVICE_NAME: text.default('the document service'),
  SERVICE_BASE_URL: url.refine((value) => !/\/v1\.0$/.test(value), 'must end before /v1.0'),
  SERVICE_AUTH_URL: url.optional(),
  SERVICE_CLIENT_ID: text.optional(),
  SERVICE_CLIENT_SECRET: secret.optional(),
  SERVICE_API_KEY: secret.optional(),
  /** Ids of the teams that the key serves. */
  SERVICE_API_KEY_TEAMS: text
    .transform((value) => value.split(',').map((team) => team.trim()))
    .pipe(z.array(z.string().regex(/^[TE][A-Z0-9]+$/, 'must be ids of teams, such as T0123,T0456')))
    .optional(),
  ENCRYPTION_KEYS: text.transform((value) => value.split(',')).pipe(z.array(key).min(1)),
  DATABASE_URL: databaseUrl.optional(),
  /** The server itself, where DATABASE_URL is that of a pooler in transaction mode: for what needs a session. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATA_DIR: text.default('data'),
  /** A folder with an empty embedded database, which the first start copies; the container image has one. */
  DATABASE_TEMPLATE: text.optional(),
  /** How often a generation is asked about, in milliseconds; the service asks for 5 s. */
  POLL_INTERVAL_MS: whole(10, 600_000, 5000),
  /** How long a generation is followed before its person is asked whether to go on, in minutes. */
  FOLLOW_LIMIT_MINUTES: whole(1, 24 * 60, 60),
  /** Days after which prompts and collected texts are deleted at the latest. */
  RETENTION_DAYS: whole(1, 3650, 30),
  /** Messages asked for at once; 15 for apps sold outside Slack's Marketplace. */
  SLACK_HISTORY_PAGE: whole(1, 200, 200),
  /** Bearer token of requests for `/metrics`. */
  METRICS_TOKEN: secret
    .min(16, 'must have at least 16 characters (make one with: openssl rand -hex 16)')
    .optional(),
  /** A proxy that all https goes through, but for the hosts of NO_PROXY. */
  HTTPS_PROXY: httpUrl.optional(),
  NO_PROXY: text.optional(),
  /** Messages with this reaction are left out of what is made from a thread or channel; a name without colons. */
  OPT_OUT_REACTION: text
    .regex(/^[a-z0-9_+'-]+$/, 'must be the name of an emoji without colons, such as speak_no_evil')
    .default('speak_no_evil'),
  /** Collector of OpenTelemetry; http is for one in the same network. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
});

export type Config = z.output<typeof environment>;
type Environment = Record<string, string | undefined>;

/** Errors that depend on more than one variable. */
function crossErrors(env: Environment): string[] {
  const set = (name: string) => Boolean(env[name]?.trim());
  const errors: string[] = [];
  if (!set('SLACK_SIGNING_SECRET') && !set('SLACK_APP_TOKEN')) {
    errors.push('SLACK_SIGNING_SECRET: is missing (or set SLACK_APP_TOKEN for Socket Mode)');
  }
  if (!set('SLACK_BOT_TOKEN') && !(set('SLACK_CLIENT_ID') && set('SLACK_CLIENT_SECRET'))) {
    errors.push(
      'SLACK_BOT_TOKEN: is missing (one team), or set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and PUBLIC_URL (many teams)',
    );
  }
  if (!set('SLACK_BOT_TOKEN') && set('SLACK_CLIENT_ID') && !set('PUBLIC_URL')) {
    errors.push('PUBLIC_URL: is missing; Slack and the service send people back to it');
  }
  if (!set('SLACK_BOT_TOKEN') && set('SERVICE_API_KEY') && !set('SERVICE_API_KEY_TEAMS')) {
    errors.push(
      'SERVICE_API_KEY_TEAMS: is missing; with many teams it names those whose decks SERVICE_API_KEY pays for',
    );
  }
  if (set('SERVICE_CLIENT_SECRET') && !set('SERVICE_CLIENT_ID')) {
    errors.push('SERVICE_CLIENT_ID: is missing beside SERVICE_CLIENT_SECRET');
  }
  if (set('DATABASE_DIRECT_URL') && !set('DATABASE_URL')) {
    errors.push('DATABASE_URL: is missing beside DATABASE_DIRECT_URL, which is for one connection alone');
  }
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector = '' } = env;
  if (isHttpUrl(collector) && !isPrivateOnItsWay(collector)) {
    const secrets = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS']
      .filter(set)
      .map((headers) => `beside ${headers}, which may hold a key`);
    if (new URL(collector).password) secrets.push('with a password in it');
    errors.push(...secrets.map((secret) => `OTEL_EXPORTER_OTLP_ENDPOINT: must be https ${secret}`));
  }
  return errors;
}

/** Carries one line for each error. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly errors: string[];
  constructor(errors: string[]) {
    super(
      `The configuration has ${errors.length} error${errors.length === 1 ? '' : 's'}:\n${errors.map((error) => `  ${error}`).join('\n')}`,
    );
    this.errors = errors;
  }
}

/**
 * Reads the configuration from an environment. An empty variable counts as not set.
 * @throws ConfigError naming every error
 */
export function readConfig(env: Environment): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = environment.safeParse(given);
  const errors = result.success ? [] : result.error.issues.map(errorLine);
  const all = [...new Set([...errors, ...crossErrors(env)])];
  if (!result.success || all.length > 0) throw new ConfigError(all);
  return result.data;
}

function errorLine(issue: z.core.$ZodIssue): string {
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return `${String(issue.path[0])}: ${missing ? 'is missing' : issue.message}`;
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function hasNoCredentials(value: string): boolean {
  const { username, password } = new URL(value);
  return !username && !password;
}

/** Plain http is read by everybody on the way, so it goes no further than this machine. */
function isPrivateOnItsWay(value: string): boolean {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || /^(127(\.\d+){3}|\[::1\]|([^.]+\.)*localhost)$/.test(hostname);
}

/** 32 random bytes have about 30 different ones among them; fewer than 16 do not happen. */
function isRandom(key: string): boolean {
  return new Set(Buffer.from(key, 'base64')).size >= 16;
}

function is32Bytes(value: string): boolean {
  return /^[A-Za-z0-9+/_-]+=*$/.test(value) && Buffer.from(value, 'base64').length === 32;
}
