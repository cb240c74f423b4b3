import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, databaseOf, readConfig, unknownVariables } from '../src/config.ts';
import { testKey } from './support/test-key.ts';

const key = testKey(1);
const enough = {
  SLACK_SIGNING_SECRET: '8f742231b10e8888abcd99yyyzzz85a5',
  SLACK_BOT_TOKEN: 'xoxb-1',
  SERVICE_BASE_URL: 'https://service.example.com/',
  SERVICE_API_KEY: 'sk-x-1',
  ENCRYPTION_KEYS: key,
};

function errorsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

test('with only the required variables, the others have defaults', () => {
  expect(readConfig(enough)).toMatchObject({
    PORT: 3000,
    SERVICE_BASE_URL: 'https://service.example.com',
    POLL_INTERVAL_MS: 5000,
    FOLLOW_LIMIT_MINUTES: 60,
    RETENTION_DAYS: 30,
    AUDIT_DAYS: 365,
    LOG_LEVEL: 'info',
    ENCRYPTION_KEYS: [key],
  });
});

test('SERVICE_API_KEY_TEAMS is optional for one team, and is split at commas', () => {
  expect(readConfig(enough).SERVICE_API_KEY_TEAMS).toBeUndefined();
  const { SERVICE_API_KEY_TEAMS: teams } = readConfig({ ...enough, SERVICE_API_KEY_TEAMS: 'T0123, E0456' });
  expect(teams).toEqual(['T0123', 'E0456']);
});

test('DATABASE_DIRECT_URL must be a database URL and needs DATABASE_URL', () => {
  const direct = { DATABASE_DIRECT_URL: 'postgres://database/deckhand' };
  const pooled = { DATABASE_URL: 'postgres://pooler/deckhand' };
  expect(readConfig({ ...enough, ...direct, ...pooled })).toMatchObject({ ...direct, ...pooled });
  expect(errorsOf({ ...enough, ...direct })).toEqual([
    expect.stringMatching(/^DATABASE_URL: is missing beside/),
  ]);
  const wrong = { ...pooled, DATABASE_DIRECT_URL: 'http://database' };
  expect(errorsOf({ ...enough, ...wrong })).toEqual([
    expect.stringMatching(/^DATABASE_DIRECT_URL: must begin/),
  ]);
});

test('a database on another machine needs sslmode', () => {
  const of = (DATABASE_URL: string) => errorsOf({ ...enough, DATABASE_URL });
  for (const url of [
    'postgres://u:p@db.example.com/deckhand',
    'postgres://u:p@10.0.0.7/deckhand',
    'postgres://[fd00::7]/d',
  ])
    expect(of(url)).toEqual([expect.stringMatching(/^DATABASE_URL: names another machine without sslmode/)]);
  const fine = [
    'db.example.com/d?sslmode=verify-full',
    '10.0.0.7/d?sslmode=disable',
    '127.0.0.1/d',
    '[::1]/d',
    'database/d',
  ];
  for (const rest of [...fine, 'localhost/d', '/d?host=/run/postgresql']) {
    const config = { ...enough, DATABASE_URL: `postgres://${rest}` };
    expect(readConfig(config).DATABASE_URL).toBe(config.DATABASE_URL);
  }
});

test.each(['12#3', 'a#b', 'a@b/c', 'a/b@c', '5%zz'])(
  'a password %s that is not percent-encoded is an error that says how to write it',
  (password) => {
    const line = errorsOf({
      ...enough,
      DATABASE_URL: `postgres://deckhand:${password}@127.0.0.1:5432/deckhand`,
    });
    expect(line).toEqual([expect.stringMatching(/^DATABASE_URL: is not a valid address; .*# as %23/)]);
    expect(line.join()).not.toContain(password);
  },
);

test('an empty variable counts as not set', () => {
  expect(readConfig({ ...enough, PORT: '', DATABASE_URL: ' ' })).toMatchObject({ PORT: 3000 });
});

test('every error is reported at once, by name and never with its value', () => {
  const errors = errorsOf({
    ...enough,
    SLACK_BOT_TOKEN: 'xapp-wrong-kind',
    PORT: '70000',
    ENCRYPTION_KEYS: `${key},c2hvcnQ=`,
    DATABASE_URL: 'mysql://root:hunter2@db',
    LOG_LEVEL: 'loud',
    SERVICE_CLIENT_SECRET: 'hunter3',
  });
  expect(errors.map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'SLACK_BOT_TOKEN',
    'ENCRYPTION_KEYS',
    'DATABASE_URL',
    'LOG_LEVEL',
    'SERVICE_CLIENT_ID',
  ]);
  expect(errors.join()).not.toMatch(/hunter|c2hvcnQ|70000|wrong-kind/);
});

test.each([
  [{}, /SLACK_SIGNING_SECRET.*is missing/],
  [{}, /SLACK_BOT_TOKEN.*is missing/],
  [{}, /SERVICE_BASE_URL: is missing/],
  [{ SLACK_CLIENT_ID: 'a', SLACK_CLIENT_SECRET: 'b' }, /PUBLIC_URL/],
  // Otherwise every team that installs Deckhand would spend the operator's credits.
  [
    { SLACK_CLIENT_ID: 'a', SLACK_CLIENT_SECRET: 'b', SERVICE_API_KEY: 'sk-x-1' },
    /SERVICE_API_KEY_TEAMS: is missing; with many teams/,
  ],
  [{ SERVICE_API_KEY_TEAMS: 'everybody' }, /SERVICE_API_KEY_TEAMS: must be ids of teams/],
  [{ SERVICE_BASE_URL: 'service.example.com' }, /SERVICE_BASE_URL: must be an http/],
  // As copied from the service's documentation.
  [{ SERVICE_BASE_URL: 'https://service.example.com/v1.0/' }, /SERVICE_BASE_URL: must end before \/v1\.0/],
  [{ PUBLIC_URL: 'http://deckhand.example.com' }, /PUBLIC_URL: must be https/],
  [{ SERVICE_BASE_URL: 'http://10.0.0.5' }, /SERVICE_BASE_URL: must be https/],
  [{ SERVICE_AUTH_URL: 'http://localhost.example.com' }, /SERVICE_AUTH_URL: must be https/],
  [{ SLACK_API_URL: 'http://127.0.0.1.example.com/api' }, /SLACK_API_URL: must be https/],
  [{ SLACK_SIGNING_SECRET: 'x' }, /SLACK_SIGNING_SECRET: is too short/],
  [{ SLACK_SIGNING_SECRET: 'xxxxxxxxxxxxxxxxxxxxxxxx' }, /SLACK_SIGNING_SECRET: is not random/],
  [{ ENCRYPTION_KEYS: Buffer.alloc(32).toString('base64') }, /ENCRYPTION_KEYS: a key is not random/],
  [{ METRICS_TOKEN: 'short' }, /METRICS_TOKEN: must have at least 16/],
  [{ METRICS_TOKEN: 'a token of the operator' }, /METRICS_TOKEN: must be letters, digits and marks/],
  // The HTTP client's error for such a header would quote it.
  [{ SLACK_BOT_TOKEN: 'xoxb-one\nxoxb-two' }, /SLACK_BOT_TOKEN: must be letters, digits and marks/],
  [{ SERVICE_API_KEY: 'sk-one two' }, /SERVICE_API_KEY: must be letters, digits and marks/],
  [
    { SERVICE_BASE_URL: 'https://me:s3cret@papermill.example' },
    /SERVICE_BASE_URL: must have no name or password/,
  ],
  [{ SLACK_API_URL: 'https://s3cret@slack.example/api' }, /SLACK_API_URL: must have no name or password/],
  [{ HTTPS_PROXY: 'proxy:3128' }, /HTTPS_PROXY: must be an http/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT: must be an http/],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=k' },
    /OTEL_EXPORTER_OTLP_ENDPOINT: must be https beside OTEL_EXPORTER_OTLP_HEADERS/,
  ],
  [
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-api-key=k',
    },
    /OTEL_EXPORTER_OTLP_ENDPOINT: must be https beside OTEL_EXPORTER_OTLP_TRACES_HEADERS/,
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://deckhand:k@collector:4318' },
    /OTEL_EXPORTER_OTLP_ENDPOINT: must be https with a password in it/,
  ],
  [{ POLL_INTERVAL_MS: '5s' }, /POLL_INTERVAL_MS: must be a whole number from 10 to 600000/],
])('%j is an error', (env: Record<string, string>, sentence) => {
  expect(errorsOf(env).join('\n')).toMatch(sentence);
});

test.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'http://x.localhost', 'http://[::1]:3000'])(
  'http is allowed for this machine: %s',
  (address) => expect(readConfig({ ...enough, PUBLIC_URL: address }).PUBLIC_URL).toBe(address),
);

test.each([
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.com/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=k',
  },
])('a collector is accepted: %j', (env) => {
  expect(readConfig({ ...enough, ...env }).OTEL_EXPORTER_OTLP_ENDPOINT).toBe(env.OTEL_EXPORTER_OTLP_ENDPOINT);
});

/** Values read from files often end with a line break. */
test.each([
  ['SLACK_SIGNING_SECRET', '8f742231b10e8888abcd99yyyzzz85a5'],
  ['SLACK_CLIENT_ID', '123.456'],
  ['SLACK_CLIENT_SECRET', '8f742231b10e8888abcd99yyyzzz85a5'],
  ['SLACK_BOT_TOKEN', 'xoxb-1'],
  ['SLACK_APP_TOKEN', 'xapp-1'],
  ['SERVICE_BASE_URL', 'https://service.example.com'],
  ['SERVICE_CLIENT_ID', 'deckhand'],
  ['SERVICE_CLIENT_SECRET', 'shhh-1'],
  ['SERVICE_API_KEY', 'sk-x-1'],
  ['DATABASE_URL', 'postgres://database/deckhand'],
  ['METRICS_TOKEN', 'a-token-of-the-operator'],
] as const)('%s may end in a line break', (name, value) => {
  const beside = name === 'SERVICE_CLIENT_SECRET' ? { SERVICE_CLIENT_ID: 'deckhand' } : {};
  expect(readConfig({ ...enough, ...beside, [name]: `${value}\r\n` })[name]).toBe(value);
});

test('keys may be on separate lines', () => {
  const keys = [testKey(1), testKey(2)];
  expect(readConfig({ ...enough, ENCRYPTION_KEYS: `${keys.join(',\n')}\n` }).ENCRYPTION_KEYS).toEqual(keys);
});

/** Writes a file as Docker and Kubernetes mount a secret. @returns its path */
function secretFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'secret'), content);
  return join(folder, 'secret');
}

test('a variable is read from the file that its name with _FILE names', () => {
  const { SLACK_BOT_TOKEN: _, ...rest } = enough;
  const env = { ...rest, SLACK_BOT_TOKEN_FILE: secretFile('xoxb-from-a-file\n') };
  expect(readConfig(env).SLACK_BOT_TOKEN).toBe('xoxb-from-a-file');
  expect(databaseOf({ DATABASE_URL_FILE: secretFile('postgres://database/deckhand\n') })).toEqual({
    databaseUrl: 'postgres://database/deckhand',
  });
});

test('a file that is missing, empty or set beside its variable is the only error about that variable', () => {
  const { SLACK_BOT_TOKEN: _, ...rest } = enough;
  expect(errorsOf({ ...rest, SLACK_BOT_TOKEN_FILE: '/no/such/file' })).toEqual([
    'SLACK_BOT_TOKEN_FILE: the file cannot be read (ENOENT)',
  ]);
  expect(errorsOf({ ...rest, SLACK_BOT_TOKEN_FILE: secretFile(' \n') })).toEqual([
    'SLACK_BOT_TOKEN_FILE: the file is empty',
  ]);
  expect(errorsOf({ ...enough, SLACK_BOT_TOKEN_FILE: secretFile('xoxb-2') })).toEqual([
    'SLACK_BOT_TOKEN_FILE: is set beside SLACK_BOT_TOKEN; set one of them',
  ]);
  expect(() => databaseOf({ DATABASE_URL_FILE: '/no/such/file' })).toThrow(/DATABASE_URL_FILE: .*ENOENT/);
});

test('an invalid value from a file is reported without the value', () => {
  const errors = errorsOf({ ...enough, METRICS_TOKEN_FILE: secretFile('hunter2') });
  expect(errors).toEqual([expect.stringMatching(/^METRICS_TOKEN: must have at least 16/)]);
});

test.each([
  [{ SLACK_SIGNIN_SECRET: 'x' }, ['SLACK_SIGNIN_SECRET (SLACK_SIGNING_SECRET?)']],
  [{ DATABSE_URL: 'x', METRIC_TOKEN: 'x' }, ['DATABSE_URL (DATABASE_URL?)', 'METRIC_TOKEN (METRICS_TOKEN?)']],
  [{ SLACK_BOT_TOKEN_FIL: 'x' }, ['SLACK_BOT_TOKEN_FIL (SLACK_BOT_TOKEN_FILE?)']],
  [{ DATABASE_TEMPLATE: 'x', SLACK_TOKEN: 'x' }, ['DATABASE_TEMPLATE', 'SLACK_TOKEN']],
  // Only https goes through a proxy.
  [{ HTTP_PROXY: 'x' }, ['HTTP_PROXY (HTTPS_PROXY?)']],
])('%j is named as unknown, with what may be meant', (env, named) => {
  expect(unknownVariables(env)).toEqual(named);
});

test('an error about a missing variable names the one that may be misspelled, without its value', () => {
  const { SLACK_SIGNING_SECRET, ENCRYPTION_KEYS, ...others } = enough;
  const misspelled = { SLACK_SIGNING_SECRT: SLACK_SIGNING_SECRET, ENCRYPTON_KEYS: ENCRYPTION_KEYS };
  expect(errorsOf({ ...others, ...misspelled })).toEqual([
    'ENCRYPTION_KEYS: is missing; ENCRYPTON_KEYS is set and may be misspelled',
    'SLACK_SIGNING_SECRET: is missing (or set SLACK_APP_TOKEN for Socket Mode); SLACK_SIGNING_SECRT is set and may be misspelled',
  ]);
});

test('variables of other programs are not named, and neither are empty ones', () => {
  const others = {
    PATH: 'x',
    HOME: 'x',
    NO_COLOR: '1',
    LOG_FORMAT: 'x',
    OTEL_SERVICE_NAME: 'x',
    HTTP_PROXY: 'x',
  };
  const ours = { ...enough, HTTPS_PROXY: 'http://proxy:3128', METRICS_TOKEN_FILE: '/run/secrets/metrics' };
  expect(unknownVariables({ ...others, ...ours, SLACK_TOKEN: ' ', POSTGRES_PASSWORD: 'x' })).toEqual([]);
});
