import { expect, test } from 'vitest';
import { NotSent } from '../../src/send-once.ts';
import { NetworkFailure, Timeout } from '../../src/service/errors.ts';
import { errorFromNetwork } from '../../src/service/http/network-error.ts';

const failed = (fields: object) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), fields) });

test('nothing was sent where the sender says so, whatever was the reason', () => {
  for (const cause of [
    failed({ code: 'ECONNREFUSED' }),
    failed({ code: 'UND_ERR_HEADERS_TIMEOUT' }),
    'odd',
  ]) {
    expect(errorFromNetwork(new NotSent('x', { cause }))).toMatchObject({ sent: false });
  }
});

test('something may have been sent wherever it does not', () => {
  const known = [
    failed({ code: 'ECONNRESET', syscall: 'read' }),
    failed({ code: 'ECONNREFUSED' }),
    failed({}),
  ];
  for (const thrown of [...known, undefined, 'odd', new Error('odd'), new AggregateError([])]) {
    expect(errorFromNetwork(thrown)).toMatchObject({ sent: true });
  }
});

test('a code is kept, also one of several attempts', () => {
  const attempts = ['ECONNREFUSED', 'ENETUNREACH'].map((code) => Object.assign(new Error('x'), { code }));
  const thrown = new NotSent('x', { cause: new AggregateError(attempts) });
  expect(errorFromNetwork(thrown)).toMatchObject({ code: 'ECONNREFUSED' });
});

test("the agent's own limits are timeouts", () => {
  for (const code of ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']) {
    expect(errorFromNetwork(failed({ code }))).toBeInstanceOf(Timeout);
  }
});

test('the reason is kept, unless it is secret', () => {
  const thrown = failed({ code: 'ECONNRESET' });
  expect(errorFromNetwork(thrown).cause).toBe(thrown);
  const secret = errorFromNetwork(thrown, { secret: true });
  expect(secret).toBeInstanceOf(NetworkFailure);
  expect(secret.cause).toBeUndefined();
});
