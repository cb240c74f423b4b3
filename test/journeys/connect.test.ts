import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { linkFor, walk } from '../../sandbox/connect.ts';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import {
  A_WHILE,
  askForDeck,
  closeForms,
  hasFile,
  untilCardSays,
  untilFormSays,
  untilHomeSays,
  untilIdle,
  untilThreadHas,
  wordsOf,
} from './story.ts';
import { ANAS_ACCOUNT, createTwoTeams, RITAS_ACCOUNT, STUDIO_KEY, type TwoTeams } from './two-teams.ts';

let harness: TwoTeams;
beforeAll(async () => {
  harness = await createTwoTeams();
});
afterEach(async () => {
  await closeForms(harness.ana, harness.ben, harness.chloe);
  harness.service.behave();
});
afterAll(() => harness.close());

/** Types `/deck …`. @returns the answer, which only this person sees */
async function answerTo(person: Person, line: string): Promise<Message> {
  const before = person.ephemerals('general').length;
  await person.command('general', line);
  await person.waitForMessage(() => person.ephemerals('general').length > before, { channel: 'general' });
  return person.ephemerals('general').at(-1) as Message;
}

/** Waits for a direct message of Deckhand that reads like this, and was not there before. */
function untilToldDirectly(person: Person, words: RegExp, before: Set<string>): Promise<Message> {
  return person.waitForMessage((message) => words.test(wordsOf(message)) && !before.has(message.ts), {
    channel: person.appDm(),
  });
}

const directMessages = (person: Person) => new Set(person.history(person.appDm()).map(({ ts }) => ts));

/** Whatever the stories before have left: nothing connects Ana's team. */
async function disconnected(): Promise<void> {
  await harness.ana.command('general', '/deck disconnect');
  const form = await untilFormSays(harness.ana, /nothing to disconnect|disconnect_form/);
  if (form.includes('disconnect_form')) {
    await harness.ana.submit();
    await untilFormSays(harness.ana, /is disconnected/);
  }
  await closeForms(harness.ana);
}

const connected = () => harness.connect();

const ask = { person: 'ana', channel: 'general' };

describe('before the team is connected', () => {
  beforeEach(disconnected);

  test('Ben, who may not connect, reads whom to ask, and gets no link', async () => {
    const answer = wordsOf(await answerTo(harness.ben, '/deck connect'));
    expect(answer).toContain('<@U0ANA>');
    expect(answer).not.toContain('/service/connect');
    await harness.ben.command('general', '/deck');
    const form = await untilFormSays(harness.ben, /not connected/);
    expect(form).toContain('<@U0ANA>');
    expect(form).not.toContain('connect_open');
    await closeForms(harness.ben);
    expect(await untilHomeSays(harness, harness.ben, /Create a deck/)).not.toContain('connect_open');
  });

  test('Ben asks an admin, and Ana gets the button in a direct message, once a day', async () => {
    const before = directMessages(harness.ana);
    const answer = await answerTo(harness.ben, '/deck Plan of the quay');
    expect(wordsOf(answer)).toContain('Plan of the quay');
    await harness.ben.press(answer, 'connect_ask_admin');
    await expect
      .poll(() => harness.ben.ephemerals('general').map(wordsOf).join())
      .toContain('<@U0ANA> got a message');
    const request = await untilToldDirectly(harness.ana, /<@U0BEN> wants to make something/, before);
    await harness.ana.press(request, 'connect_open');
    await untilFormSays(harness.ana, /service\/connect/);

    await harness.ben.press(await answerTo(harness.ben, '/deck connect'), 'connect_ask_admin');
    await expect
      .poll(() => harness.ben.ephemerals('general').map(wordsOf).join())
      .toContain('within the last day already');
    const requests = harness.ana.history(harness.ana.appDm()).filter(({ ts }) => !before.has(ts));
    expect(requests.filter(({ text }) => /wants to make something/.test(text))).toHaveLength(1);
  });

  test('Ana finds the link in place of the form, with whose credits are spent', async () => {
    await harness.ana.command('general', '/deck');
    const offer = await untilFormSays(harness.ana, /service\/connect/);
    expect(offer).toContain('spends your credits');
  });
});

describe('on the way, what goes wrong ends in a page that says what to do, and connects nothing', () => {
  beforeEach(disconnected);
  const nothing = (at = harness) => untilHomeSays(at, at.ana, /not connected to Papermill/);

  test('Ana presses Deny', async () => {
    const page = await harness.connect({ deny: true });
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('chose not to let') });
    await nothing();
  });

  test('the link is used a second time', async () => {
    const link = await linkFor(harness.slack, { ...ask, ...ANAS_ACCOUNT });
    expect((await walk(link, { ...ANAS_ACCOUNT, deny: true })).status).toBe(200);
    expect(await walk(link, ANAS_ACCOUNT)).toMatchObject({
      status: 410,
      text: expect.stringContaining('/deck connect'),
    });
    await nothing();
  });

  test('a link is sent on with its button pressed already: the page comes first, and the link stays good', async () => {
    const link = await linkFor(harness.slack, { ...ask, ...ANAS_ACCOUNT });
    const page = await fetch(`${link}&go=1`, { redirect: 'manual' });
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/You connect the Slack workspace .*, as Ana/);
    await nothing();
    expect((await walk(link, { ...ANAS_ACCOUNT, deny: true })).status).toBe(200);
  });

  test('the answer arrives in another browser', async () => {
    const link = await linkFor(harness.slack, { ...ask, ...ANAS_ACCOUNT });
    const page = await walk(link, { ...ANAS_ACCOUNT, otherBrowser: true });
    expect(page).toMatchObject({ status: 403, text: expect.stringContaining('not the browser') });
    await nothing();
  });

  test('an answer without a question, and one that nobody can read', async () => {
    for (const query of ['', '?code=x&state=y', '?error=access_denied&state=y', '?state=%FF%00']) {
      const page = await fetch(`${harness.appUrl()}/service/callback${query}`);
      expect(page.status).toBe(410);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    await nothing();
  });

  test('the service refuses to register the app: its operator reads what to set', async () => {
    const fresh = await createTwoTeams();
    onTestFinished(() => fresh.close());
    fresh.signIn.misbehave({ at: 'register', how: 'refuse' });
    const page = await fresh.connect();
    expect(page.text).toContain('SERVICE_CLIENT_ID');
    expect(page.text).toContain('redirect_uri not allowed');
    await nothing(fresh);
  });

  test('the sign-in does not answer; the same link works once it does', async () => {
    const fresh = await createTwoTeams();
    onTestFinished(() => fresh.close());
    const link = await linkFor(fresh.slack, { ...ask, ...ANAS_ACCOUNT });
    const end = fresh.signIn.misbehave({ at: 'server-metadata', how: 'error' });
    expect(await walk(link, ANAS_ACCOUNT)).toMatchObject({ status: 503 });
    end();
    const lost = fresh.signIn.misbehave({ at: 'token', how: 'garbage' });
    expect(await walk(link, ANAS_ACCOUNT)).toMatchObject({ status: 503 });
    lost();
    await nothing(fresh);
  });

  test('Ben was let, and is no longer when he follows his link', async () => {
    const home = () => JSON.stringify(harness.ana.home());
    await untilHomeSays(harness, harness.ana, /Let everyone connect/);
    await harness.ana.press('home', 'connect_policy');
    await expect.poll(home).toContain('Let only admins connect');
    const link = await linkFor(harness.slack, { person: 'ben', channel: 'general', ...ANAS_ACCOUNT });
    await harness.ana.press('home', 'connect_policy');
    await expect.poll(home).toContain('Let everyone connect');
    expect(await walk(link, ANAS_ACCOUNT)).toMatchObject({
      status: 403,
      text: expect.stringContaining('You may not connect'),
    });
    await nothing();
  });
});

describe('Ana connects her team', () => {
  test('and page, message and Home say who connected which workspace', async () => {
    await disconnected();
    const before = directMessages(harness.ana);
    const page = await harness.connect();
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Northwind Studio') });
    expect(wordsOf(await untilToldDirectly(harness.ana, /is connected to Papermill/, before))).toContain(
      'your credits',
    );
    await untilHomeSays(harness, harness.ana, /Northwind Studio.*by <@U0ANA>/);
  });

  test('and cards that said that nothing is connected say so, in the channel and in the direct messages', async () => {
    await disconnected();
    const card = await answerTo(harness.ana, '/deck connect');
    expect(wordsOf(card)).toContain('not connected to Papermill');
    await harness.ana.press(card, 'connect_link');
    const request = await harness.chloe.command('general', '/deck');
    expect(request).toEqual({ ok: true });
    await untilFormSays(harness.chloe, /connect_ask_admin/);
    const before = directMessages(harness.ana);
    await harness.chloe.press('view', 'connect_ask_admin');
    const asked = await untilToldDirectly(harness.ana, /<@U0CHLOE> wants/, before);
    await answerTo(harness.ben, '/deck Plan of the mill');
    const [chloesBefore, seenByBen] = [
      directMessages(harness.chloe),
      harness.ben.ephemerals('general').length,
    ];
    await connected();
    await untilToldDirectly(harness.chloe, /is connected to .*Northwind Studio/, chloesBefore);
    const news = () => harness.ben.ephemerals('general').slice(seenByBen).map(wordsOf);
    await expect.poll(news).toEqual([expect.stringContaining('Northwind Studio')]);
    const now = (message: Message) => () =>
      [...harness.ana.ephemerals('general'), ...harness.ana.history(harness.ana.appDm())]
        .filter(({ ts }) => ts === message.ts)
        .map(wordsOf)
        .join();
    for (const stale of [card, asked]) {
      await expect.poll(now(stale)).toContain('Northwind Studio');
      expect(now(stale)()).not.toMatch(/not connected|connect_open|wants to make/);
    }
    await closeForms(harness.chloe);
  });

  test('then everybody makes decks, with her credits, and Home shows how many are left', async () => {
    await connected();
    const root = await askForDeck(harness, 'Team plan', {}, { person: harness.ben });
    await untilThreadHas(harness, root, hasFile);
    await untilCardSays(harness, root, /left/);
    // Home reads them off what was delivered, which is written down once all is posted.
    await untilIdle(harness);
    const left = harness.service.credits('ws_northwind').toLocaleString('en-US');
    await untilHomeSays(harness, harness.ben, new RegExp(`${left} were left`));
  });

  test('Ben may not end that', async () => {
    await connected();
    await harness.ben.command('general', '/deck disconnect');
    await untilFormSays(harness.ben, /Only who connected/);
  });
});

describe('the service ends the connection', () => {
  beforeEach(connected);

  /** Ben's deck is in the making when the service ends the connection. */
  async function waitingAsk(prompt: string): Promise<{ root: Message; card: Message }> {
    harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: prompt });
    const root = await askForDeck(harness, prompt, {}, { person: harness.ben });
    await untilCardSays(harness, root, /: making it/);
    await harness.signIn.revokeAll();
    return { root, card: await untilCardSays(harness, root, /has to be renewed/) };
  }

  test('Ana is told once, what was asked waits and says why, and goes on by itself once she has reconnected', async () => {
    const before = directMessages(harness.ana);
    const { root } = await waitingAsk('Plan of the lost week');
    const told = await untilToldDirectly(harness.ana, /no longer accepts/, before);
    await harness.chloe.command('general', '/deck');
    await untilFormSays(harness.chloe, /has to be renewed.*<@U0ANA>/);
    await closeForms(harness.chloe);
    await untilHomeSays(harness, harness.ben, /has to be renewed/);
    const dm = harness.ana.history(harness.ana.appDm()).filter(({ ts }) => !before.has(ts));
    expect(dm.filter((message) => /no longer accepts/.test(message.text))).toHaveLength(1);

    await harness.ana.press(told, 'connect_open');
    const offer = await untilFormSays(harness.ana, /service\/connect/);
    const link = /"url":"([^"]+)"/.exec(offer)?.[1] ?? '';
    harness.serviceClock.skip(A_WHILE);
    expect(await walk(link, ANAS_ACCOUNT)).toMatchObject({ status: 200 });
    await untilThreadHas(harness, root, hasFile);
  });

  test('whoever waits can press Reconnect, too, and reads whom to ask', async () => {
    const { root, card } = await waitingAsk('A third plan');
    await harness.ben.press(card, 'connect_open');
    await untilFormSays(harness.ben, /<@U0ANA>/);
    await closeForms(harness.ben);
    harness.serviceClock.skip(A_WHILE);
    await harness.connect();
    await untilThreadHas(harness, root, hasFile);
  });
});

describe('Ana disconnects', () => {
  beforeEach(connected);

  test('after she was asked, and reads what stays', async () => {
    await harness.ana.command('general', '/deck disconnect');
    await untilFormSays(harness.ana, /Northwind Studio/);
    expect(await harness.ana.submit()).toMatchObject({ ok: true });
    await untilFormSays(harness.ana, /is disconnected/);
    await closeForms(harness.ana);
    await untilHomeSays(harness, harness.ana, /not connected to Papermill/);
    await harness.ana.command('general', '/deck disconnect');
    await untilFormSays(harness.ana, /nothing to disconnect/);
  });

  test('while something is in the making: it waits, and is delivered once the same workspace is connected', async () => {
    harness.service.misbehave({ kind: 'generation_takes', ms: A_WHILE, containing: 'Paid already' });
    const root = await askForDeck(harness, 'Paid already');
    await untilCardSays(harness, root, /: making it/);
    await harness.ana.command('general', '/deck disconnect');
    await untilFormSays(harness.ana, /Northwind Studio/);
    await harness.ana.submit();
    await untilFormSays(harness.ana, /is disconnected/);
    await closeForms(harness.ana);
    await untilCardSays(harness, root, /waiting/);
    harness.serviceClock.skip(A_WHILE);
    await harness.connect();
    await untilThreadHas(harness, root, hasFile);
  });
});

describe('an API key instead', () => {
  beforeEach(disconnected);

  async function openForm(person: Person) {
    const offer = await answerTo(person, '/deck connect');
    await person.press(offer, 'connect_api_key');
    await person.waitForView(({ view }) => view.callback_id === 'api_key_form');
  }

  test('one that the service refuses is said at its field, and nothing is kept', async () => {
    await openForm(harness.ana);
    await harness.ana.fill({ api_key: 'sk-sandbox-not-a-key' });
    expect((await harness.ana.submit()).errors?.api_key).toMatch(/does not take this key/);
    await closeForms(harness.ana);
    await untilHomeSays(harness, harness.ana, /not connected to Papermill/);
  });

  test('a good one is kept, used, and never shown again', async () => {
    await openForm(harness.ana);
    await harness.ana.fill({ api_key: STUDIO_KEY });
    expect(await harness.ana.submit()).toMatchObject({ ok: true });
    expect(await untilFormSays(harness.ana, /is connected/)).not.toContain(STUDIO_KEY);
    await closeForms(harness.ana);
    const home = await untilHomeSays(harness, harness.ana, /with an API key/);
    expect(home).not.toContain(STUDIO_KEY);
    const root = await askForDeck(harness, 'Made with a key');
    await untilThreadHas(harness, root, hasFile);
  });
});

test('two teams have each a workspace of their own, side by side', async () => {
  await connected();
  await harness.install('nora');
  await harness.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
  await harness.nora.command('shop', '/invite @Deckhand');
  const before = {
    studio: harness.service.credits('ws_northwind'),
    labs: harness.service.credits('ws_labs'),
  };
  const root = await askForDeck(harness, 'Books of spring', {}, { person: harness.nora, channel: 'shop' });
  await untilThreadHas(harness, root, hasFile, {
    person: harness.nora,
  });
  expect(harness.service.credits('ws_labs')).toBeLessThan(before.labs);
  expect(harness.service.credits('ws_northwind')).toBe(before.studio);
  await untilHomeSays(harness, harness.nora, /Northwind Labs/);
  expect(await untilHomeSays(harness, harness.ana, /Connection/)).not.toContain('Northwind Labs');
});
