import fc from 'fast-check';
import nock from 'nock';
import { describe, expect, test } from 'vitest';
import { workKinds } from '../../src/asks/schema.ts';
import { failure as connectFailure } from '../../src/connections/failures.ts';
import { createExportRunner, readExportFailed } from '../../src/generations/delivery/export-from-card.ts';
import { findDelivery } from '../../src/generations/delivery/outbox.ts';
import { type Failure, failureReasons } from '../../src/generations/generation.ts';
import { connectFailurePage } from '../../src/http/connect-pages.ts';
import { problemOf } from '../../src/service/error-meaning.ts';
import { ServiceError, Unavailable } from '../../src/service/errors.ts';
import { errorFromAnswer } from '../../src/service/http/answer.ts';
import { errorSentence } from '../../src/slack/bolt/answers/errors.ts';
import { foundMessage } from '../../src/slack/documents/find/find.ts';
import { problemText } from '../../src/slack/kit/copy/failure-copy.ts';
import { failureMessage } from '../../src/slack/result/failure-card.ts';
import { resultMessage } from '../../src/slack/result/result-card.ts';
import { exportFailedMessage, noticeMessage } from '../../src/slack/result/thread-notices.ts';
import { disconnectedMessage, unsureMessage } from '../../src/slack/result/waiting-cards.ts';
import { sourceReasons } from '../../src/sources/problem.ts';
import { API, aClient, interceptRequests, thrownBy } from '../service/harness.ts';
import { cleanDatabase } from '../support/clean-database.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { anAsk, completed } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/generations.ts';
import { wordsOf } from '../support/reading.ts';

/** What the service says about a failure reaches the person, wherever the failure is shown: its own sentence and its request id. */

interceptRequests();
const db = await cleanDatabase();

const deployment = { serviceName: 'Papermill' };
const said = { message: 'The crane is <broken>', reference: 'req_7' };
const QUOTE = 'In Papermill’s words: “The crane is &lt;broken&gt;”';
const REFERENCE = 'Reference: `req_7`';

const theirs = failureReasons.filter(
  (reason) => reason !== 'internal' && !(sourceReasons as readonly string[]).includes(reason),
);
const exportFailed = (failure: Failure) => ({ exportAs: 'pdf' as const, by: 'UBEN', failure });

describe.each(theirs)('%s: the service’s sentence and its request id are', (reason) => {
  const failure = { reason, ...said };
  test.each(workKinds)('on the card of a failed %s', (work) => {
    const words = wordsOf(failureMessage(aGeneration({ work, state: 'failed', failure }), deployment).blocks);
    expect(words).toContain(QUOTE);
    expect(words).toContain(REFERENCE);
  });

  test('in the answer to an action, beside a document without its file, and in the message about an export', () => {
    const delivered = aGeneration({ state: 'delivered', failure });
    for (const words of [
      problemText(failure, deployment),
      wordsOf(resultMessage(delivered, deployment).blocks),
      noticeMessage(delivered, deployment).text,
      exportFailedMessage(delivered, deployment, exportFailed(failure)).text,
    ]) {
      expect(words).toContain(QUOTE);
      expect(words).toContain(REFERENCE);
    }
  });
});

test('what our own check found is not said to be the service’s', () => {
  const failure = { reason: 'invalid' as const, check: 'numCards must be at most 75' };
  const words = wordsOf(failureMessage(aGeneration({ state: 'failed', failure }), deployment).blocks);
  expect(words).toContain('Not sent, because numCards must be at most 75.');
  expect(words).not.toContain('In Papermill’s words');
});

describe('a create after which it is unknown whether it was made', () => {
  test.each(workKinds)('an answered %s says both: unknown, and what the service said', (work) => {
    const failure = { reason: 'unavailable' as const, ...said };
    const words = wordsOf(unsureMessage(aGeneration({ work, state: 'unsure', failure }), deployment).blocks);
    expect(words).toMatch(/gave no clear answer, so (it|the picture) may or may not be/);
    expect(words).toContain(QUOTE);
    expect(words).toContain(REFERENCE);
  });

  test('without any answer, nothing is quoted', () => {
    const failure = { reason: 'unavailable' as const };
    const words = wordsOf(unsureMessage(aGeneration({ state: 'unsure', failure }), deployment).blocks);
    expect(words).toContain('gave no answer, so it may or may not be');
    expect(words).not.toMatch(/words|Reference/);
  });

  test('after a 500, the sentence and the request id are stored, and nothing is created again', async () => {
    const harness = createHarness(db);
    const details = { status: 500, serviceMessage: said.message, requestId: said.reference };
    harness.service.script.create = [new Unavailable('', details)];
    const { id } = await harness.generations.start(anAsk(), 'five hundred');
    await harness.work();
    const unsure = await harness.generations.find('T1', id);
    expect(unsure).toMatchObject({ state: 'unsure', failure: { reason: 'unavailable', ...said } });
    expect(harness.service.creates).toHaveLength(1);
  });
});

test('a connection that is refused: the waiting card says so in the service’s words', () => {
  const failure = { reason: 'unauthorized' as const, ...said };
  const words = wordsOf(
    disconnectedMessage(aGeneration({ state: 'disconnected', failure }), deployment).blocks,
  );
  expect(words).toContain(QUOTE);
  expect(words).toContain(REFERENCE);
});

test('an error while a view or an answer is made has both references', () => {
  const error = new Unavailable('', { status: 500, serviceMessage: said.message, requestId: 'req_7' });
  const words = errorSentence(error, 'ours_1', deployment);
  expect(words).toContain(QUOTE);
  expect(words).toContain('Reference at Papermill: `req_7`');
  expect(words).toContain('Reference: `ours_1`');
});

test('a search that the service refuses', () => {
  const found = { made: [], others: [], isLocal: true, problem: { reason: 'unavailable' as const, ...said } };
  const words = wordsOf(foundMessage({ found, words: 'crane', isPartial: false }, deployment).blocks);
  expect(words).toContain(QUOTE);
  expect(words).toContain(REFERENCE);
});

test.each(['refused', 'unavailable', 'expired', 'key_refused', 'registration_refused'] as const)(
  'connecting fails, %s: the page in the browser quotes the service',
  (problem) => {
    const outcome = connectFailure(problem, { serviceMessage: 'Not today', requestId: 'req_7' });
    const { lines } = connectFailurePage('Papermill', outcome);
    expect(lines).toContain('In Papermill’s words: “Not today”');
    expect(lines).toContain('Reference: req_7');
  },
);

test('the words about a failed export are sealed in the outbox, and are in the message', async () => {
  const { context, service, generations, queue, run } = createHarness(db);
  service.script.answers = [completed({ exportUrl: undefined })];
  const { id } = await generations.start(anAsk({ exportAs: undefined }), 'export');
  queue.take('generation');
  await run({ team: 'T1', generation: id }, new AbortController().signal);
  const error = new ServiceError('', { serviceMessage: said.message, requestId: said.reference });
  Object.assign(service.client, { exportDoc: () => Promise.reject(error) });
  await generations.exportDoc('T1', id, 'pdf', 'U2', 'press');
  const job = queue.take('export');
  if (!job) throw new Error('no job');
  await createExportRunner(context, queue.jobs).run(job, new AbortController().signal);
  const [post] = await db.query<{ id: string }>(`select id, payload from deliveries where kind = 'post'`);
  expect(JSON.stringify(post)).not.toContain('crane');
  const row = await findDelivery(db, 'T1', post?.id ?? '');
  expect(row && readExportFailed(db, row)?.failure).toMatchObject(said);
});

describe('what the service says cannot do harm in Slack', () => {
  const wordsAfter = async (message: string) => {
    nock(API).post('/generations').reply(400, { message });
    const { client } = aClient();
    const error = await thrownBy(ServiceError, client.createGeneration({ inputText: 'Hello' }));
    return problemText(problemOf(error), deployment);
  };

  test('whatever it is, it mentions nobody, adds no link and has a bounded length', () => {
    const message = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 3_000 }),
      fc.constantFrom('<!channel>', '`'.repeat(900)),
    );
    fc.assert(
      fc.property(message, fc.stringMatching(/^[!-~]{1,300}$/), (text, id) => {
        const answer = {
          status: 400,
          statusText: '',
          headers: { get: (name: string) => (name === 'x-request-id' ? id : null), entries: () => [] },
          body: JSON.stringify({ message: text }),
        };
        const words = problemText(problemOf(errorFromAnswer(answer, 0)), deployment);
        expect(words).not.toMatch(/[<>\n]/);
        expect(words.length).toBeLessThan(1_200);
      }),
    );
  });

  test.each([
    ['the key of the request', 'Invalid key sk-test-0123456789'],
    ['another API key', 'Use sk-papermill-abcdef0123 instead'],
    ['a bearer token', 'Bad header: Bearer abc123def456ghi'],
    ['a JSON Web Token', 'Expired: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
    ['an export link', 'Could not write https://files.example/deck.pptx?signature=s3cr3t'],
    ['an e-mail address', 'Owned by ana@example.com'],
  ])('%s is removed', async (_, message) => {
    const words = await wordsAfter(message);
    expect(words).toContain('In Papermill’s words: “');
    expect(words).not.toMatch(/0123456789|abcdef0123|abc123def456|eyJ|s3cr3t|deck\.pptx|ana@/);
  });

  test('ordinary words stay', async () => {
    const message =
      'Your basic subscription has no eyewitness.reports: ask the bearer department of https://papermill.example';
    expect(await wordsAfter(message)).toContain(message);
  });
});
