import { afterEach, describe, expect, test } from 'vitest';
import { allowErrors } from '../support/log-errors.ts';
import { wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  A_WHILE,
  askForDeck,
  createsOf,
  directMessages,
  hasFile,
  moreOptions,
  privateWords,
  requestsTo,
  submitDeck,
  untilCardSays,
  untilIdle,
  untilPosted,
  untilThreadHas,
  uploadText,
} from './story.ts';

allowErrors(/Slack answered 503 to the download of a file/);

const harness = await forThisFile(createHarness({ policy: { submitRetryMs: 5_000 } }));
const { ana, ben, service, slack } = harness;
afterEach(() => service.setCredits(4_000));

const ask = (title: string) => askForDeck(harness, title, { title });

describe('if a deck cannot be made, a direct message to Ana says why and what to do, and the channel keeps nothing', () => {
  test.each([
    ['no credits', /out of credits at Papermill[\s\S]*Add some there/, () => service.setCredits(0)],
    [
      'a rejected request',
      /did not accept[\s\S]*numCards is over your plan/,
      () =>
        service.misbehave({
          ...{ kind: 'status', status: 400, route: 'POST /generations' },
          message: 'numCards is over your plan',
        }),
    ],
    [
      'a failed generation',
      /couldn’t make this one[\s\S]*Out of ink/,
      () => service.misbehave({ kind: 'generation_fails', message: 'Out of ink' }),
    ],
    [
      'a 404 in a later poll',
      /no longer knows this document/,
      () => {
        service.misbehave({ kind: 'generation_forgotten' });
        // So that it is not ready by the first poll.
        service.misbehave({ kind: 'generation_takes', ms: 60_000 });
      },
    ],
  ])('%s', async (name, words, arrange) => {
    arrange();
    const title = `${name} plan`;
    await submitDeck(harness, title, { title });
    const told = await untilPosted(ana, new RegExp(`${title}[\\s\\S]*${words.source}`), {
      channel: ana.appDm(),
    });
    expect(wordsOf(told)).toMatch(
      /It was for <#C0GENERAL>[\s\S]*Reference|Reference[\s\S]*It was for <#C0GENERAL>/,
    );
    await untilIdle(harness);
    expect(privateWords(ana)).toContain(`“${title}” could not be made. I’ve sent you a direct message`);
    expect(slack.messages('general').filter((message) => wordsOf(message).includes(title))).toEqual([]);
    expect(directMessages(ana, new RegExp(title))).toHaveLength(1);
  });

  test('somebody has replied in the thread: it stays, and says “Not made” without the reason', async () => {
    service.misbehave({ kind: 'generation_takes', ms: A_WHILE });
    service.misbehave({ kind: 'generation_fails', message: 'Out of ink' });
    const root = await ask('Discussed plan');
    await ben.say('general', 'I like this one', { threadTs: root.ts });
    await untilCardSays(harness, root, /: making it/);
    harness.serviceClock.skip(A_WHILE);
    const shown = wordsOf(await untilCardSays(harness, root, /Not made: “Discussed plan”/));
    expect(shown).not.toMatch(/ink|Reference/);
    await untilPosted(ana, /Discussed plan[\s\S]*Out of ink/, { channel: ana.appDm() });
  });
});

test('a 500 on the create: the card says that it is unknown whether it was made, and what the service said', async () => {
  service.misbehave({
    ...{ kind: 'status', status: 500, route: 'POST /generations' },
    ...{ message: 'The crane is <broken>', headers: { 'x-request-id': 'req_500' } },
  });
  const root = await ask('Broken crane plan');
  const words = wordsOf(await untilCardSays(harness, root, /needs a decision/));
  expect(words).toMatch(/gave no clear answer, so it may or may not be on its way/);
  expect(words).toContain('In Papermill’s words: “The crane is &lt;broken&gt;”');
  expect(words).toContain('Reference: `req_500`');
  expect(createsOf(harness, 'Broken crane plan')).toBe(1);
});

test('a warning of the service is on the card', async () => {
  service.misbehave({ kind: 'warnings', text: 'The theme was ignored' });
  const root = await ask('Warned plan');
  await untilCardSays(harness, root, /left something out[\s\S]*The theme was ignored/);
});

describe('Ana has a deck made from a text file', () => {
  test('its text is sent to the service', async () => {
    const notes = `# Notes of the harbour meeting\n\n${'The crane is due in May. '.repeat(200)}`;
    const file = await uploadText(ana, 'harbour.md', notes);
    await ana.command('general', '/deck');
    await moreOptions(ana);
    await ana.fill({ file });
    expect(await ana.submit()).toMatchObject({ ok: true });
    const sent = () => requestsTo(harness, 'POST /generations', 'The crane is due in May');
    await expect.poll(() => sent().length).toBe(1);
    expect(sent()[0]?.body).toMatchObject({ textMode: 'condense' });
  });

  test('if Slack is unavailable while the file is read, it is read again', async () => {
    const file = await uploadText(ana, 'lighthouse.md', 'The lighthouse needs paint by June.');
    // The form reads the file first, and the generation reads it again.
    slack.misbehave({ method: 'download', status: 503, skip: 1 });
    const root = await askForDeck(harness, '', { title: 'Lighthouse plan', file });
    await untilThreadHas(harness, root, hasFile);
    expect(createsOf(harness, 'The lighthouse needs paint')).toBe(1);
  });
});
