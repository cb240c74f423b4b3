import { spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, test } from 'vitest';
import { stringsIn } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { moreOptions, untilIdle, uploadText } from './story.ts';

const harness = await forThisFile(createHarness());
const { ana, service, slack } = harness;

/** Counts that a rejected form must not change. */
async function counts() {
  await untilIdle(harness);
  const posts = service.calls.filter(({ method }) => method === 'POST').length;
  return { posts, messages: slack.messages('general').length };
}

describe('Ana reads at the field what is wrong, and nothing is made', () => {
  beforeEach(async () => {
    await ana.command('general', '/deck');
    await moreOptions(ana);
  });

  const text = (length: number) => 'word '.repeat(length / 5);

  test.each([
    ['an empty prompt', 'prompt', /what it should be about|prompt|file/i, () => {}],
    ['a prompt of spaces', 'prompt', /\w/, () => ana.fill({ prompt: '    ' })],
    ['0 slides', 'slides', /1/, () => ana.fill({ prompt: 'A plan', slides: 0 })],
    ['1000 slides', 'slides', /75/, () => ana.fill({ prompt: 'A plan', slides: 1000 })],
    ['2.5 slides', 'slides', /whole|number|decimal/i, () => ana.fill({ prompt: 'A plan', slides: 2.5 })],
    [
      'a file that is too long',
      'file',
      /400,000/,
      async () => ana.fill({ file: await uploadText(ana, 'notes.txt', text(400_005), 'text/plain') }),
    ],
    [
      'a file of another type',
      'file',
      /\.md|\.txt|type/i,
      async () => ana.fill({ file: await uploadText(ana, 'notes.zip', text(50), 'application/zip') }),
    ],
  ])('%s', async (_, field, words, fill) => {
    const before = await counts();
    // Slack's client rejects some of them itself, also at the field.
    const rejected = await Promise.resolve()
      .then(fill)
      .then(
        () => ana.submit(),
        (error: Error) => ({ ok: false, errors: { [field]: error.message } }),
      );
    expect(rejected.errors?.[field] ?? stringsIn(rejected)).toMatch(words);
    expect(await counts()).toEqual(before);
  });
});

test('with wrong variables the app does not start: it names all of them, and exits with 1', () => {
  const main = new URL('../../src/main.ts', import.meta.url).pathname;
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: 'postgres://deckhand@127.0.0.1/deckhand',
    PORT: 'eighty',
    SLACK_BOT_TOKEN: 'xoxb-1',
    ENCRYPTION_KEYS: 'short',
  };
  const { status, stderr, stdout } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stdout).toBe('');
  for (const name of ['PORT', 'SLACK_SIGNING_SECRET', 'SERVICE_BASE_URL', 'ENCRYPTION_KEYS'])
    expect(stderr).toContain(name);
});
