import { expect, test } from 'vitest';
import { buttonsOf, stringsIn, wordsOf } from '../support/reading.ts';
import { aDeckBy, change } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { sendAs } from './forged.ts';
import { createHarness } from './harness.ts';
import { teamWithGuest } from './seed.ts';
import {
  answerTo,
  askForDeck,
  closeForms,
  directMessages,
  hasFile,
  requestsTo,
  setForTeam,
  untilFormHas,
  untilIdle,
  untilPosted,
  untilThreadHas,
} from './story.ts';

/** Gus is a guest in Ana's team: he is in #general, and in no other channel. */

const harness = await forThisFile(createHarness({ slack: { seed: teamWithGuest } }));
const { ana, service, slack } = harness;
const gus = slack.person('gus');

const CLOSED = /not open to guests/;
const made = () => service.calls.filter(({ method }) => method === 'POST').length;

/** Asks for the options of a menu in a form that Gus’s client does not show. */
const menuOf = (field: string) =>
  sendAs(
    harness,
    { person: 'U0GUS' },
    {
      ...{ type: 'block_suggestion', action_id: field, block_id: field, value: '' },
      container: { type: 'view', view_id: 'V0' },
      view: {
        ...{ id: 'V0', type: 'modal', callback_id: 'deck_form', private_metadata: '' },
        state: { values: {} },
      },
    },
  );

test('by default Gus cannot make anything, and sees nothing of the service', async () => {
  await slack.settle();
  const before = service.calls.length;
  expect(wordsOf(await answerTo(gus, '/deck ten slides on spring'))).toMatch(CLOSED);
  expect(wordsOf(await answerTo(gus, '/deck'))).toMatch(CLOSED);
  const mentioned = gus.ephemerals('general').length;
  await gus.say('general', '@Deckhand ten slides on spring');
  const answers = () => gus.ephemerals('general').slice(mentioned).map(wordsOf).join();
  await expect.poll(answers).toMatch(CLOSED);
  expect(answers()).toContain('Ask an admin');
  expect(gus.view()).toBeNull();
  await gus.openHome();
  await expect.poll(() => wordsOf(gus.home())).toMatch(CLOSED);
  expect(wordsOf(gus.home())).toContain('Leave my messages out');
  for (const field of ['theme', 'folder', 'template'])
    expect((await menuOf(field)).body).toEqual({ options: [] });
  expect(service.calls.length).toBe(before);
});

test('Gus reads who can let him in, why he has to ask, and what he can do meanwhile', async () => {
  const channel = gus.appDm();
  const answer = async (words: string, expected: RegExp) => {
    const { ts: after } = await gus.say(channel, words);
    return untilPosted(gus, expected, { channel, after });
  };
  expect(wordsOf(await answer('ten slides on spring', CLOSED))).toMatch(
    /A Slack admin \(<@U0ANA>\) can let guests in with \*Workspace rules…\* on Deckhand’s Home\..*Ask an admin/s,
  );
  expect((await answer('why not?', /credits/)).text).toBe(
    'Making documents spends this workspace’s credits, so guests can do it only once a Slack admin allows it.',
  );
  for (const question of ['who can allow it?', 'ok, how do I get in'])
    expect((await answer(question, /can let guests in/)).text).toBe(
      'Deckhand is not open to guests of this workspace. A Slack admin (<@U0ANA>) can let guests in with *Workspace rules…* on Deckhand’s Home.',
    );
  await answer('who can see that?', /a direct message between you and me/);
  expect((await answer('do you read all channels?', /I read nothing by myself/)).text).toMatch(
    /keeps one message out/,
  );
  await answer('delete my data', /Erase it/);
  expect(wordsOf(await answer('share it in #leaders', /Guests still can’t use Deckhand here/))).not.toContain(
    'I keep this',
  );
  // A change waits for the card, and a complaint is no new ask.
  for (const change of ['mach es auf Deutsch', 'in German, as PDF'])
    await answer(change, /I keep what you asked for last.*“ten slides on spring”/);
  await answer('why not? I only need it for the job you hired me for', /spends this workspace’s credits/);
  await answer('what did I ask for?', /I keep what you asked for last.*“ten slides on spring”/);
  await answer('forget it', /OK, forgotten: “ten slides on spring”/);
  await answer('do you still have my request?', /I keep no request of yours/);
  await answer('send me my data', /I keep no request of yours.*Send it to me/s);
  await gus.press(
    await answer('leave my messages out of documents', /Leave my messages out/),
    'words_opt_out',
  );
  await untilPosted(gus, /Your messages are left out from now on/, { channel });
  await gus.press(await answer('include my messages again', /Let my messages be used/), 'words_opt_in');
  await untilPosted(gus, /can be part of what people have made from now on/, { channel });
  await answer('thanks!', /You’re welcome/);
  await gus.openHome();
  const helps = [
    wordsOf(await answer('help', /Ask an admin/)),
    wordsOf(await answerTo(gus, '/deck help')),
    wordsOf(gus.home()),
  ];
  for (const [at, help] of helps.entries()) {
    expect(help.includes('Leave my messages out* on Deckhand’s Home')).toBe(at < 2);
    expect(help).toMatch(
      /Papermill.*not open to guests.*<@U0ANA>.*You can open what is posted in your conversations.*Ask an admin/s,
    );
  }
});

test('Gus has his own data sent and erased, and asks Ana, who gets a message with the rules', async () => {
  const settings = await answerTo(gus, '/deck settings');
  expect(wordsOf(settings)).toMatch(
    /not open to guests.*Ask an admin.*keeps about you.*Send it to me.*Erase it/s,
  );
  await gus.press(settings, 'settings_own_data');
  const sent = () => gus.history(gus.appDm()).flatMap(({ files }) => files ?? []);
  await expect.poll(() => sent().map(({ name }) => name)).toEqual(['deckhand-about-me.json']);
  await closeForms(gus);
  await gus.press(settings, 'settings_erase_own_data');
  await untilPosted(gus, /It is erased\. So is a request to be let in/, { isPrivate: true });
  await gus.openHome();
  await expect.poll(() => wordsOf(gus.home())).toMatch(/Ask an admin.*Erase it/s);

  // He types it instead of pressing the button.
  expect((await answerTo(gus, '/deck ask an admin')).text).toBe(
    'Slack admins get a message that you ask for this, without your words. I’ll tell you once they let you in.',
  );
  const { ts: after } = await gus.say(gus.appDm(), 'please ask the admins for me');
  await untilPosted(gus, /You asked the Slack admins within the last day already/, {
    channel: gus.appDm(),
    after,
  });
  await gus.openHome();
  await expect.poll(() => wordsOf(gus.home())).toMatch(/You have asked the Slack admins\. I’ll tell you/);
  for (const shown of [gus.home(), await answerTo(gus, '/deck ten slides')])
    expect(buttonsOf(shown)).not.toContain('Ask an admin');
  const request = await untilPosted(ana, /U0GUS.* is a guest of this workspace/, { channel: ana.appDm() });
  expect(wordsOf(request)).toContain('lets in *all guests* of this workspace, not only this person');
  await ana.press(request, 'settings_team');
  await untilFormHas(ana, 'policy_guests');
  expect(wordsOf(ana.view()?.view)).toContain('Rules for the whole workspace');
  await closeForms(ana);
});

test('what Gus asks for in a thread is kept, also if he has not asked an admin; a question is not', async () => {
  const { ts: thread } = await ana.say('general', 'The harbour opens in May, with two ferries.');
  await gus.say('general', '@Deckhand make a one-pager', { threadTs: thread });
  const answers = () => gus.ephemerals('general').map(wordsOf).join();
  await expect.poll(answers).toMatch(/I keep this .*until .*“make a one-pager”/);
  const { ts: after } = await gus.say(gus.appDm(), 'why not?');
  const because = await untilPosted(gus, /spends this workspace’s credits/, { channel: gus.appDm(), after });
  expect(wordsOf(because)).not.toContain('I keep');
  await slack.settle();
  expect(made()).toBe(0);
});

/** Gus’s card for what he had asked for before guests were allowed. */
const cards = () => directMessages(gus, /You can make documents now.*Make this\?/s);

const told = () => directMessages(gus, /You can make documents now/);
/** Gus presses the button of a refusal that he got before. */
const askAgain = () => gus.press(gus.ephemerals('general').at(0) as never, 'guest_ask_admin');

test('Gus is not told that Ana allows guests if she no longer does when Slack takes the message', async () => {
  const containing = 'You can make documents now';
  slack.misbehave({ method: 'chat.postMessage', containing, status: 429, retryAfter: 1, times: 1 });
  await setForTeam(ana, 'policy_guests', 'yes');
  await expect.poll(() => slack.calls.some(({ status }) => status === 429)).toBe(true);
  await setForTeam(ana, 'policy_guests', 'no');
  await untilIdle(harness);
  expect(told()).toEqual([]);
  await askAgain();
  // Access has changed since he asked, so the admins get his request again.
  await untilPosted(gus, /Slack admins get a message.*I’ll tell you/, { isPrivate: true });
});

test('once Ana allows guests, Gus is told so once, and not when she saves other rules', async () => {
  await setForTeam(ana, 'policy_pictures', 'off');
  await slack.settle();
  expect(told()).toEqual([]);
  await setForTeam(ana, 'policy_guests', 'yes');
  await expect.poll(told).toHaveLength(1);
  const handled =
    /U0GUS.* is a guest.*\nHandled by <@U0ANA>: All guests of this workspace may use Deckhand now\./;
  await expect.poll(() => directMessages(ana, handled).flatMap(buttonsOf)).toEqual([]);
  expect(directMessages(ana, handled)).toHaveLength(2);
  await setForTeam(ana, 'policy_pictures', 'on');
  await askAgain();
  await untilPosted(gus, /You can make documents now\. Type `\/deck` to begin/, { isPrivate: true });
  await slack.settle();
  expect(told()).toHaveLength(1);
  expect(directMessages(ana, /U0GUS.* is a guest/)).toHaveLength(2);
});

test('the message has the card for what Gus asked for last, and nothing is made before he presses its button', async () => {
  expect(cards()).toHaveLength(1);
  const [card] = cards();
  expect(wordsOf(card)).toMatch(
    /A summary of a thread in <#C0GENERAL>.*Everyone in <#C0GENERAL> will see it/s,
  );
  expect(buttonsOf(card)).toEqual(['Make it here', 'Just for me', 'Details…', 'Not now']);
  await slack.settle();
  expect(made()).toBe(0);
  await gus.press(card as never, 'proposal_make_for_person');
  await expect.poll(() => directMessages(gus, /harbour/i).length).toBeGreaterThan(0);
  await untilIdle(harness);
  expect(made()).toBe(1);
});

test('once Ana allows guests, Gus makes a deck, but cannot post one in a channel that he is not in', async () => {
  const root = await askForDeck(harness, 'Spring for guests', {}, { person: gus });
  await untilThreadHas(harness, root, hasFile);

  await gus.command('general', '/deck');
  const { view, id, hash } = await gus.waitForView();
  const values = {
    prompt: { prompt: { type: 'plain_text_input', value: 'For all to see' } },
    channel: { channel: { type: 'conversations_select', selected_conversation: 'C0RANDOM' } },
  };
  const forged = {
    type: 'view_submission',
    view: { ...view, id, hash, state: { values } },
    response_urls: [],
  };
  await ana.command('random', '/invite @Deckhand');
  const { body } = await sendAs(harness, { person: 'U0GUS' }, forged);
  expect(stringsIn(body)).toMatch(/You are not in this conversation/);
  await slack.settle();
  expect(made()).toBe(2);
  await gus.close();
});

test('his change that waits is not sent if Ana no longer allows guests by then', async () => {
  const card = await aDeckBy(harness, gus, 'Harbour of guests');
  const edits = () => requestsTo(harness, 'POST /agent/gammas/{gammaId}/edits');
  service.misbehave({ kind: 'generation_takes', ms: 60_000, containing: 'First wish' });
  await change(ana, card, 'First wish');
  await expect.poll(() => edits().length).toBe(1);
  await change(gus, card, 'Second wish');
  const inThread = { thread: card.ts };
  await untilPosted(gus, /Second wish.*waiting for/s, inThread);
  await setForTeam(ana, 'policy_guests', 'no');
  harness.serviceClock.skip(60_000);
  await untilPosted(gus, /You may no longer have this document changed/, { channel: gus.appDm() });
  expect(edits()).toHaveLength(1);
  await untilPosted(gus, /U0ANA.* has shut guests out of Deckhand/, { channel: gus.appDm() });
});
