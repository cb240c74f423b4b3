import { afterEach, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { allowErrors } from '../support/log-errors.ts';
import { hasButton, wordsOf } from '../support/reading.ts';
import { aDeckBy, deleteAs, idOn, makeAtService, openMore, searchAtService } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { sendAs } from './forged.ts';
import {
  A_WHILE,
  answerTo,
  askForDeck,
  closeForms,
  setForTeam,
  untilCardSays,
  untilFormSays,
  untilHomeSays,
  untilIdle,
} from './story.ts';
import { createTwoTeams } from './two-teams.ts';

// Slack does not know the trigger of a forged click.
allowErrors(/invalid_trigger_id/);

/** People search for documents. Chloe is not in #leaders. Nora's team uses the same account at the service. */

const SEARCH = 'GET /gammas/search';

const harness = await forThisFile(createTwoTeams({ installedBy: ['ana', 'nora'] }));
await harness.connect();
await harness.connect({ person: 'nora', channel: 'shop' });
const { ana, ben, chloe, nora, service } = harness;
await aDeckBy(harness, ben, 'Budget of the harbour');
const secret = await aDeckBy(harness, ben, 'Budget for layoffs', 'leaders');

const allowAccount = () => setForTeam(ana, 'policy_search', 'account');
afterEach(() => setForTeam(ana, 'policy_search', 'made_here'));

const find = (person: Person, words: string, channel = 'general'): Promise<Message> =>
  answerTo(person, `/deck find ${words}`.trim(), channel);
const found = async (person: Person, words: string) => wordsOf(await find(person, words));

describe('/deck find', () => {
  test('lists documents that the person may see, for this person alone, and opens them', async () => {
    const list = await find(chloe, 'budget');
    expect(wordsOf(list)).toMatch(
      /Documents for “budget”[\s\S]*Budget of the harbour[\s\S]*for <@U0BEN> in <#C0GENERAL>/,
    );
    expect(list.ephemeralFor).toBe('U0CHLOE');
    await chloe.press(list, 'document_more');
    await untilFormSays(chloe, /Budget of the harbour/);
  });

  test('finds words that are in the document but not in its title, because the service searches texts', async () => {
    const prompt = '## Jobs\n\n- Lighthouse keepers wanted\n- Cooks wanted';
    const root = await askForDeck(harness, prompt, { title: 'Coast' }, { person: chloe });
    // The file comes before the document is stored as delivered, and the search finds delivered documents.
    await untilCardSays(harness, root, /Export as/);
    expect(await found(ben, 'keepers')).toMatch(/Documents for[\s\S]*Coast/);
  });

  test('makes an outdated list again when somebody opens a document on it that was deleted', async () => {
    const card = await aDeckBy(harness, chloe, 'Buoys to be painted');
    const list = await find(ben, 'buoys');
    await deleteAs(chloe, card, 'Buoys to be painted');
    await untilCardSays(harness, card, /<!date[^>]*Deleted/);
    await ben.press(list, 'document_more');
    await untilFormSays(ben, /This document was deleted/);
    const shown = () => wordsOf(ben.ephemerals('general').at(-1));
    await expect.poll(shown).toMatch(/Nothing was found for “buoys”/);
  });

  test('proposes titles with similar words for a typo, and none that the person may not see', async () => {
    expect(await found(chloe, 'budget harbuor')).toMatch(
      /Nothing was found for “budget harbuor”. Did you mean one of these\?[\s\S]*Budget of the harbour/,
    );
    expect(await found(chloe, 'layofs')).not.toContain('layoffs');
    expect(await found(ben, 'layofs')).toMatch(/Did you mean one of these\?[\s\S]*Budget for layoffs/);
  });

  test('finds a title with the singular of a word', async () => {
    expect(await found(ben, 'budgets harbours')).toMatch(
      /Documents for “budgets harbours”[\s\S]*Budget of the harbour/,
    );
  });

  test('says what to do if nothing was found, or nothing was searched for', async () => {
    expect(await found(chloe, 'zeppelin')).toMatch(/Nothing was found for “zeppelin”. Try fewer words/);
    expect(await found(chloe, '')).toMatch(/Type `\/deck find` followed by words/);
  });

  test('mentions nobody, whatever the words are', async () => {
    const list = await find(chloe, 'x <!channel> & <@U0ANA>');
    expect(list.text).toContain('&lt;!channel&gt; &amp; &lt;@U0ANA&gt;');
    expect(list.text).not.toMatch(/<!channel>|<@U0ANA>/);
  });

  test('marks an archived document, and leaves a deleted one out', async () => {
    const card = await aDeckBy(harness, chloe, 'Regatta of old');
    await openMore(chloe, card);
    await chloe.press('view', 'generation_archive');
    await untilCardSays(harness, card, /<!date[^>]*Archived/);
    await closeForms(chloe);
    expect(await found(ben, 'regatta')).toContain('Archived');
    const other = await aDeckBy(harness, chloe, 'Yacht race');
    await deleteAs(chloe, other, 'Yacht race');
    await untilCardSays(harness, other, /<!date[^>]*Deleted/);
    expect(await found(ben, 'yacht')).toMatch(/Nothing was found/);
  });

  test.each([
    ['the service is unavailable', { kind: 'status', status: 503 }],
    ['the service does not answer', { kind: 'cut', moment: 'before' }],
    ['the plan has no search', { kind: 'status', status: 403 }],
    ['the answer of the service is broken', { kind: 'malformed' }],
  ] as const)('searches the titles that Deckhand knows, and says so, if %s', async (_, fault) => {
    service.misbehave({ ...fault, route: SEARCH, times: 'always' });
    const list = await found(chloe, 'budget harbour');
    expect(list).toContain('Budget of the harbour');
    expect(list).toMatch(/Papermill does not search just now/);
    expect(list).not.toContain('layoffs');
  });
});

describe('a document that was made for #leaders', () => {
  test('is found by Ben and Ana, who are in the channel', async () => {
    expect(await found(ben, 'budget')).toContain('Budget for layoffs');
    expect(await found(ana, 'budget')).toContain('Budget for layoffs');
  });

  test('is not found by Chloe, also if an admin has opened the search to the whole account', async () => {
    expect(await found(chloe, 'layoffs')).toMatch(/Nothing was found/);
    await allowAccount();
    expect(await found(chloe, 'budget')).not.toContain('layoffs');
    expect(await found(chloe, 'layoffs')).toMatch(/Nothing was found/);
  });

  test('is not found by Chloe while Deckhand does not know its id, and other documents of the account are hidden', async () => {
    await allowAccount();
    await makeAtService(harness, 'Layoffs of another company');
    const polls = { kind: 'status', status: 503, route: 'GET /generations/{id}', times: 'always' } as const;
    const answers = service.misbehave(polls);
    const title = { title: 'Layoffs in May' };
    const root = await askForDeck(harness, 'Layoffs in May', title, { person: ben, channel: 'leaders' });
    await untilCardSays(harness, root, /: making it/);
    harness.serviceClock.skip(A_WHILE);
    expect(await searchAtService(harness, 'Layoffs in May')).toHaveLength(1);
    expect(await found(chloe, 'layoffs')).not.toContain('Layoffs in May');

    await ben.press(root, 'generation_stop');
    await untilCardSays(harness, root, /Follow again/);
    expect(await found(chloe, 'layoffs')).not.toContain('Layoffs in May');
    // Now the service names the document, so Deckhand can tell it from others.
    answers();
    const list = await found(chloe, 'layoffs');
    expect(list).toContain('Layoffs of another company');
    expect(list).not.toContain('Layoffs in May');
  });

  test.each([
    ['document_more', { type: 'button', value: idOn(secret) }],
    ['document_comments', { type: 'button', value: idOn(secret) }],
    ['generation_export', { type: 'overflow', selected_option: { value: `pptx:${idOn(secret)}` } }],
    ['document_find', { type: 'external_select', selected_option: { value: idOn(secret) } }],
  ])('is not opened by a forged %s of Chloe’s', async (action_id, action) => {
    const before = service.calls.length;
    const home = { id: 'V1', type: 'home', private_metadata: JSON.stringify({ id: idOn(secret) }) };
    const { status } = await sendAs(
      harness,
      { person: 'U0CHLOE' },
      {
        type: 'block_actions',
        actions: [{ block_id: 'b', action_ts: '1.1', action_id, ...action }],
        container: { type: 'view', view_id: 'V1' },
        view: { ...home, state: { values: {} } },
      },
    );
    expect(status).toBe(200);
    await untilIdle(harness);
    expect(service.calls.length).toBe(before);
    expect(chloe.view()).toBeNull();
  });
});

test('if Slack does not say which channels Ana is in, she finds only documents that she asked for', async () => {
  await harness.restart();
  const fault = { method: 'users.conversations', error: 'internal_error', times: 99 };
  const end = harness.slack.misbehave(fault);
  const list = await found(ana, 'budget');
  end();
  expect(list).toMatch(/Slack did not say which channels you are in/);
  expect(list).not.toMatch(/harbour|layoffs/);
});

test('the documents of one team are not found by another that uses the same account at the service', async () => {
  await aDeckBy(harness, nora, 'Books of the harbour', 'shop');
  await allowAccount();
  const ours = await found(ben, 'harbour');
  expect(ours).toContain('Budget of the harbour');
  expect(ours).not.toContain('Books of the harbour');
  expect(wordsOf(await find(nora, 'harbour', 'shop'))).not.toContain('Budget');
});

test('if an admin has opened the search, documents that were not made here are listed separately, as links', async () => {
  await makeAtService(harness, 'Brand book');
  expect(await found(chloe, 'brand')).toMatch(/Nothing was found/);
  await allowAccount();
  const list = await find(chloe, 'brand');
  expect(wordsOf(list)).toMatch(/Elsewhere at Papermill[\s\S]*Brand book/);
  expect(hasButton(list, 'document_more')).toBe(false);
});

test('the search on Home offers documents that the person may see, and opens them', async () => {
  await untilHomeSays(harness, chloe, /Looking for an earlier one/);
  await chloe.press('home', 'document_find', 'Budget of the harbour');
  await untilFormSays(chloe, /Get a file into the thread/);
  const hidden = chloe.press('home', 'document_find', 'Budget for layoffs');
  await expect(hidden).rejects.toThrow(/not offered/);
});
