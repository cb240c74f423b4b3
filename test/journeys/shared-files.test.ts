import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { shape, slidesFile } from '../sources/files/office.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  askForDeck,
  closeForms,
  hasFile,
  untilCardSays,
  untilFormHas,
  untilIdle,
  untilPosted,
  untilThreadHas,
  uploadText,
} from './story.ts';

/** Several files at once, and files that other people shared in a thread or a channel. */

const harness = await forThisFile(createHarness());
const { ana, ben, chloe, service, slack } = harness;

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

const creates = () =>
  service.calls.filter(({ method }) => method === 'POST').map(({ body }) => body as { inputText?: string });
/** How Ana is told that a file cannot be read. */
const UNREADABLE = /^Deckhand could not read the file/;
const sentText = () => creates().at(-1)?.inputText ?? '';
const downloads = () => slack.calls.filter(({ method }) => method === 'files.info').length;

/** Ben begins a thread with a file, and Chloe answers with another. */
async function threadWithFiles(channel = 'general') {
  const plan = await uploadText(ben, 'plan.md', '# Plan\n\nThe budget is 40 crates.');
  const costs = await uploadText(channel === 'general' ? chloe : ana, 'costs.csv', 'Item,Cost\nCrate,12\n');
  const { ts } = await ben.say(channel, 'Our harbour plan', { files: [plan] });
  const other = channel === 'general' ? chloe : ana;
  await other.say(channel, 'And what it costs', { threadTs: ts, files: [costs] });
  return { ts, plan, costs };
}

async function openForm(ts: string, channel = 'C0GENERAL') {
  expect(await ana.shortcut('thread_to_slides', { channel, ts })).toEqual({ ok: true });
  await untilFormHas(ana, 'prompt');
}

describe('Ana opens the menu of a message in a thread with two files', () => {
  test('sees both with their sizes, ticks one, and only that one is read', async () => {
    const { ts } = await threadWithFiles();
    await openForm(ts);
    const shown = wordsOf(ana.view()?.view);
    expect(shown).toMatch(/plan\.md[\s\S]*1 KB[\s\S]*costs\.csv[\s\S]*1 KB/);
    await ana.fill({ files: ['plan.md'] });
    expect(await ana.submit()).toMatchObject({ ok: true });
    const card = await untilCardSays(
      harness,
      await untilPosted(ana, /Working on|Made by AI/, { thread: ts }),
      /Made by AI/,
    );
    await untilThreadHas(harness, { ...card, ts }, hasFile);
    expect(sentText()).toContain('The budget is 40 crates.');
    expect(sentText()).not.toContain('Crate,12');
    expect(sentText()).not.toMatch(/\| Crate \|/);
  });

  test('ticks none, and nothing of a file is read', async () => {
    const { ts } = await threadWithFiles();
    await openForm(ts);
    const before = downloads();
    expect(await ana.submit()).toMatchObject({ ok: true });
    await untilCardSays(
      harness,
      await untilPosted(ana, /Working on|Made by AI/, { thread: ts }),
      /Made by AI/,
    );
    expect(sentText()).toContain('(file: “plan.md”');
    expect(sentText()).not.toContain('The budget is 40 crates.');
    expect(downloads()).toBe(before);
  });

  test('and a file that was deleted meanwhile is refused by its name, and nothing is made', async () => {
    const { ts } = await threadWithFiles();
    await openForm(ts);
    await ana.fill({ files: ['plan.md'] });
    const before = creates().length;
    await ben.remove('general', ts);
    const { errors } = await ana.submit();
    expect(errors?.files).toMatch(/^“plan\.md”: The file is no longer shared there/);
    await untilIdle(harness);
    expect(creates()).toHaveLength(before);
  });

  test('in a private channel: what is made of it stays there', async () => {
    const { ts } = await threadWithFiles('leaders');
    await openForm(ts, 'C0LEADERS');
    expect(wordsOf(ana.view()?.view)).toMatch(/This conversation is private/);
    await ana.fill({ files: ['plan.md', 'costs.csv'] });
    expect(await ana.submit()).toMatchObject({ ok: true });
    const card = await untilPosted(ana, /Working on|Made by AI/, { thread: ts, channel: 'leaders' });
    await untilCardSays(harness, card, /Made by AI/);
    expect(sentText()).toMatch(/40 crates[\s\S]*\| Crate \| 12 \|/);
    expect(creates().at(-1)).toMatchObject({ sharingOptions: { externalAccess: 'noAccess' } });
  });
});

describe('if Slack does not simply hand out a file', () => {
  const dm = ana.appDm();

  /** Ana sends a file to Deckhand. @returns the words of the answer, and the number of documents that were made for it */
  async function answerToFile(name: string) {
    const before = creates().length;
    const { ts: after } = await ana.say(dm, 'slides of this', {
      files: [await uploadText(ana, name, 'A plan')],
    });
    const answer = await untilPosted(ana, /\w/, { channel: dm, after });
    await untilIdle(harness);
    return { said: wordsOf(answer), made: creates().length - before };
  }

  test('but redirects to another host, that host gets no request, and Ana is told', async () => {
    const requests: unknown[] = [];
    const foreign = createServer((request, response) => {
      requests.push(request.headers);
      response.end('A plan');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void foreign.close());
    await once(foreign, 'listening');
    const { port } = foreign.address() as AddressInfo;
    onTestFinished(
      slack.misbehave({ method: 'download', redirectTo: `http://127.0.0.1:${port}/plan.md`, times: 0 }),
    );
    expect(await answerToFile('redirected.md')).toEqual({ said: expect.stringMatching(UNREADABLE), made: 0 });
    expect(requests).toEqual([]);
  });

  test('but shows its sign-in page, this page is not used as the text, and Ana is told', async () => {
    onTestFinished(slack.misbehave({ method: 'download', error: 'missing_scope', times: 0 }));
    expect(await answerToFile('closed.md')).toEqual({ said: expect.stringMatching(UNREADABLE), made: 0 });
  });

  test('but names only its id, as in Slack Connect, the form has its name and size, and it is read', async () => {
    onTestFinished(slack.misbehave({ method: 'file_access', containing: 'plan.md', times: 0 }));
    const { ts } = await threadWithFiles();
    await openForm(ts);
    expect(wordsOf(ana.view()?.view)).toMatch(/plan\.md[\s\S]*1 KB/);
    await ana.fill({ files: ['plan.md'] });
    expect(await ana.submit()).toMatchObject({ ok: true });
    await untilIdle(harness);
    expect(sentText()).toContain('The budget is 40 crates.');
  });
});

test('files of a channel’s days are offered behind Details…', async () => {
  await ben.say('general', 'Tide tables', { files: [await uploadText(ben, 'tides.md', 'High at noon.')] });
  await ana.command('general', '/deck slides of the last two weeks');
  // A line about the ask before may come in between.
  const isCard = (message: object) => /Make this\?/.test(wordsOf(message));
  const card = await ana.waitForMessage(isCard, { channel: 'general' });
  expect(wordsOf(card)).not.toContain('tides.md');
  await ana.press(card, 'proposal_change');
  await untilFormHas(ana, 'files');
  await ana.fill({ files: ['tides.md'] });
  expect(await ana.submit()).toMatchObject({ ok: true });
  await untilIdle(harness);
  expect(sentText()).toMatch(/The file “tides\.md”, shared by Ben Okafor[\s\S]*> High at noon\./);
});

describe('a presentation with speaker notes', () => {
  const SLIDES = [
    { shapes: shape('Cranes', 'title') + shape('Two of them'), notes: 'Do not mention the third' },
  ];
  const uploaded = (person = ana) => person.upload('cranes.pptx', slidesFile(SLIDES), PPTX);

  test('its notes stay out, and the result says so', async () => {
    const root = await askForDeck(harness, 'For the crew', { file: await uploaded() });
    const card = await untilCardSays(harness, root, /Made by AI/);
    expect(sentText()).toMatch(/Cranes[\s\S]*Two of them/);
    expect(sentText()).not.toContain('the third');
    expect(wordsOf(card)).toContain('Not used from the file: 1 slide with speaker notes.');
  });

  test('they go in if Ana has checked the box, and nothing is said to be left out', async () => {
    const asked = { file: await uploaded(), notes: ['notes'] };
    const root = await askForDeck(harness, 'For the foremen', asked);
    const card = await untilCardSays(harness, root, /Made by AI/);
    expect(sentText()).toContain('Speaker notes: Do not mention the third');
    expect(wordsOf(card)).toContain('with speaker notes');
    expect(wordsOf(card)).not.toContain('Not used');
  });

  test('in a thread, the box is offered beside the presentation, and only there', async () => {
    const { ts } = await threadWithFiles();
    await openForm(ts);
    expect(wordsOf(ana.view()?.view)).not.toContain('Include speaker notes');
    await closeForms(ana);
    await ben.say('general', 'And the cranes', { threadTs: ts, files: [await uploaded(ben)] });
    await openForm(ts);
    expect(wordsOf(ana.view()?.view)).toContain('Include speaker notes');
    await ana.fill({ files: ['cranes.pptx'], notes: ['notes'] });
    expect(await ana.submit()).toMatchObject({ ok: true });
    await untilIdle(harness);
    expect(sentText()).toContain('Speaker notes: Do not mention the third');
  });
});

test('Ana orders slides of a thread with two files: a card and the result say that the files are not read', async () => {
  const { ts } = await threadWithFiles();
  await ana.say('general', '@Deckhand three slides please', { threadTs: ts });
  const proposed = await untilPosted(ana, /Make this\?/, { thread: ts });
  expect(wordsOf(proposed)).toContain('2 files in the thread are not read.');
  await ana.press(proposed, 'proposal_make');
  const made = await untilPosted(ana, /Working on|Made by AI/, { thread: ts });
  const card = await untilCardSays(harness, made, /Made by AI/);
  expect(wordsOf(card)).toContain(
    '2 files in the thread were not read: choose them in *Turn thread into slides*.',
  );
  await untilIdle(harness);
});

describe('Ana writes to Deckhand with files', () => {
  const dm = ana.appDm();

  /** @returns the card that answers a message with these files */
  async function cardFor(text: string, names: string[]) {
    const files = await Promise.all(names.map((name) => uploadText(ana, name, `Text of ${name}`)));
    const { ts: after } = await ana.say(dm, text, { files });
    return untilPosted(ana, /Make this\?/, { channel: dm, after });
  }

  test('two, which are used in their order, and no words are needed', async () => {
    const card = await cardFor('', ['one.md', 'two.md']);
    expect(wordsOf(card)).toMatch(/from one\.md and two\.md/);
    await ana.press(card, 'proposal_make');
    const made = await untilPosted(ana, /Working on|Made by AI/, { channel: dm, after: card.ts });
    await untilCardSays(harness, made, /Made by AI/);
    expect(sentText()).toMatch(/^Text of one\.md\s+Text of two\.md$/);
  });

  test('more than five, or of a type that is not read: the card says what is left out', async () => {
    const names = Array.from({ length: 7 }, (_, at) => `part${at + 1}.md`);
    expect(wordsOf(await cardFor('slides of these', names))).toMatch(
      /I use up to 5 files; left out: “part6\.md” and “part7\.md”\./,
    );
    expect(wordsOf(await cardFor('slides of this', ['plan.md', 'plan.key']))).toMatch(
      /I can’t read everything; left out: “plan\.key”\./,
    );
  });

  test('a photo: the card says once what pictures there can be instead, and without words she is asked for a topic', async () => {
    const photo = () => uploadText(ana, 'boat.png', 'A boat', 'image/png');
    const said = await ana.say(dm, 'our boat trip, with my photos', { files: [await photo()] });
    const card = wordsOf(await untilPosted(ana, /Make this\?/, { channel: dm, after: said.ts }));
    expect(card).toMatch(/“our boat trip”.*I can't use your photos\. I can use stock photos or generated/s);
    expect(card.split("I can't use").length).toBe(2);
    expect(card).not.toContain('left out');
    const { ts: after } = await ana.say(dm, '', { files: [await photo()] });
    const answer = await untilPosted(ana, /What should it be about/, { channel: dm, after });
    expect(wordsOf(answer)).toMatch(/I can't use your photos/);
  });

  test('none that is read: there is no card, the answer says what is read, and an open card stays as it is', async () => {
    const { ts: asked } = await ana.say(dm, 'ten slides on whales');
    const open = await untilPosted(ana, /Make this\?/, { channel: dm, after: asked });
    const files = [await uploadText(ana, 'plan.key', 'A plan')];
    const { ts: after } = await ana.say(dm, 'same with this one pls', { files });
    const answer = await untilPosted(ana, /I can’t read “plan\.key”/, { channel: dm, after });
    expect(wordsOf(answer)).toMatch(/I read Word, PowerPoint, .*Send your message again with one of these\./);
    expect(buttonsOf(answer)).toEqual([]);
    expect(wordsOf(await ana.waitForMessage(({ ts }) => ts === open.ts, { channel: dm }))).toMatch(
      /“whales”/,
    );
    await ana.press(open, 'proposal_drop');
  });
});
