import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { allowErrors } from '../support/log-errors.ts';
import { createHarness, type Harness } from './harness.ts';
import {
  askForDeck,
  createsOf,
  hasFile,
  moreOptions,
  untilCardSays,
  untilThreadHas,
  wordsOf,
} from './story.ts';

allowErrors(/Slack answered 503 to the download of a file/);

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness({ policy: { submitRetryMs: 5_000 } });
});
afterEach(() => {
  harness.service.setCredits(4_000);
  harness.service.behave();
});
afterAll(() => harness.close());

const creates = (words: string) => createsOf(harness, words);

describe('failure is told plainly, with what to do', () => {
  const failures: [string, RegExp, () => unknown][] = [
    ['no credits', /credits at Papermill are used up[\s\S]*add credits/, () => harness.service.setCredits(0)],
    [
      'forbidden',
      /does not allow this/,
      () =>
        harness.service.misbehave({
          kind: 'status',
          status: 403,
          message: 'Forbidden',
          route: 'POST /generations',
        }),
    ],
    [
      'refused by the service',
      /did not accept[\s\S]*numCards is over your plan/,
      () =>
        harness.service.misbehave({
          kind: 'status',
          status: 400,
          message: 'numCards is over your plan',
          route: 'POST /generations',
        }),
    ],
    [
      'the generation failed',
      /could not make it[\s\S]*Out of ink/,
      () => harness.service.misbehave({ kind: 'generation_fails', message: 'Out of ink' }),
    ],
    [
      'a 404 after it was known',
      /no longer knows this document/,
      () => {
        harness.service.misbehave({ kind: 'generation_forgotten' });
        // It must not be ready by the first look.
        harness.service.misbehave({ kind: 'generation_takes', ms: 60_000 });
      },
    ],
    [
      'a rate limit that does not end',
      /too many requests/i,
      () =>
        harness.service.misbehave({
          kind: 'status',
          status: 429,
          retryAfter: 30,
          route: 'POST /generations',
        }),
    ],
  ];

  test.each(failures)('%s', async (name, words, arrange) => {
    arrange();
    const root = await askForDeck(harness, `${name} plan`, { title: `${name} plan` });
    const card = await untilCardSays(harness, root, words);
    expect(wordsOf(card)).toMatch(/Reference/);
    await untilThreadHas(
      harness,
      root,
      ({ text }) => text.includes('<@U0ANA>') && text.includes('could not be made'),
    );
    expect(harness.slack.files('general', root.ts)).toEqual([]);
  });

  test('what was asked for can be changed and tried again', async () => {
    harness.service.misbehave({ kind: 'generation_fails', message: 'Out of ink' });
    const root = await askForDeck(harness, 'Second try plan', { title: 'Second try plan', cards: 7 });
    const card = await untilCardSays(harness, root, /Change and try again/);
    await harness.ana.press(card, 'generation_change');
    const form = await harness.ana.waitForView();
    expect(JSON.stringify(form.view)).toContain('Second try plan');
    expect(JSON.stringify(form.view)).toContain('"7"');
    await harness.ana.close();
  });

  test('a warning of the service is shown: something asked for was dropped', async () => {
    harness.service.misbehave({ kind: 'warnings', text: 'The theme was ignored' });
    const root = await askForDeck(harness, 'Warned plan', { title: 'Warned plan' });
    await untilCardSays(harness, root, /left something out[\s\S]*The theme was ignored/);
  });
});

describe('a text file as the prompt', () => {
  test('its text is what the deck is made of', async () => {
    const notes = `# Notes of the harbour meeting\n\n${'The crane is due in May. '.repeat(200)}`;
    const file = await harness.ana.upload('harbour.md', new TextEncoder().encode(notes), 'text/markdown');
    await harness.ana.command('general', '/deck');
    await moreOptions(harness.ana);
    await harness.ana.fill({ file });
    expect(await harness.ana.submit()).toMatchObject({ ok: true });
    await expect.poll(() => creates('The crane is due in May')).toBe(1);
    const call = harness.service.calls.find(({ body }) => JSON.stringify(body)?.includes('The crane is due'));
    expect(call?.body).toMatchObject({ textMode: 'condense' });
  });

  test('Slack is away for a moment while the file is read: it is read again', async () => {
    const words = new TextEncoder().encode('The lighthouse needs paint by June.');
    const file = await harness.ana.upload('lighthouse.md', words, 'text/markdown');
    // The form's own look at it succeeds; the reading that counts meets the trouble.
    harness.slack.misbehave({ method: 'download', status: 503, skip: 1 });
    const root = await askForDeck(harness, '', { title: 'Lighthouse plan', file });
    await untilThreadHas(harness, root, hasFile);
    expect(creates('The lighthouse needs paint')).toBe(1);
  });
});
