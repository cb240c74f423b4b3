import { beforeEach, describe, expect, test } from 'vitest';
import { codeOn, enterCode, linkFor, walk } from '../../sandbox/connect.ts';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { hasButton, wordsOf } from '../support/reading.ts';
import { forThisFile } from './for-this-file.ts';
import {
  A_WHILE,
  answerTo,
  askForDeck,
  closeForms,
  disconnect,
  hasFile,
  privateWords,
  submitDeck,
  untilCardSays,
  untilFormSays,
  untilHomeSays,
  untilIdle,
  untilPosted,
  untilThreadHas,
} from './story.ts';
import { ANAS_ACCOUNT, createTwoTeams, RITAS_ACCOUNT, STUDIO_KEY } from './two-teams.ts';

const harness = await forThisFile(createTwoTeams());
const { ana, ben, chloe, nora, service, slack } = harness;

/** Returns the ts of the last direct message. */
const lastMessage = (person: Person) => person.history(person.appDm()).at(-1)?.ts ?? '';

const untilToldDirectly = (person: Person, words: RegExp, after: string): Promise<Message> =>
  untilPosted(person, words, { channel: person.appDm(), after });

/** Ends the connection of Ana's team if the test before has left one. */
async function disconnected(): Promise<void> {
  if (/not connected/.test(await untilHomeSays(harness, ana, /Connection/))) return;
  await disconnect(ana);
}

const connected = () => harness.connect();

const ask = { person: 'ana', channel: 'general', ...ANAS_ACCOUNT };

describe('before the team is connected', () => {
  beforeEach(disconnected);

  test('Ben, who may not connect it, reads whom to ask, and gets no link', async () => {
    const answer = wordsOf(await answerTo(ben, '/deck connect'));
    expect(answer).toContain('<@U0ANA>');
    expect(answer).not.toContain('/service/connect');
    await ben.command('general', '/deck');
    expect(await untilFormSays(ben, /not connected/)).toContain('<@U0ANA>');
    expect(hasButton(ben.view()?.view, 'connect_open')).toBe(false);
    await closeForms(ben);
    await untilHomeSays(harness, ben, /Create a deck/);
    expect(hasButton(ben.home(), 'connect_open')).toBe(false);
  });

  test('Ben asks an admin, and Ana gets a direct message with the button, once a day', async () => {
    const before = lastMessage(ana);
    const answer = await answerTo(ben, '/deck Plan of the quay');
    expect(wordsOf(answer)).toContain('Plan of the quay');
    await ben.press(answer, 'connect_ask_admin');
    await expect.poll(() => privateWords(ben)).toContain('I asked <@U0ANA> to connect');
    const request = await untilToldDirectly(ana, /<@U0BEN> wants to make something/, before);
    await ana.press(request, 'connect_open');
    await untilFormSays(ana, /service\/connect/);

    await ben.press(await answerTo(ben, '/deck connect'), 'connect_ask_admin');
    await expect.poll(() => privateWords(ben)).toContain('within the last day already');
    const requests = ana.history(ana.appDm()).filter(({ ts }) => ts > before);
    expect(requests.filter(({ text }) => /wants to make something/.test(text))).toHaveLength(1);
  });

  test('Ana gets the link instead of the form, and reads whose credits are spent', async () => {
    await ana.command('general', '/deck');
    const shown = await untilFormSays(ana, /service\/connect/);
    expect(shown).toMatch(
      /spends your credits.*makes and owns all documents, so I recommend a \*separate account\*/s,
    );
  });
});

describe('a sign-in that fails ends on a page that says what to do, and connects nothing', () => {
  beforeEach(disconnected);
  const nothing = () => untilHomeSays(harness, ana, /not connected to Papermill/);

  test('Ana presses Deny', async () => {
    const page = await harness.connect({ deny: true });
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('chose not to let') });
    await nothing();
  });

  test('somebody forwards the link with its button already pressed: the first page is shown, and the link stays valid', async () => {
    const link = await linkFor(slack, ask);
    const page = await fetch(`${link}&go=1`, { redirect: 'manual' });
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/You connect the Slack workspace [\w.:-]+ \(“.*”\), as “Ana/);
    await nothing();
    expect((await walk(link, { ...ANAS_ACCOUNT, deny: true })).status).toBe(200);
  });

  test('the service’s answer arrives in another browser', async () => {
    const link = await linkFor(slack, ask);
    const page = await walk(link, { ...ANAS_ACCOUNT, otherBrowser: true });
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining('not the browser') });
    await nothing();
  });

  test('an answer comes that belongs to no sign-in', async () => {
    for (const query of ['', '?code=x&state=y', '?error=access_denied&state=y', '?state=%FF%00']) {
      const page = await fetch(`${harness.appUrl()}/service/callback${query}`);
      expect(page.status).toBe(410);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    await nothing();
  });

  test('Ben loses the right to connect between getting his link and following it', async () => {
    const home = () => wordsOf(ana.home());
    // Slack asks before it sends the click.
    await untilHomeSays(harness, ana, /Let everyone connect\?.*Their account makes and owns all documents/s);
    await ana.press('home', 'connect_policy');
    await expect.poll(home).toContain('Let only admins connect');
    const link = await linkFor(slack, { ...ask, person: 'ben' });
    await ana.press('home', 'connect_policy');
    await expect.poll(home).toContain('Let everyone connect');
    const page = await walk(link, ANAS_ACCOUNT);
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining('You may not connect') });
    await nothing();
  });
});

describe('Ana connects her team', () => {
  test('a link that was forwarded to Rita connects nothing without the code that her browser shows', async () => {
    await disconnected();
    const page = await walk(await linkFor(slack, ask), RITAS_ACCOUNT);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('tell nobody the code') });
    const wrong = String((Number(codeOn(page)?.replace(' ', '')) + 1) % 1_000_000).padStart(6, '0');
    await enterCode(slack, 'ana', wrong);
    expect(await untilFormSays(ana, /The code that your browser shows/)).toBeTruthy();
    await closeForms(ana);
    await untilHomeSays(harness, ana, /not connected to Papermill/);
  });

  test('a message and Home say who connected which workspace', async () => {
    await disconnected();
    const before = lastMessage(ana);
    const page = await harness.connect();
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('One step is left') });
    const told = await untilToldDirectly(ana, /is connected to Papermill/, before);
    expect(wordsOf(told)).toContain('your credits');
    await untilHomeSays(harness, ana, /<@U0ANA> connected \*Northwind Studio\*/);
  });

  test('then Ana, Ben and Chloe get the cards of what they asked before, in a direct message', async () => {
    await disconnected();
    const root = await chloe.say('general', 'The quay opens in May');
    const asks = [
      {
        person: ana,
        channel: ana.appDm(),
        words: 'slides on our new cranes',
        card: /Make this\? “our new cranes”/,
      },
      {
        person: ben,
        channel: 'general',
        words: '@Deckhand slides on our piers',
        card: /Make this\? “our piers”/,
      },
      {
        person: chloe,
        channel: 'general',
        words: '@Deckhand make a one-pager',
        threadTs: root.ts,
        card: /“make a one-pager”, from a thread in <#C0GENERAL>/,
      },
    ];
    for (const { person, channel, words, threadTs } of asks)
      await person.say(channel, words, threadTs ? { threadTs } : {});
    await untilPosted(ana, /not connected to Papermill/, { channel: ana.appDm() });
    await expect.poll(() => privateWords(ben)).toContain('not connected');
    await untilIdle(harness);
    const before = new Map(asks.map(({ person }) => [person, lastMessage(person)]));
    await connected();
    for (const { person, card } of asks) {
      const told = await untilToldDirectly(person, card, before.get(person) ?? '');
      if (person === chloe) await person.press(told, 'proposal_make');
    }
    await untilPosted(chloe, /here is “/, { thread: root.ts });
  });

  test('then Ben makes a deck with her credits, and Home shows an admin how many are left', async () => {
    await connected();
    const root = await askForDeck(harness, 'Team plan', {}, { person: ben });
    await untilThreadHas(harness, root, hasFile);
    await untilCardSays(harness, root, /Used/);
    // Home shows the credits that were left after the last delivered document.
    await untilIdle(harness);
    const left = service.credits('ws_northwind').toLocaleString('en-US');
    await untilHomeSays(
      harness,
      ana,
      new RegExp(`spends Vera Stolz’s credits at Papermill\\. ${left} were left`),
    );
    expect(await untilHomeSays(harness, ben, /Northwind Studio/)).not.toContain('were left');
  });

  test('Ben may not end the connection', async () => {
    await connected();
    await ben.command('general', '/deck disconnect');
    await untilFormSays(ben, /Only who connected/);
  });
});

describe('the service ends the connection', () => {
  beforeEach(connected);

  /** The service ends the connection while it makes a deck for Ben. @returns the card, which waits */
  async function waitingAsk(prompt: string): Promise<Message> {
    service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: prompt });
    const root = await askForDeck(harness, prompt, {}, { person: ben });
    await untilCardSays(harness, root, /: making it/);
    await harness.signIn.revokeAll();
    return untilCardSays(harness, root, /has to be renewed/);
  }

  test('Ana gets one message; Ben’s deck waits, and is delivered once she has connected again', async () => {
    const before = lastMessage(ana);
    const card = await waitingAsk('Plan of the lost week');
    const told = await untilToldDirectly(ana, /no longer accepts/, before);
    await chloe.command('general', '/deck');
    await untilFormSays(chloe, /has to be renewed.*<@U0ANA>/);
    await untilHomeSays(harness, ben, /has to be renewed/);
    const messages = ana.history(ana.appDm()).filter(({ ts }) => ts > before);
    expect(messages.filter(({ text }) => /no longer accepts/.test(text))).toHaveLength(1);

    await ana.press(told, 'connect_open');
    const offer = await untilFormSays(ana, /service\/connect/);
    const [link = ''] = /http\S+service\/connect\S+/.exec(offer) ?? [];
    harness.serviceClock.skip(A_WHILE);
    await closeForms(ana);
    await enterCode(slack, 'ana', codeOn(await walk(link, ANAS_ACCOUNT)) ?? '');
    await untilThreadHas(harness, card, hasFile);
  });

  test('Ben presses Reconnect on the card, and reads whom to ask', async () => {
    const card = await waitingAsk('A third plan');
    await ben.press(card, 'connect_open');
    await untilFormSays(ben, /<@U0ANA>/);
    harness.serviceClock.skip(A_WHILE);
    await harness.connect();
    await untilThreadHas(harness, card, hasFile);
  });
});

test('if the connection may only read, a direct message and Home say so until Ana has connected with full access', async () => {
  await connected();
  service.misbehave({
    ...{ kind: 'status', status: 403, message: 'insufficient_scope', route: 'POST /generations' },
    containing: 'Out of scope',
  });
  await submitDeck(harness, 'Out of scope');
  await untilPosted(ana, /may only read at Papermill/, { channel: ana.appDm() });
  await untilHomeSays(harness, ana, /may only read at Papermill.*Connect it again, with full access/);
  await connected();
  await untilHomeSays(harness, ana, /Deckhand is connected to Papermill/);
});

describe('Ana disconnects', () => {
  beforeEach(connected);

  test('the form names the workspace; afterwards Home says that the team is not connected', async () => {
    await ana.command('general', '/deck disconnect');
    await untilFormSays(ana, /Northwind Studio/);
    expect(await ana.submit()).toMatchObject({ ok: true });
    await untilFormSays(ana, /is disconnected/);
    await closeForms(ana);
    await untilHomeSays(harness, ana, /not connected to Papermill/);
    await ana.command('general', '/deck disconnect');
    await untilFormSays(ana, /nothing to disconnect/);
  });

  test('a deck that is being made waits, and is delivered once the same workspace is connected', async () => {
    service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Paid already' });
    const root = await askForDeck(harness, 'Paid already');
    await untilCardSays(harness, root, /: making it/);
    await disconnect(ana);
    await untilCardSays(harness, root, /waiting/);
    harness.serviceClock.skip(A_WHILE);
    await harness.connect();
    await untilThreadHas(harness, root, hasFile);
  });
});

describe('Ana enters an API key instead', () => {
  beforeEach(disconnected);

  async function enter(key: string) {
    await ana.press(await answerTo(ana, '/deck connect'), 'connect_api_key');
    await ana.waitForView(({ view }) => view.callback_id === 'api_key_form');
    await ana.fill({ api_key: key });
    return ana.submit();
  }

  test('one that the service refuses is rejected at its field, and connects nothing', async () => {
    expect((await enter('sk-sandbox-not-a-key')).errors?.api_key).toMatch(/does not take this key/);
    await closeForms(ana);
    await untilHomeSays(harness, ana, /not connected to Papermill/);
  });

  test('one that the service forbids to use is not called wrong', async () => {
    service.misbehave({ kind: 'status', status: 403, route: 'GET /folders' });
    const { errors } = await enter(STUDIO_KEY);
    expect(errors?.api_key).toMatch(/the key itself may be good. Nothing was changed.*“Forbidden”/);
  });

  test('a valid one is used from then on, and never shown again', async () => {
    expect(await enter(STUDIO_KEY)).toMatchObject({ ok: true });
    expect(await untilFormSays(ana, /is connected/)).not.toContain(STUDIO_KEY);
    await closeForms(ana);
    expect(await untilHomeSays(harness, ana, /with an API key/)).not.toContain(STUDIO_KEY);
    const root = await askForDeck(harness, 'Made with a key');
    await untilThreadHas(harness, root, hasFile);
  });
});

test('Nora’s team spends the credits of its own workspace, not those of Ana’s', async () => {
  await connected();
  await harness.install('nora');
  await harness.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
  await nora.command('shop', '/invite @Deckhand');
  const credits = () => [service.credits('ws_northwind'), service.credits('ws_labs')] as const;
  const [studio, labs] = credits();
  const root = await askForDeck(harness, 'Books of spring', {}, { person: nora, channel: 'shop' });
  await untilThreadHas(harness, root, hasFile, { person: nora });
  const [studioAfter, labsAfter] = credits();
  expect(labsAfter).toBeLessThan(labs);
  expect(studioAfter).toBe(studio);
  await untilHomeSays(harness, nora, /Northwind Labs/);
  expect(await untilHomeSays(harness, ana, /Connection/)).not.toContain('Northwind Labs');
});
