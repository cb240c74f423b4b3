import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from '../src/log.ts';
import { InvalidRequest } from '../src/service/errors.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const sink = new PassThrough();
  write(createLog('trace', sink));
  return sink.read()?.toString() ?? '';
}

test('fields with secrets or texts of people are not logged', () => {
  const line = logged((log) =>
    log.info(
      { token: 's3cret', body: { prompt: 's3cret', nested: { refresh_token: 's3cret' } }, team: 'T1' },
      'hello',
    ),
  );
  expect(line).not.toContain('s3cret');
  expect(line).toContain('"team":"T1"');
});

/** Repeated here, so that a field removed from the list fails a test. */
const SECRET = [
  ...['access_token', 'accessToken', 'refresh_token', 'refreshToken', 'token', 'bot_token', 'botToken'],
  ...['apiKey', 'X-API-KEY', 'authorization', 'Authorization', 'cookie', 'code', 'code_verifier'],
  ...['client_secret', 'clientSecret', 'signingSecret', 'response_url', 'trigger_id', 'exportUrl'],
  ...['inputText', 'prompt', 'text'],
];

test.each(SECRET)('%s is not logged at any depth', (field) => {
  const secret = { [field]: 's3cret' };
  const deep = { one: secret, list: [secret, { deeper: { and: { deeper: secret } } }] };
  expect(logged((log) => log.info({ ...secret, ...deep, two: deep }, 'hello'))).not.toContain('s3cret');
});

test('circular values are logged down to the maximum depth', () => {
  const circle: Record<string, unknown> = { token: 's3cret', team: 'T1' };
  circle.itself = circle;
  const line = logged((log) => log.info({ circle }, 'hello'));
  expect(line).toContain('"team":"T1"');
  expect(line).not.toContain('s3cret');
});

test.each<[string, (secret: object) => object]>([
  ['an error that is not `err`', (secret) => ({ error: Object.assign(new Error('odd'), secret) })],
  ['an error in a list', (secret) => ({ errors: [Object.assign(new Error('odd'), secret)] })],
  ['what says itself how it is written', (secret) => ({ it: { toJSON: () => ({ team: 'T1', ...secret }) } })],
  ['a list that does so', (secret) => ({ it: { toJSON: () => [{ of: secret }] } })],
])('%s is logged without its secret', (_, holding) => {
  const line = logged((log) => log.info({ team: 'T1', ...holding({ token: 's3cret' }) }, 'hello'));
  expect(line).toContain('"team":"T1"');
  expect(line).not.toContain('s3cret');
});

test('dates and URLs are logged as text', () => {
  const line = logged((log) =>
    log.info({ at: new Date(0), to: new URL('https://one.example/two') }, 'hello'),
  );
  expect(line).toContain('"at":"1970-01-01T00:00:00.000Z","to":"https://one.example/two"');
});

test('an error is logged with type, stack and cause, without its other properties', () => {
  const cause = Object.assign(new Error('read ECONNRESET'), {
    code: 'ECONNRESET',
    socket: { secret: 's3cret' },
  });
  const line = logged((log) => log.warn({ err: new Error('it broke', { cause }) }, 'oh'));
  expect(line).toContain('it broke');
  expect(line).toContain('ECONNRESET');
  expect(line).not.toContain('s3cret');
});

test('the message of the service is not logged, because it may quote a prompt', () => {
  const error = new InvalidRequest('refused', {
    status: 400,
    requestId: 'r1',
    serviceMessage: 'inputText "my s3cret" is odd',
  });
  const line = logged((log) => log.warn({ err: error }, 'create failed'));
  expect(line).not.toContain('s3cret');
  expect(line).toContain('"requestId":"r1"');
  expect(line).toContain('"status":400');
});

test('the code of an error is logged, but not a field `code`, which may be an OAuth code', async () => {
  expect(logged((log) => log.warn({ errorCode: 'bad_client_secret' }, 'oh'))).toContain('bad_client_secret');
  expect(logged((log) => log.warn({ code: 's3cret' }, 'oh'))).not.toContain('s3cret');
  const lost: string[] = [];
  for await (const file of glob('src/{*.ts,!(sandbox)/**/*.ts}')) {
    const calls = readFileSync(file, 'utf8').match(/\blog\.\w+\(\s*\{[^}]*\}/g) ?? [];
    lost.push(...calls.filter((call) => /[{,]\s*code\s*[:,}]/.test(call)).map((call) => `${file}: ${call}`));
  }
  expect(lost).toEqual([]);
});
