import { z } from 'zod';
import { type Environment, fromFiles, unknownNames } from './environment.ts';
import { manifestOptions } from './slack-client.ts';

/** Reads the configuration from the environment. All errors are reported at once. They name the variables, but never contain a value. */

const text = z.string().trim().min(1, 'is empty');
/** A secret that is sent in a header. Characters that headers forbid are rejected, because undici's error would quote the secret. */
const secret = text.regex(/^[\x21-\x7e]+$/, 'must be letters, digits and marks, with no space or line break');
const httpUrl = z.string().trim().refine(isHttpUrl, {
  error: 'must be an http(s) address, for example https://deckhand.example.com',
  abort: true,
});
const withoutSlash = (value: string) => value.replace(/\/+$/, '');
const address = httpUrl.transform(withoutSlash);
/** A URL without credentials, because undici rejects credentials with an error that quotes the URL. */
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

/** Slack's signing secret, usually 32 hexadecimal digits. Only values that are too short or not random enough are rejected. */
const signingSecret = text
  .min(16, 'is too short to be a signing secret of Slack')
  .refine((secret) => new Set(secret).size > 4, 'is not random enough to be a signing secret of Slack');

const databaseUrl = text
  .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres:// or postgresql://', abort: true })
  .refine(isDatabaseUrl, {
    error:
      'is not a valid address; write special characters of the password percent-encoded (# as %23, @ as %40, / as %2F, : as %3A, % as %25)',
    abort: true,
  })
  .refine(saysWhetherTls, {
    error:
      'names another machine without sslmode, so the password and all texts would be sent unencrypted; add ?sslmode=verify-full (or sslmode=disable, if nobody else is on the network between them)',
  });

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
  /** The options with which `deckhand manifest` printed the manifest, for example `unfurl,mcp` for `--unfurl HOST --mcp`. */
  SLACK_MANIFEST_OPTIONS: text
    .transform((value) => value.split(',').map((option) => option.trim()))
    .pipe(z.array(z.enum(manifestOptions, { error: `must be some of ${manifestOptions.join(',')}` })))
    .default([]),
  SLACK_API_URL: url.transform((value) => `${value}/`).optional(),
  SLACK_AUTHORIZE_URL: url.optional(),
  SERVICE_NAME: text.default('the document service'),
  SERVICE_BASE_URL: url.refine((value) => !/\/v1\.0$/.test(value), 'must end before /v1.0'),
  SERVICE_AUTH_URL: url.optional(),
  SERVICE_CLIENT_ID: text.optional(),
  SERVICE_CLIENT_SECRET: secret.optional(),
  SERVICE_API_KEY: secret.optional(),
  /** Ids of the teams that may use SERVICE_API_KEY. */
  SERVICE_API_KEY_TEAMS: text
    .transform((value) => value.split(',').map((team) => team.trim()))
    .pipe(z.array(z.string().regex(/^[TE][A-Z0-9]+$/, 'must be ids of teams, such as T0123,T0456')))
    .optional(),
  ENCRYPTION_KEYS: text.transform((value) => value.split(',')).pipe(z.array(key).min(1)),
  DATABASE_URL: databaseUrl.optional(),
  /** URL of the same database without a transaction-mode pooler, because locks, notifications and job leases need a server session. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** Milliseconds between two polls of a generation. The service's documentation says 5 s. */
  POLL_INTERVAL_MS: whole(10, 600_000, 5000),
  /** Minutes for which the service is polled for a generation. After that, the asker gets a message with the button "Check again". */
  FOLLOW_LIMIT_MINUTES: whole(1, 24 * 60, 60),
  /** Maximum days for which prompts and collected texts are kept. */
  RETENTION_DAYS: whole(1, 3650, 30),
  /** Days for which entries of the audit trail are kept. */
  AUDIT_DAYS: whole(1, 3650, 365),
  /** Messages per request for a conversation's history. Slack allows at most 15 if an app is sold outside Slack's Marketplace. */
  SLACK_HISTORY_PAGE: whole(1, 200, 200),
  /** Bearer token for `/metrics`. */
  METRICS_TOKEN: secret
    .min(16, 'must have at least 16 characters (make one with: openssl rand -hex 16)')
    .optional(),
  /** URL of a proxy for all https requests, except requests to the hosts in NO_PROXY. */
  HTTPS_PROXY: httpUrl.optional(),
  NO_PROXY: text.optional(),
  /** Name of an emoji, without colons. Messages with this reaction are left out of documents. */
  OPT_OUT_REACTION: text
    .regex(/^[a-z0-9_+'-]+$/, 'must be the name of an emoji without colons, such as speak_no_evil')
    .default('speak_no_evil'),
  /** URL of an OpenTelemetry collector. Plain http is allowed, because the collector may be in the same network. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
});

export type Config = z.output<typeof environment>;
const names = Object.keys(environment.shape);

/** Returns the errors that depend on more than one variable. */
function crossErrors(env: Environment): string[] {
  const set = (name: string) => Boolean(env[name]?.trim());
  const errors: string[] = [];
  if (!set('SLACK_SIGNING_SECRET') && !set('SLACK_APP_TOKEN')) {
    errors.push('SLACK_SIGNING_SECRET: is missing (or set SLACK_APP_TOKEN for Socket Mode)');
  }
  if (!set('SLACK_SIGNING_SECRET') && /\bmcp\b/.test(env.SLACK_MANIFEST_OPTIONS ?? '')) {
    errors.push(
      'SLACK_SIGNING_SECRET: is missing; Slackbot signs its requests (SLACK_MANIFEST_OPTIONS has mcp)',
    );
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
    errors.push('DATABASE_URL: is missing beside DATABASE_DIRECT_URL, which is used for one connection only');
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

/** Thrown if the configuration has errors. The message has one line per error, for the person who starts the process. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly errors: string[];
  constructor(errors: string[], message = listed(errors)) {
    super(message);
    this.errors = errors;
  }
}

function listed(errors: string[]): string {
  const lines = errors.map((error) => `  ${error}`).join('\n');
  return `The configuration has ${errors.length} error${errors.length === 1 ? '' : 's'}:\n${lines}`;
}

/**
 * Reads the configuration. A variable `NAME_FILE` names a file that contains the value of `NAME`. An empty variable counts as not set.
 * @throws ConfigError with all errors
 */
export function readConfig(env: Environment): Config {
  const { values, errors: unread } = fromFiles(env, names);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value?.trim()));
  const result = environment.safeParse(given);
  const errors = result.success ? [] : result.error.issues.map(errorLine);
  const isUnread = (line: string) => unread.some(({ name }) => line.startsWith(`${name}:`));
  const others = [...errors, ...crossErrors(values)].filter((line) => !isUnread(line));
  const all = [...new Set([...unread.map(({ says }) => says), ...others])].map(
    (line) => line + misspelled(line, env),
  );
  if (!result.success || all.length > 0) throw new ConfigError(all);
  return result.data;
}

/** For an error about a missing variable, returns a note about a variable with a similar name that is set. Otherwise returns ''. */
function misspelled(line: string, env: Environment): string {
  const name = /^(\w+): is missing/.exec(line)?.[1];
  const found = unknownNames(env, names).find((each) => each.endsWith(` (${name}?)`));
  return found ? `; ${found.split(' ')[0]} is set and may be misspelled` : '';
}

/** Returns the variables that Deckhand does not read, although their names look like names of Deckhand's variables. */
export const unknownVariables = (env: Environment) => unknownNames(env, names);

/** Reads only the URLs of the database. @throws ConfigError if DATABASE_URL is not set, or if a file with a URL cannot be read */
export function databaseOf(env: Environment | Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>): {
  databaseUrl: string;
  directUrl?: string;
} {
  const { values, errors } = fromFiles(env, ['DATABASE_URL', 'DATABASE_DIRECT_URL']);
  if (errors.length > 0) throw new ConfigError(errors.map(({ says }) => says));
  const [databaseUrl, directUrl] = [values.DATABASE_URL?.trim(), values.DATABASE_DIRECT_URL?.trim()];
  if (databaseUrl) return { databaseUrl, ...(directUrl && { directUrl }) };
  throw new ConfigError([], WITHOUT_DATABASE);
}

const WITHOUT_DATABASE =
  'Set DATABASE_URL to a PostgreSQL database, for example postgres://deckhand:password@localhost:5432/deckhand, in the environment or in .env; to try Deckhand without one, run npm run sandbox.';

function errorLine(issue: z.core.$ZodIssue): string {
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return `${String(issue.path[0])}: ${missing ? 'is missing' : issue.message}`;
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/**
 * Returns false if the password has special characters that are not percent-encoded. The driver would reject the URL, too, but its error
 * would not name the variable.
 */
function isDatabaseUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && !url.hash && !url.pathname.includes('@') && isDecodable(url.username + url.password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function hasNoCredentials(value: string): boolean {
  const { username, password } = new URL(value);
  return !username && !password;
}

const isThisMachine = (hostname: string) => /^(127(\.\d+){3}|\[::1\]|([^.]+\.)*localhost)$/.test(hostname);

/** Returns whether a URL is https or leads to this machine. With any other URL, other people could read what is sent. */
function isPrivateOnItsWay(value: string): boolean {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || isThisMachine(hostname);
}

/**
 * Returns whether a database URL has `sslmode` or needs no `sslmode`. Sockets, this machine and names without a dot (containers) need none.
 */
function saysWhetherTls(value: string): boolean {
  const { hostname, searchParams } = new URL(value);
  return !/[.:]/.test(hostname) || isThisMachine(hostname) || searchParams.has('sslmode');
}

/** Returns whether the 32 bytes of a key have at least 16 different values. Random keys have about 30, and typed keys often fewer. */
function isRandom(key: string): boolean {
  return new Set(Buffer.from(key, 'base64')).size >= 16;
}

function is32Bytes(value: string): boolean {
  return /^[A-Za-z0-9+/_-]+=*$/.test(value) && Buffer.from(value, 'base64').length === 32;
}
