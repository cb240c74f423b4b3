import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { type Child, startChild } from '../support/child.ts';
import { createServerDatabase, type ServerDatabase, serverUrl } from '../support/database.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';
import { askForDeck, PATIENCE_MS, submitDeck, untilCardSays, untilThreadHas } from './story.ts';

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

/** Waits for a call of the app to Slack that is being held up or was answered. */
async function untilCalled(method: string, since: number): Promise<void> {
  while (!harness.slack.calls.slice(since).some((call) => call.method === method)) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function creates(prompt: string): number {
  return harness.service.calls.filter(
    ({ method, path, body }) =>
      method === 'POST' && path.endsWith('/generations') && JSON.stringify(body).includes(prompt),
  ).length;
}

function firstMessages(prompt: string): Message[] {
  return harness.slack
    .messages('general')
    .filter((message) => message.bot && JSON.stringify(message).includes(prompt));
}

async function expectOneOfEach(prompt: string): Promise<void> {
  const [root, ...others] = await untilFirstMessage(prompt);
  expect(others).toEqual([]);
  if (!root) throw new Error('no first message');
  await untilThreadHas(harness, root, (message) => (message.files ?? []).length > 0);
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
    const since = harness.slack.calls.length;
    const end = harness.slack.misbehave({ method: 'chat.postMessage', delayMs: 1_500, cut: 'after' });
    await submitDeck(harness, 'Alpha plan', { title: 'Alpha plan' });
    await untilCalled('chat.postMessage', since);
    await killAndStartAgain();
    end();
    await expectOneOfEach('Alpha plan');
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
    await untilThreadHas(harness, root, (message) => (message.files ?? []).length > 0);
    await expectOneOfEach('Theta plan');
  });

  test('following', async () => {
    const untilState = watchStates();
    harness.service.misbehave({ kind: 'generation_takes', ms: 2_000, containing: 'Beta plan' });
    const root = await askForDeck(harness, 'Beta plan', { title: 'Beta plan' });
    await untilState('following');
    await killAndStartAgain();
    await untilThreadHas(harness, root, (message) => (message.files ?? []).length > 0);
    await expectOneOfEach('Beta plan');
  });

  test('delivering: the file is on its way to Slack', async () => {
    const since = harness.slack.calls.length;
    const end = harness.slack.misbehave({ method: 'upload', delayMs: 1_500 });
    await askForDeck(harness, 'Zeta plan', { title: 'Zeta plan' });
    await untilCalled('files.getUploadURLExternal', since);
    await killAndStartAgain();
    end();
    await expectOneOfEach('Zeta plan');
  });

  test('delivering: the file was shared and nobody wrote it down', async () => {
    const since = harness.slack.calls.length;
    harness.slack.misbehave({ method: 'files.completeUploadExternal', delayMs: 300, cut: 'after' });
    await askForDeck(harness, 'Delta plan', { title: 'Delta plan' });
    await untilCalled('files.completeUploadExternal', since);
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
    await untilThreadHas(harness, root, (message) => (message.files ?? []).length > 0);
    expect(creates('Epsilon plan')).toBe(before + 1);
    expect(firstMessages('Epsilon plan')).toHaveLength(1);
  });
});
