import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { NotConnected } from '../../src/connections/failures.ts';
import { isTransient, mayHaveBeenSpent, problemOf } from '../../src/service/error-meaning.ts';
import {
  Conflict,
  Forbidden,
  InsufficientCredits,
  InsufficientScope,
  InvalidRequest,
  MalformedAnswer,
  NotFound,
  RateLimited,
  ServiceError,
  Unauthorized,
  Unavailable,
} from '../../src/service/errors.ts';
import { API, aClient, interceptRequests, thrownBy } from './harness.ts';

interceptRequests();

/** Returns the error of a create with this response. */
async function answered(status: number, body: nock.Body = {}, headers: Record<string, string> = {}) {
  nock(API).post('/generations').reply(status, body, headers);
  return thrownBy(ServiceError, aClient().client.createGeneration({ inputText: 'Hello' }));
}

describe('each status has its error class', () => {
  test.each([
    [400, 'Input validation errors', InvalidRequest],
    [401, 'Invalid API key', Unauthorized],
    [402, 'Insufficient credits remaining', InsufficientCredits],
    [403, 'Forbidden', Forbidden],
    [403, 'Access denied - workspace admin role required', Forbidden],
    [403, 'Insufficient credits remaining', InsufficientCredits],
    [403, 'You have no credits left', InsufficientCredits],
    [403, 'Your plan cannot buy credits', Forbidden],
    [404, 'Generation ID not found. generationId: gen_1', NotFound],
    [409, 'Edit already in progress', Conflict],
    [410, 'Gone', NotFound],
    [413, 'Too large', InvalidRequest],
    [422, 'Unprocessable', InvalidRequest],
    [429, 'Too many requests', RateLimited],
    [500, 'An error occurred while generating.', Unavailable],
    [502, 'Bad gateway', Unavailable],
    [503, 'Service unavailable', Unavailable],
    [504, 'Gateway timeout', Unavailable],
    [302, 'Elsewhere', MalformedAnswer],
  ])('%i %s', async (status, message, kind) => {
    const error = await answered(status, { message, statusCode: status }, { 'x-request-id': 'req_7' });

    expect(error).toBeInstanceOf(kind);
    expect(error.name).toBe(kind.name);
    expect(error).toMatchObject({ status, message, serviceMessage: message, requestId: 'req_7' });
  });

  test('a missing scope is recognized by the header or by the body', async () => {
    const challenge = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="generate"' };
    expect(await answered(403, { message: 'Forbidden' }, challenge)).toBeInstanceOf(InsufficientScope);
    expect(await answered(403, { error: 'insufficient_scope' })).toBeInstanceOf(InsufficientScope);
    expect(await answered(403, { message: 'insufficient_scope' })).toBeInstanceOf(InsufficientScope);
  });

  test('a Conflict has the id of the running edit if the response has it', async () => {
    const error = await answered(409, { message: 'Busy', code: 'edit_in_progress', editId: 'e_1' });
    expect(error).toMatchObject({ code: 'edit_in_progress', editId: 'e_1' });
  });

  test('too many jobs at once throw RateLimited with a code', async () => {
    const body = { message: 'Busy', code: 'workspace_concurrency_limit_exceeded' };
    const error = await answered(429, body, { 'retry-after': '90' });
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ code: 'workspace_concurrency_limit_exceeded', retryAfterMs: 90_000 });
  });
});

describe('the message of an error', () => {
  test('is our own if the service sends none', async () => {
    const error = await answered(502, '<html>Bad gateway</html>');
    expect(error.message).toBe('The service is not available.');
    expect(error.serviceMessage).toBeUndefined();
  });

  test('joins several messages of the service', async () => {
    const error = await answered(400, { message: ['title is too long', 'format is unknown'] });
    expect(error.message).toBe('title is too long; format is unknown');
  });

  test('is at most 500 characters', async () => {
    expect((await answered(400, { message: 'x'.repeat(9_000) })).message).toHaveLength(500);
    expect((await answered(400, { message: [''] })).message).toMatch(/[a-z]/);
    expect((await answered(400, { message: ['x'.repeat(9_000)] })).message).toHaveLength(500);
  });
});

describe('may a failed create have spent credits?', () => {
  test.each([400, 401, 402, 403, 404, 409, 422, 429])('%i: no', async (status) => {
    expect(mayHaveBeenSpent(await answered(status))).toBe(false);
  });

  test.each([302, 408, 499, 500, 502, 503, 504])('%i: yes', async (status) => {
    expect(mayHaveBeenSpent(await answered(status))).toBe(true);
  });

  test('200 with an invalid body: yes', async () => {
    expect(mayHaveBeenSpent(await answered(200, 'not JSON'))).toBe(true);
    expect(mayHaveBeenSpent(await answered(200, { no: 'id' }))).toBe(true);
  });

  test('an invalid request that was not sent: no', async () => {
    const error = await thrownBy(InvalidRequest, aClient().client.createGeneration({ inputText: '' }));
    expect(mayHaveBeenSpent(error)).toBe(false);
  });

  test('an error while getting credentials: no, and it is thrown unchanged', async () => {
    const reason = new Error('the connection was taken back');
    const { client } = aClient({
      authorization: {
        headers() {
          throw reason;
        },
      },
    });

    await expect(client.createGeneration({ inputText: 'Hello' })).rejects.toBe(reason);
    expect(mayHaveBeenSpent(reason)).toBe(false);
  });

  test('any unknown error: yes', () => {
    expect(mayHaveBeenSpent(new TypeError('a bug'))).toBe(true);
    expect(mayHaveBeenSpent(undefined)).toBe(true);
  });
});

describe('problemOf', () => {
  test.each([
    [400, 'invalid'],
    [401, 'unauthorized'],
    [402, 'no_credits'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [429, 'rate_limited'],
    [503, 'unavailable'],
    [302, 'malformed'],
  ])('%i is %s, with the message and the request id of the service', async (status, reason) => {
    const error = await answered(status, { message: 'Because' }, { 'x-request-id': 'req_7' });
    expect(problemOf(error)).toEqual({ reason, message: 'Because', reference: 'req_7' });
  });

  test('a missing scope is insufficient_scope', async () => {
    expect(problemOf(await answered(403, { error: 'insufficient_scope' }))).toMatchObject({
      reason: 'insufficient_scope',
    });
  });

  test('an invalid field is named', async () => {
    const error = await aClient()
      .client.createGeneration({ inputText: 'Hello', numCards: 0 })
      .catch((thrown: unknown) => thrown);
    expect(problemOf(error)).toEqual({ reason: 'invalid', check: 'numCards must be at least 1' });
  });

  test('a missing connection has the reason that says who has to act', () => {
    expect(problemOf(new NotConnected('unconnected'))).toEqual({ reason: 'unconnected' });
    expect(problemOf(new NotConnected('unauthorized'))).toEqual({ reason: 'unauthorized' });
    expect(problemOf(new NotConnected('key_refused'))).toEqual({ reason: 'key_refused' });
  });

  test('any other error is internal, without its message', () => {
    expect(problemOf(new Error('password is hunter2'))).toEqual({ reason: 'internal' });
  });
});

test('only temporary errors are transient', async () => {
  for (const status of [429, 500, 502, 503]) expect(isTransient(await answered(status))).toBe(true);
  for (const status of [400, 401, 402, 403, 404, 409])
    expect(isTransient(await answered(status))).toBe(false);
});
