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

/** What a create throws when it is answered so. */
async function answered(status: number, body: nock.Body = {}, headers: Record<string, string> = {}) {
  nock(API).post('/generations').reply(status, body, headers);
  return thrownBy(ServiceError, aClient().client.createGeneration({ inputText: 'Hello' }));
}

describe('each status has its reason', () => {
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

  test('too small a scope is told by the header or by the body', async () => {
    const challenge = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="generate"' };
    expect(await answered(403, { message: 'Forbidden' }, challenge)).toBeInstanceOf(InsufficientScope);
    expect(await answered(403, { error: 'insufficient_scope' })).toBeInstanceOf(InsufficientScope);
    expect(await answered(403, { message: 'insufficient_scope' })).toBeInstanceOf(InsufficientScope);
  });

  test('a conflict names the running edit where it is the own one', async () => {
    const error = await answered(409, { message: 'Busy', code: 'edit_in_progress', editId: 'e_1' });
    expect(error).toMatchObject({ code: 'edit_in_progress', editId: 'e_1' });
  });

  test('too many jobs at once are a rate limit with a code', async () => {
    const body = { message: 'Busy', code: 'workspace_concurrency_limit_exceeded' };
    const error = await answered(429, body, { 'retry-after': '90' });
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ code: 'workspace_concurrency_limit_exceeded', retryAfterMs: 90_000 });
  });
});

describe('the sentence of an error', () => {
  test('is our own where the service has none', async () => {
    const error = await answered(502, '<html>Bad gateway</html>');
    expect(error.message).toBe('The service is not available.');
    expect(error.serviceMessage).toBeUndefined();
  });

  test('joins several of the service', async () => {
    const error = await answered(400, { message: ['title is too long', 'format is unknown'] });
    expect(error.message).toBe('title is too long; format is unknown');
  });

  test('is at most 500 characters', async () => {
    expect((await answered(400, { message: 'x'.repeat(9_000) })).message).toHaveLength(500);
    expect((await answered(400, { message: [''] })).message).toMatch(/[a-z]/);
    expect((await answered(400, { message: ['x'.repeat(9_000)] })).message).toHaveLength(500);
  });
});

describe('was a create possibly carried out?', () => {
  test.each([400, 401, 402, 403, 404, 409, 422, 429])('%i: no', async (status) => {
    expect(mayHaveBeenSpent(await answered(status))).toBe(false);
  });

  test.each([302, 408, 499, 500, 502, 503, 504])('%i: perhaps', async (status) => {
    expect(mayHaveBeenSpent(await answered(status))).toBe(true);
  });

  test('an answer of 200 that cannot be read: perhaps', async () => {
    expect(mayHaveBeenSpent(await answered(200, 'not JSON'))).toBe(true);
    expect(mayHaveBeenSpent(await answered(200, { no: 'id' }))).toBe(true);
  });

  test('a request that was not good enough to be sent: no', async () => {
    const error = await thrownBy(InvalidRequest, aClient().client.createGeneration({ inputText: '' }));
    expect(mayHaveBeenSpent(error)).toBe(false);
  });

  test('credentials that could not be had: no, and the reason comes through as it is', async () => {
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

  test('anything unknown: perhaps', () => {
    expect(mayHaveBeenSpent(new TypeError('a bug'))).toBe(true);
    expect(mayHaveBeenSpent(undefined)).toBe(true);
  });
});

describe('what an error means for the actor, as data', () => {
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
  ])('%i: %s, with the sentence and the reference of the service', async (status, reason) => {
    const error = await answered(status, { message: 'Because' }, { 'x-request-id': 'req_7' });
    expect(problemOf(error)).toEqual({ reason, message: 'Because', reference: 'req_7' });
  });

  test('too small a scope has a reason of its own', async () => {
    expect(problemOf(await answered(403, { error: 'insufficient_scope' }))).toMatchObject({
      reason: 'insufficient_scope',
    });
  });

  test('a field that was not sent is named', async () => {
    const error = await aClient()
      .client.createGeneration({ inputText: 'Hello', numCards: 0 })
      .catch((thrown: unknown) => thrown);
    expect(problemOf(error)).toEqual({ reason: 'invalid', message: 'numCards must be at least 1' });
  });

  test('a missing connection says whose turn it is', () => {
    expect(problemOf(new NotConnected('unconnected'))).toEqual({ reason: 'unconnected' });
    expect(problemOf(new NotConnected('unauthorized'))).toEqual({ reason: 'unauthorized' });
    expect(problemOf(new NotConnected('key_refused'))).toEqual({ reason: 'key_refused' });
  });

  test('an error of our own says nothing of itself', () => {
    expect(problemOf(new Error('password is hunter2'))).toEqual({ reason: 'internal' });
  });
});

test('only what may pass is worth asking again', async () => {
  for (const status of [429, 500, 502, 503]) expect(isTransient(await answered(status))).toBe(true);
  for (const status of [400, 401, 402, 403, 404, 409])
    expect(isTransient(await answered(status))).toBe(false);
});

describe('a create', () => {
  test.each([429, 500, 502, 503, 504])('answered with %i is sent once', async (status) => {
    const scope = nock(API).post('/generations').times(3).reply(status, {}, { 'retry-after': '0' });
    const { client, calls, clock } = aClient();

    await thrownBy(ServiceError, client.createGeneration({ inputText: 'Hello' }));

    expect(calls).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
    expect(scope.isDone()).toBe(false);
  });
});
