import { describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/slack/contract.ts';
import type { Card, CardPlace, Message } from '../../sandbox/slack/protocol.ts';
import { manifest } from '../../src/commands/manifest.ts';
import { BOT_SCOPES } from '../../src/slack/installation/installer.ts';
import { optionalScopesWith } from '../../src/slack-client.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { aDeckBy, deleteAs } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import { untilFormSays, untilThreadHas } from './story.ts';

/** People paste the link of a document, open its panel, and change the document from there. */

const MANIFEST = manifest(['--url', 'https://d.example', '--unfurl', 'papermill.example']);
const harness = await forThisFile(
  createHarness({ slack: { manifest: MANIFEST, localDomain: 'papermill.example' }, pictures: true }),
);
const { ana, ben, chloe, slack } = harness;

const unfurls = () => slack.calls.filter(({ method }) => method === 'chat.unfurl');
const linkOn = (card: Message): string => /http:\/\/[^\s>|]+\/docs\/[^\s>|]+/.exec(wordsOf(card))?.[0] ?? '';

/** Pastes a link into a channel. @returns where its card is */
async function paste(person: Person, channel: string, url: string): Promise<CardPlace> {
  const { ts } = await person.say(channel, `Have a look: ${url}`);
  await slack.settle();
  return { channel: `C0${channel.toUpperCase()}`, ts, url };
}

const cardsOf = (person: Person, { channel, ts }: CardPlace): Card[] =>
  person.history(channel).find((message) => message.ts === ts)?.cards ?? [];

/** Waits for the card of a pasted link. */
async function cardAt(person: Person, place: CardPlace): Promise<Card> {
  await expect.poll(() => cardsOf(person, place)).toHaveLength(1);
  const [card] = cardsOf(person, place);
  if (!card) throw new Error('There is no card');
  return card;
}

/** Waits until the app has answered everything, and expects that the link stayed a link. */
async function expectNoCard(place: CardPlace): Promise<void> {
  const known = await paste(ana, 'general', linkOn(await deck));
  await cardAt(ana, known);
  expect(cardsOf(ana, place)).toEqual([]);
}

const deck = aDeckBy(harness, chloe, 'Harbour plan');

test('a pasted link shows its document in the channel that it was made for, with its first slide', async () => {
  const { ts } = await deck;
  const pictureOn = () => JSON.stringify(ben.history('general').find((message) => message.ts === ts));
  await expect.poll(pictureOn).toContain('"type":"image"');
  const place = await paste(ben, 'general', `${linkOn(await deck)}?utm_source=slack`);
  const card = await cardAt(chloe, place);
  expect(JSON.stringify(card.blocks)).toMatch(/"type":"image","slack_file":\{"url":"http/);
  expect(card.title).toBe('Harbour plan');
  expect(wordsOf(card)).toMatch(/Papermill[\s\S]*\*State\*\nReady[\s\S]*\*Asked by\*\n<@U0CHLOE>/);
  expect(buttonsOf(card)).toEqual(['Open in Papermill', 'Another like this', 'Comments']);
});

test('and in another public channel, to which Deckhand was not invited', async () => {
  const place = await paste(ben, 'random', linkOn(await deck));
  expect((await cardAt(chloe, place)).title).toBe('Harbour plan');
});

describe('the document of a private channel', () => {
  const secret = aDeckBy(harness, ana, 'Secret merger', 'leaders');

  test('is shown there', async () => {
    const place = await paste(ben, 'leaders', linkOn(await secret));
    expect((await cardAt(ana, place)).title).toBe('Secret merger');
  });

  test('is not shown in a public channel, or in a private one without Deckhand', async () => {
    const before = unfurls().length;
    const [general, board] = [
      await paste(ana, 'general', linkOn(await secret)),
      await paste(ana, 'board', linkOn(await secret)),
    ];
    await expectNoCard(general);
    expect(cardsOf(ana, board)).toEqual([]);
    expect(unfurls()).toHaveLength(before + 1);
    expect(JSON.stringify(unfurls().at(-1))).not.toContain('Secret');
  });

  test('is shown in the panel to its members, and is restricted for others', async () => {
    const place = await paste(ana, 'leaders', linkOn(await secret));
    await cardAt(ana, place);
    expect(wordsOf(await ben.openPanel(place))).toContain('Secret merger');
    await ben.command('leaders', '/leave');
    await expect(ben.openPanel(place)).rejects.toThrow('channel_not_found');
  });
});

test('links that Deckhand does not know, of its host and of others, stay links', async () => {
  const { href } = new URL('/docs/unknown-1', linkOn(await deck));
  const calls = slack.calls.length;
  for (const url of [href, 'https://elsewhere.example/docs/1']) await paste(ben, 'general', url);
  expect(slack.calls.slice(calls).map(({ method }) => method)).not.toContain('chat.unfurl');
  expect(slack.calls.length - calls).toBeLessThanOrEqual(1);
});

describe('the panel', () => {
  test('shows its asker the cost, and changes the document', async () => {
    const place = await paste(ben, 'random', linkOn(await deck));
    await cardAt(chloe, place);
    const panel = await chloe.openPanel(place);
    expect(wordsOf(panel)).toMatch(/\*Cost\*\n\d+ credits/);
    expect(buttonsOf(panel)).toContain('Change it…');
    await chloe.press({ panel: place }, 'document_change');
    await chloe.waitForView(({ view }) => view.callback_id === 'change_form');
    await chloe.fill({ wish: 'Rename it to “New harbour plan”' });
    expect(await chloe.submit()).toMatchObject({ ok: true });
    await untilThreadHas(harness, await deck, (message) => /New harbour plan/.test(wordsOf(message)));
  });

  test('shows another member neither the cost nor the change, and opens the comments', async () => {
    const place = await paste(ben, 'random', linkOn(await deck));
    await cardAt(ben, place);
    const panel = await ben.openPanel(place);
    expect(wordsOf(panel)).not.toMatch(/Cost/);
    expect(buttonsOf(panel)).not.toContain('Change it…');
    expect(wordsOf(panel)).toMatch(/\*Open comments\*\n0/);
    await ben.press({ panel: place }, 'document_comments');
    await ben.waitForView(({ view }) => wordsOf(view).startsWith('Comments'));
    await ben.close();
  });

  test('gives the file into the document’s thread', async () => {
    const place = await paste(ben, 'random', linkOn(await deck));
    await cardAt(ben, place);
    await ben.openPanel(place);
    const { ts } = await deck;
    const before = slack.files('general', ts).length;
    await ben.press({ panel: place }, 'document_file_pdf');
    await expect.poll(() => slack.files('general', ts).length).toBeGreaterThan(before);
  });
});

test('a card opens “Another like this”', async () => {
  const place = await paste(ben, 'random', linkOn(await deck));
  await cardAt(ben, place);
  await ben.press({ card: place }, 'document_another');
  await ben.waitForView(({ view }) => view.callback_id === 'deck_form');
  await ben.close();
});

test('a document that was deleted is no longer shown, and its old card opens no panel', async () => {
  const gone = await aDeckBy(harness, chloe, 'Short story');
  const place = await paste(ben, 'general', linkOn(gone));
  await cardAt(ben, place);
  await deleteAs(chloe, gone, 'Short story');
  await untilFormSays(chloe, /The document is deleted/);
  expect(await ben.openPanel(place)).toEqual({ error: 'restricted' });
  await expectNoCard(await paste(ben, 'general', place.url));
});

test('if Slack refuses the Work Object, the link is shown with blocks', async () => {
  const stop = slack.misbehave({ method: 'chat.unfurl', error: 'error_processing_metadata', times: 1 });
  const place = await paste(ben, 'random', linkOn(await deck));
  const card = await cardAt(ben, place);
  stop();
  expect(card.title).toBeUndefined();
  expect(wordsOf(card)).toMatch(/Ready · Presentation[\s\S]*Asked by <@U0CHLOE>/);
  await ben.press({ card: place }, 'document_comments');
  await ben.waitForView(({ view }) => wordsOf(view).startsWith('Comments'));
  await ben.close();
});

test('without the scope to show cards, links stay links and nothing is tried', async () => {
  const all = [...BOT_SCOPES, ...optionalScopesWith(['unfurl'])];
  slack.setScopes(all.filter((scope) => scope !== 'links:write'));
  const before = unfurls().length;
  const lookUps = () =>
    slack.calls.filter(({ method, status }) => method === 'conversations.info' && status).length;
  const looked = lookUps();
  const place = await paste(ben, 'general', linkOn(await deck));
  await expect.poll(lookUps).toBeGreaterThan(looked);
  slack.setScopes(all);
  await expectNoCard(place);
  expect(unfurls()).toHaveLength(before + 1);
});
