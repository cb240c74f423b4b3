import { describe, expect, test } from 'vitest';
import { NetworkFailure, Timeout } from '../../src/service/errors.ts';
import { errorFromNetwork } from '../../src/service/http/network-error.ts';

const failed = (fields: object) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('x'), fields) });

describe('certainly nothing was sent', () => {
  test.each([
    { code: 'ECONNREFUSED' },
    { code: 'ENOTFOUND', syscall: 'getaddrinfo' },
    { code: 'EAI_AGAIN', syscall: 'getaddrinfo' },
    { code: 'UND_ERR_CONNECT_TIMEOUT' },
    { code: 'EHOSTUNREACH', syscall: 'connect' },
    { code: 'ETIMEDOUT', syscall: 'connect' },
    { code: 'CERT_HAS_EXPIRED' },
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    { code: 'SELF_SIGNED_CERT_IN_CHAIN' },
    { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  ])('%j', (fields) => {
    expect(errorFromNetwork(failed(fields))).toMatchObject({ sent: false, code: fields.code });
  });

  test('when every address was refused', () => {
    const attempts = ['ECONNREFUSED', 'ENETUNREACH'].map((code) =>
      Object.assign(new Error('x'), { code, syscall: 'connect' }),
    );
    const thrown = new TypeError('fetch failed', { cause: new AggregateError(attempts) });
    expect(errorFromNetwork(thrown)).toMatchObject({ sent: false });
  });
});

describe('something may have been sent', () => {
  test.each([
    { code: 'ECONNRESET', syscall: 'read' },
    { code: 'EPIPE', syscall: 'write' },
    { code: 'ETIMEDOUT', syscall: 'read' },
    { code: 'EHOSTUNREACH', syscall: 'read' },
    { code: 'UND_ERR_SOCKET' },
    {},
  ])('%j', (fields) => {
    expect(errorFromNetwork(failed(fields))).toMatchObject({ sent: true });
  });

  test('when it is not known what happened', () => {
    for (const thrown of [undefined, 'odd', new Error('odd'), new AggregateError([])]) {
      expect(errorFromNetwork(thrown)).toMatchObject({ sent: true });
    }
    const mixed = new AggregateError([failed({ code: 'ECONNREFUSED' }), failed({ code: 'ECONNRESET' })]);
    expect(errorFromNetwork(mixed)).toMatchObject({ sent: true });
  });
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
