import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { type Child, startChild } from '../support/child.ts';
import { createServerDatabase, type ServerDatabase, serverUrl } from '../support/database.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';
import {
  A_WHILE,
  askForDeck,
  createsOf,
  firstMessagesOf,
  hasFile,
  PATIENCE_MS,
  submitDeck,
  untilCardSays,
  untilThreadHas,
  wordsOf,
} from './story.ts';

/**
 * The app runs in a process of its own and is killed with SIGKILL in each state of a generation, then started again.
 * Always: one create call, one first message, one file.
 */

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

let harness: StandIns;
let dataDir: string;
let server: ServerDatabase | undefined;
let app: Child;

beforeAll(async () => {
  harness = await startStandIns();
  dataDir = await mkdtemp(join(tmpdir(), 'deckhand-kill-'));
  if (serverUrl) server = await createServerDatabase();
  await startApp();
});

afterAll(async () => {
  await app.kill();
  await harness.stop();
  await server?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function startApp(): Promise<void> {
  const place: Record<string, string> = server ? { DATABASE_URL: server.url } : { DATA_DIR: dataDir };
  app = startChild(MAIN, [], { ...harness.env, ...place });
  const line = await app.line((text) => text.includes('"msg":"serving"'));
  const { port } = JSON.parse(line) as { port: number };
  harness.slack.connectApp(`http://127.0.0.1:${port}`);
}

async function killAndStartAgain(): Promise<void> {
  await app.kill();
  await startApp();
}

/** Tells, for what is asked for from now on, when the app has logged that it came to a state. */
function watchStates(): (state: string) => Promise<string> {
  const before = new Set(app.lines);
  return (state) => app.line((line) => !before.has(line) && line.includes(`"state":"${state}"`));
}

/** Calls of the app to Slack with these words in them, held up ones among them. */
const callsOf = (method: string, words: string) =>
  harness.slack.calls.filter((call) => call.method === method && JSON.stringify(call.args).includes(words));

const untilCalled = (method: string, words: string) =>
  expect.poll(() => callsOf(method, words)).not.toEqual([]);

const creates = (prompt: string) => createsOf(harness, prompt);
const firstMessages = (prompt: string) => firstMessagesOf(harness, prompt);

async function expectOneOfEach(prompt: string): Promise<void> {
  const [root, ...others] = await untilFirstMessage(prompt);
  expect(others).toEqual([]);
  if (!root) throw new Error('no first message');
  await untilThreadHas(harness, root, hasFile);
  await untilCardSays(harness, root, /Export as/);
  expect(creates(prompt)).toBe(1);
  expectFiles(root, 1);
  expect(firstMessages(prompt)).toHaveLength(1);
}

/** As many files as there are results in the thread, and a picture of each at most. */
function expectFiles(root: Message, results: number): void {
  const files = harness.slack.files('general', root.ts);
  const pictures = files.filter(({ name }) => name.endsWith('.png'));
  expect(files).toHaveLength(results + pictures.length);
  expect(pictures.length).toBeLessThanOrEqual(results);
}

async function untilFirstMessage(prompt: string): Promise<Message[]> {
  await harness.ana.waitForMessage(
    (message) => Boolean(message.bot) && JSON.stringify(message).includes(prompt),
    {
      channel: 'general',
      timeoutMs: PATIENCE_MS,
    },
  );
  return firstMessages(prompt);
}

describe('killed while', { timeout: 4 * PATIENCE_MS }, () => {
  test('queued: the first message is on its way to Slack', async () => {
    const words = 'Alpha plan';
    harness.slack.misbehave({ method: 'chat.postMessage', delayMs: 1_500, cut: 'after', containing: words });
    await submitDeck(harness, words, { title: words });
    await untilCalled('chat.postMessage', words);
    await killAndStartAgain();
    await expectOneOfEach(words);
    expect(callsOf('chat.postMessage', words)).toHaveLength(1);
    expect(callsOf('conversations.history', 'C0GENERAL')).not.toEqual([]);
  });

  test('a mention was acknowledged, and nothing else', async () => {
    const { ana, ben, slack } = harness;
    const thread = await ben.say('general', 'Nu plan: the ferry leaves at nine.');
    const end = slack.misbehave({ method: 'conversations.members', delayMs: 1_500 });
    const asked = callsOf('conversations.members', '').length;
    await ana.say('general', '@Deckhand make a one-pager', { threadTs: thread.ts });
    await expect.poll(() => callsOf('conversations.members', '').length).toBeGreaterThan(asked);
    await killAndStartAgain();
    end();
    await untilThreadHas(harness, { ...thread, channel: 'general' } as Message, hasFile);
    expect(creates('Nu plan')).toBe(1);
    const posts = slack.messages('general', thread.ts).filter(({ bot }) => bot);
    expect(posts.filter((message) => /Made by AI/.test(wordsOf(message)))).toHaveLength(1);
  });

  test('collecting: the attached file is being read', async () => {
    const untilState = watchStates();
    const words = new TextEncoder().encode('Theta plan: the crane is due in May.');
    const file = await harness.ana.upload('theta.md', words, 'text/markdown');
    // The form reads the file once before it takes it; the reading after that is held up.
    const end = harness.slack.misbehave({ method: 'download', delayMs: 1_500, skip: 1 });
    const root = await askForDeck(harness, '', { title: 'Theta plan', file });
    await untilState('collecting');
    await killAndStartAgain();
    end();
    await untilThreadHas(harness, root, hasFile);
    await expectOneOfEach('Theta plan');
  });

  test('following', async () => {
    const untilState = watchStates();
    harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Beta plan' });
    const root = await askForDeck(harness, 'Beta plan', { title: 'Beta plan' });
    await untilState('following');
    await killAndStartAgain();
    harness.serviceClock.skip(A_WHILE);
    await untilThreadHas(harness, root, hasFile);
    await expectOneOfEach('Beta plan');
  });

  test('delivering: the file is on its way to Slack', async () => {
    const end = harness.slack.misbehave({ method: 'upload', delayMs: 1_500 });
    await askForDeck(harness, 'Zeta plan', { title: 'Zeta plan' });
    await untilCalled('files.getUploadURLExternal', 'Zeta plan');
    await killAndStartAgain();
    end();
    await expectOneOfEach('Zeta plan');
  });

  test('delivering: the file was shared and nobody wrote it down', async () => {
    harness.slack.misbehave({ method: 'files.completeUploadExternal', delayMs: 300, cut: 'after' });
    await askForDeck(harness, 'Delta plan', { title: 'Delta plan' });
    await untilCalled('files.completeUploadExternal', 'Delta plan');
    await killAndStartAgain();
    await expectOneOfEach('Delta plan');
  });

  describe('a change of a document is', () => {
    const edits = (words: string) =>
      harness.service.calls.filter(
        ({ method, path, body }) =>
          method === 'POST' && path.endsWith('/edits') && JSON.stringify(body).includes(words),
      );

    /** A document, and a wish for it. @returns its card */
    async function wish(title: string, words: string): Promise<Message> {
      const root = await askForDeck(harness, title, { title });
      await untilThreadHas(harness, root, hasFile);
      const card = await untilCardSays(harness, root, /Change it…/);
      await harness.ana.press(card, 'document_change');
      await harness.ana.waitForView(({ view }) => view.callback_id === 'change_form');
      await harness.ana.fill({ wish: words });
      await harness.ana.submit();
      return root;
    }

    const told = (root: Message, words: string, state: RegExp) =>
      untilThreadHas(harness, root, (message) => {
        const said = wordsOf(message);
        return said.includes(words) && state.test(said);
      });

    async function expectOneChange(root: Message, words: string): Promise<void> {
      await told(root, words, /Changed: “[\s\S]*Change it…/);
      expect(edits(words)).toHaveLength(1);
      const thread = harness.slack.messages('general', root.ts);
      expect(thread.filter((message) => wordsOf(message).includes(words))).toHaveLength(1);
      expectFiles(root, 2);
    }

    test('following', async () => {
      const untilState = watchStates();
      harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Eta wish' });
      const root = await wish('Eta plan', 'Eta wish');
      await untilState('submitting');
      await told(root, 'Eta wish', /: changing it/);
      await killAndStartAgain();
      harness.serviceClock.skip(A_WHILE);
      await expectOneChange(root, 'Eta wish');
    });

    test('delivering: its fresh file is being rendered', async () => {
      const root = await wish('Iota plan', 'Iota wish');
      await told(root, 'Iota wish', /Changed: “/);
      await killAndStartAgain();
      await expectOneChange(root, 'Iota wish');
    });

    test('submitting: the person is asked, and nothing is spent twice', async () => {
      harness.service.misbehave({
        kind: 'delay',
        ms: 500,
        route: 'POST /agent/gammas/{gammaId}/edits',
        containing: 'Kappa wish',
      });
      const before = new Set(app.lines);
      const root = await wish('Kappa plan', 'Kappa wish');
      // The second time that something is submitted: the first was the document.
      await app.line((line) => !before.has(line) && line.includes('submitting') && isSecond(line, before));
      await killAndStartAgain();
      await told(root, 'needs a decision', /may spend credits again/);
      expect(edits('Kappa wish').length).toBeLessThanOrEqual(1);
    });

    function isSecond(line: string, before: Set<string>): boolean {
      const submitted = app.lines.filter((one) => !before.has(one) && one.includes('"state":"submitting"'));
      return submitted.indexOf(line) > 0;
    }
  });

  test('a thorough document is followed', async () => {
    const untilState = watchStates();
    harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Lambda plan' });
    const root = await askForDeck(harness, 'Lambda plan', { title: 'Lambda plan', making: 'thorough' });
    await untilState('following');
    await killAndStartAgain();
    harness.serviceClock.skip(A_WHILE);
    await untilThreadHas(harness, root, hasFile);
    await expectOneOfEach('Lambda plan');
  });

  test('a picture is on its way to Slack', async () => {
    const end = harness.slack.misbehave({ method: 'upload', delayMs: 1_500 });
    await harness.ana.command('general', '/deck image Mu picture');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'image_form');
    await harness.ana.submit();
    await untilCalled('files.getUploadURLExternal', 'Mu picture');
    await killAndStartAgain();
    end();
    const [root] = await untilFirstMessage('Mu picture');
    if (!root) throw new Error('no first message');
    await untilThreadHas(harness, root, hasFile);
    await untilCardSays(harness, root, /Again…/);
    expect(
      harness.service.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/images')),
    ).toHaveLength(1);
    expect(harness.slack.files('general', root.ts)).toHaveLength(1);
    expect(firstMessages('Mu picture')).toHaveLength(1);
  });

  test('submitting: the create call is out, so the person is asked and nothing is spent twice', async () => {
    const untilState = watchStates();
    harness.service.misbehave({
      kind: 'delay',
      // Shorter than a start of the app, so that whatever became of this call is known before the next.
      ms: 500,
      route: 'POST /generations',
      containing: 'Epsilon plan',
    });
    const root = await askForDeck(harness, 'Epsilon plan', { title: 'Epsilon plan' });
    await untilState('submitting');
    await killAndStartAgain();
    const card = await untilCardSays(harness, root, /may spend credits again/);
    await untilThreadHas(harness, root, (message) => message.text.includes('decision'));
    expect(creates('Epsilon plan')).toBeLessThanOrEqual(1);
    const before = creates('Epsilon plan');
    expect(await harness.ana.press(card, 'generation_try_again')).toMatchObject({ ok: true });
    await untilThreadHas(harness, root, hasFile);
    expect(creates('Epsilon plan')).toBe(before + 1);
    expect(firstMessages('Epsilon plan')).toHaveLength(1);
  });
});
