import nock from 'nock';
import { describe, expect, test } from 'vitest';
import type { ServiceClient } from '../../src/service/client.ts';
import { problemOf } from '../../src/service/error-meaning.ts';
import { ServiceError } from '../../src/service/errors.ts';
import { problemText } from '../../src/slack/kit/copy/failure-copy.ts';
import { API, aClient, interceptRequests, thrownBy } from '../service/harness.ts';

interceptRequests();

/**
 * Every row of the interface's table of errors, as the service sends it, and what a person reads of it. Kinds of work and
 * actions that mean something of their own by one put it better: those sentences are in the journeys.
 */

interface Row {
  status: number;
  message: string;
  /** Where it comes, if not anywhere. */
  at?: [method: 'get' | 'post' | 'delete', path: string, call: (client: ServiceClient) => Promise<unknown>];
  body?: object;
  headers?: Record<string, string>;
  words: RegExp;
}

const create: Row['at'] = [
  'post',
  '/generations',
  (client) => client.createGeneration({ inputText: 'Hello' }),
];
const edit: Row['at'] = [
  'post',
  '/agent/gammas/d1/edits',
  (client) => client.editDoc('d1', { prompt: 'Shorter' }),
];

const rows: Row[] = [
  {
    status: 400,
    message: 'Input validation errors',
    words: /did not accept what was asked for\. In Papermill’s words: “Input validation errors”\. Change it/,
  },
  {
    status: 401,
    message: 'Invalid API key',
    words: /no longer accepts Deckhand’s access\.[\s\S]*A Slack admin can renew it with `\/deck connect`/,
  },
  {
    status: 401,
    message: 'invalid_token',
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    words: /no longer accepts Deckhand’s access/,
  },
  {
    status: 402,
    message: 'Insufficient credits remaining',
    words: /out of credits at Papermill\.[\s\S]*Once an admin has added some/,
  },
  {
    status: 403,
    message: 'Forbidden',
    words: /does not allow this for your workspace[\s\S]*Your plan may not/,
  },
  {
    status: 403,
    message: 'insufficient_scope',
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="generate"' },
    words: /may only read at Papermill[\s\S]*connect it again, with full access/,
  },
  {
    status: 403,
    message: 'Access denied. You must have edit permission to archive this the service.',
    at: ['post', '/gammas/d1/archive', (client) => client.archiveDoc('d1')],
    words: /does not allow this[\s\S]*“Access denied\. You must have edit permission/,
  },
  {
    status: 403,
    message: 'Access denied - workspace admin role required',
    at: ['delete', '/gammas/d1', (client) => client.deleteDoc('d1')],
    words: /does not allow this[\s\S]*“Access denied - workspace admin role required”/,
  },
  {
    status: 404,
    message: 'Generation ID not found. generationId: g1',
    at: ['get', '/generations/g1', (client) => client.getGeneration('g1')],
    words: /no longer knows this document\.[\s\S]*It may have been deleted there/,
  },
  {
    status: 409,
    message: 'Edit already in progress',
    at: edit,
    body: { code: 'edit_in_progress', editId: 'e1' },
    words: /Another change of this document is under way[\s\S]*Wait until it is finished/,
  },
  {
    status: 429,
    message: 'Too many requests',
    words: /too many requests at the moment\.[\s\S]*Wait some minutes/,
  },
  {
    status: 429,
    message: 'Too many agent jobs',
    at: edit,
    body: { code: 'workspace_concurrency_limit_exceeded' },
    headers: { 'retry-after': '30' },
    words: /too many requests at the moment\.[\s\S]*asks to wait 30 seconds\. After that, try again/,
  },
  { status: 500, message: 'An error occurred while generating.', words: /not available at the moment/ },
  { status: 502, message: 'Bad gateway', words: /not available at the moment\.[\s\S]*Wait some minutes/ },
  { status: 503, message: 'Service unavailable', at: edit, words: /not available at the moment/ },
];

describe('an error of the service is a sentence, its own words, what to do, and a reference', () => {
  test.each(rows)('$status $message', async ({ status, message, at = create, body, headers, words }) => {
    const [method, path, call] = at ?? [];
    if (!method || !call) throw new Error('It comes nowhere');
    nock(API)
      [method](path)
      .reply(status, { message, statusCode: status, ...body }, { 'x-request-id': 'req_7', ...headers })
      .persist();
    const error = await thrownBy(ServiceError, call(aClient().client));
    const said = problemText(problemOf(error), { serviceName: 'Papermill' });
    expect(said).toMatch(words);
    expect(said).toContain(`In Papermill’s words: “${message}`);
    expect(said).toContain('Reference: `req_7`');
    expect(said).not.toContain(String(status));
  });
});
