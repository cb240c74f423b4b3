import { describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { allowErrors } from '../support/log-errors.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { aDeckBy, change, changeAtService, deleteAs, openMore } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { pressAs, sendAs } from './forged.ts';
import { createHarness } from './harness.ts';
import { answerTo, closeForms, requestsTo, untilCardSays, untilIdle, untilPosted } from './story.ts';

// Slack does not know the trigger of a forged click.
allowErrors(/invalid_trigger_id/);

/** Chloe has a deck made, and people have it changed. */

/** Actions for the person who asked for a document, and for admins. */
const OWNERS = /^(?:Readers|Archive)$/m;
const EDITS = 'POST /agent/gammas/{gammaId}/edits';

const harness = await forThisFile(createHarness({ settings: { changes: 'everyone' } }));
const { ana, ben, chloe, service, slack } = harness;

/** Changes with these words that the service was asked for. */
const edits = (words: string) => requestsTo(harness, EDITS, words);
const aDeck = (title: string) => aDeckBy(harness, chloe, title);

/** Waits for the message about this change in the document's thread. */
const untilItSays = (card: Message, wish: string, words: RegExp) =>
  untilPosted(chloe, new RegExp(`(?=[\\s\\S]*${wish})(?=[\\s\\S]*${words.source})`), { thread: card.ts });

/** The id of the change that was asked for last. Nobody sees it. */
async function newestChange(): Promise<string> {
  const sql = `select id from generations where work = 'edit' order by created_at desc limit 1`;
  const [row] = await harness.db.query<{ id: string }>(sql);
  return row?.id ?? '';
}

/** The service takes a minute for the change with these words. */
const slowly = (containing: string) =>
  void service.misbehave({ kind: 'generation_takes', ms: 60_000, containing });
const aMinutePasses = () => harness.serviceClock.skip(60_000);

describe('Chloe has her deck changed', () => {
  test('the thread shows that the change is made, and then keeps one reply, with the new file', async () => {
    const card = await aDeck('Harbour plan');
    const files = () => slack.files('general', card.ts).length;
    const before = files();
    expect(await change(chloe, card, 'Make the title shorter')).toMatchObject({ ok: true });
    await untilItSays(card, 'Make the title shorter', /I changed “Harbour[\s\S]*Here it is as PowerPoint/);
    await untilIdle(harness);
    expect(files()).toBe(before + 1);
    const below = slack.messages('general', card.ts).filter(({ ts }) => ts !== card.ts);
    expect(below.map(({ text }) => text)).toEqual([
      expect.stringContaining('here is “Harbour plan”'),
      expect.stringContaining('I changed “Harbour'),
    ]);
    expect(edits('Make the title shorter')).toHaveLength(1);
  });

  test('a new title is on the new file and on the first message, and her list has the document once', async () => {
    const card = await aDeck('Long-winded plan');
    await change(chloe, card, 'Rename it to “Short plan”');
    await untilItSays(card, 'Rename it', /I changed “/);
    const named = () => slack.files('general', card.ts).map(({ name }) => name);
    await expect.poll(named).toContain('Short plan.pptx');
    expect((await untilCardSays(harness, card, /\|Short plan>/)).text).toContain('“Short plan” is ready');
    await untilIdle(harness);
    expect(wordsOf(await answerTo(chloe, '/deck recent'))).not.toContain('· Change ·');
  });

  test('Ben, who is in the channel, changes it as well; and Chloe changes the same document after him', async () => {
    const card = await aDeck('Lighthouse plan');
    await change(ben, card, 'Add a slide on risks');
    const first = await untilItSays(card, 'Add a slide on risks', /I changed “/);
    expect(wordsOf(first)).toContain('<@U0BEN>');
    await change(chloe, card, 'Make it friendlier');
    await untilItSays(card, 'Make it friendlier', /I changed “/);
    const paths = [...edits('Add a slide on risks'), ...edits('Make it friendlier')].map(({ path }) => path);
    expect(new Set(paths).size).toBe(1);
  });

  test('Ben’s change does not let him archive or delete the document or see its readers; Chloe still may', async () => {
    const card = await aDeck('Buoy plan');
    await change(ben, card, 'Add a slide on tides');
    await untilItSays(card, 'Add a slide on tides', /I changed “/);
    expect(await openMore(ben, card)).not.toMatch(OWNERS);
    await closeForms(ben);
    const called = () => service.calls.filter(({ path }) => /analytics|archive/.test(path)).length;
    const before = called();
    for (const action_id of ['document_readers_by_name', 'document_delete', 'generation_archive'])
      await pressAs(harness, ben, { action_id, value: await newestChange() }, card);
    await untilIdle(harness);
    expect(called()).toBe(before);
    expect(await openMore(chloe, card)).toMatch(OWNERS);
  });

  test('a form that is sent twice makes one change', async () => {
    const card = await aDeck('Ferry plan');
    await chloe.press(card, 'document_change');
    const { id, view } = await chloe.waitForView();
    const values = { wish: { wish: { type: 'plain_text_input', value: 'Name the ferries' } } };
    const form = {
      type: 'view_submission',
      view: { ...view, id, team_id: 'T0SMALL', state: { values } },
      response_urls: [],
    };
    const send = () => sendAs(harness, { person: chloe.id }, form);
    await Promise.all([send(), send()]);
    await untilItSays(card, 'Name the ferries', /I changed “/);
    await untilIdle(harness);
    expect(edits('Name the ferries')).toHaveLength(1);
  });

  test('an empty wish is rejected at its field', async () => {
    const card = await aDeck('Empty plan');
    const empty = { wish: expect.stringMatching(/Write what/) };
    expect(await change(chloe, card, '   ')).toMatchObject({ errors: empty });
  });
});

describe('changes of one document are made one after another', () => {
  const WAITS = /[Ww]aiting for another change of this document to finish/;

  test('three changes wait for Chloe’s and say so; a fourth is rejected', async () => {
    const card = await aDeck('Busy plan');
    slowly('First wish');
    await change(chloe, card, 'First wish');
    await untilItSays(card, 'First wish', /: changing it/);
    await change(ben, card, 'Second wish');
    await untilItSays(card, 'Second wish', WAITS);
    await change(ben, card, 'Third wish');
    await change(ben, card, 'Fourth wish');
    const tooMany = { wish: expect.stringMatching(/^Three changes/) };
    expect(await change(ana, card, 'Fifth wish')).toMatchObject({ errors: tooMany });
    aMinutePasses();
    for (const wish of ['First wish', 'Second wish', 'Third wish', 'Fourth wish'])
      await untilItSays(card, wish, /I changed “/);
    expect(edits('Second wish')).toHaveLength(1);
  });

  test('hers waits for a change that somebody started at the service, and is then made', async () => {
    const card = await aDeck('Shared plan');
    slowly('Elsewhere');
    await changeAtService(harness, 'Shared plan', 'Elsewhere');
    await change(chloe, card, 'After yours');
    expect(buttonsOf(await untilItSays(card, 'After yours', WAITS))).toContain('Stop');
    aMinutePasses();
    await untilItSays(card, 'After yours', /I changed “/);
  });

  test('she stops hers while it waits, and it is not sent', async () => {
    const card = await aDeck('Stopped plan');
    slowly('First of two');
    await change(ben, card, 'First of two');
    await expect.poll(() => edits('First of two').length).toBe(1);
    await change(chloe, card, 'Not after all');
    await chloe.press(await untilItSays(card, 'Not after all', WAITS), 'generation_stop');
    await untilPosted(chloe, /was stopped[\s\S]*nothing is charged/, { thread: card.ts });
    aMinutePasses();
    await untilItSays(card, 'First of two', /I changed “/);
    await untilIdle(harness);
    expect(edits('Not after all')).toEqual([]);
  });

  test('she deletes the document while hers waits: both messages say so, and hers is not sent', async () => {
    const card = await aDeck('Doomed plan');
    slowly('Before the end');
    await change(ben, card, 'Before the end');
    await expect.poll(() => edits('Before the end').length).toBe(1);
    await change(chloe, card, 'Too late');
    await untilItSays(card, 'Too late', WAITS);
    await deleteAs(chloe, card, 'Doomed plan');
    const deleted = () =>
      slack
        .messages('general', card.ts)
        .filter((message) => /This was a change of a document that was deleted/.test(wordsOf(message)));
    await expect.poll(() => deleted().length).toBe(2);
    aMinutePasses();
    await untilIdle(harness);
    expect(edits('Too late')).toEqual([]);
  });
});

describe('a change that fails', () => {
  const status = (code: number, message: string) =>
    ({ kind: 'status', status: code, message, route: EDITS }) as const;
  test.each([
    [
      'the right is missing',
      /may not edit this document: that takes edit permission[\s\S]*In Papermill’s words: “No editing/,
      status(403, 'No editing for you'),
    ],
    ['the document is gone', /no longer has this document/, status(404, 'Not found')],
    [
      'it is rejected',
      /did not accept this change[\s\S]*In Papermill’s words: “Too vague/,
      status(400, 'Too vague'),
    ],
    [
      'the service fails',
      /tried, and could not change it[\s\S]*In Papermill’s words: “Out of ink/,
      { kind: 'generation_fails', message: 'Out of ink' } as const,
    ],
  ])('%s: a direct message says why; “Change it…” starts with Chloe’s words', async (name, words, fault) => {
    const card = await aDeck(`Plan: ${name}`);
    service.misbehave(fault);
    await change(chloe, card, 'A change that fails');
    const why = new RegExp(`Plan: ${name}[\\s\\S]*could not be changed[\\s\\S]*${words.source}`);
    const failed = await untilPosted(chloe, why, { channel: chloe.appDm() });
    expect(wordsOf(failed)).not.toContain('inside Deckhand');
    await chloe.press(failed, 'document_change');
    expect(wordsOf((await chloe.waitForView()).view)).toContain('A change that fails');
  });

  test('if the service’s response is lost, Chloe decides, and nothing is spent twice', async () => {
    const card = await aDeck('Lost plan');
    service.misbehave({ kind: 'cut', moment: 'after', route: EDITS });
    await change(chloe, card, 'Lost on the way');
    const question = /may or may not be changed[\s\S]*Open the document first/;
    const asked = await untilItSays(card, 'needs a decision', question);
    expect(edits('Lost on the way')).toHaveLength(1);
    await chloe.press(asked, 'generation_leave_it');
    await untilIdle(harness);
    expect(edits('Lost on the way')).toHaveLength(1);
  });

  test('if the service is busy, the change is made later', async () => {
    const card = await aDeck('Patient plan');
    service.misbehave({ ...status(503, 'Agents are busy'), times: 2 });
    await change(chloe, card, 'Worth the wait');
    await untilItSays(card, 'Worth the wait', /I changed “/);
  });
});
