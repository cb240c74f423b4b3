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
  expect(harness.slack.files('general', root.ts)).toHaveLength(1);
  expect(firstMessages(prompt)).toHaveLength(1);
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
