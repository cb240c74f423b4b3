import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { allowErrors } from '../support/log-errors.ts';
import { aDeckBy, idOn } from './document-story.ts';
import { sendAs } from './forged.ts';
import { createHarness, type Harness } from './harness.ts';
import { closeForms, untilFormSays, untilHomeSays, untilIdle, wordsOf } from './story.ts';

// A forged click has no trigger.
allowErrors(/invalid_trigger_id/);

/** People look for documents. What was made for the leaders, of whom Chloe is none, she is never shown. */

const SEARCH = 'GET /gammas/search';

let harness: Harness;
let budget: Message;
let secret: Message;
beforeAll(async () => {
  harness = await createHarness();
  budget = await aDeckBy(harness, harness.ben, 'Budget of the harbour');
  secret = await aDeckBy(harness, harness.ben, 'Budget for layoffs', 'leaders');
});
afterEach(async () => {
  harness.service.behave();
  await closeForms(harness.ana, harness.ben, harness.chloe);
  await decide('made_here');
});
afterAll(() => harness.close());

/** `/deck find …` @returns the list that the person alone sees */
async function find(person: Person, words: string): Promise<Message> {
  const before = person.ephemerals('general').length;
  await person.command('general', `/deck find ${words}`.trim());
  await expect.poll(() => person.ephemerals('general').length).toBe(before + 1);
  return person.ephemerals('general').at(-1) as Message;
}

async function decide(search: 'made_here' | 'account'): Promise<void> {
  await harness.ana.command('general', '/deck settings');
  await harness.ana.waitForView(({ view }) => view.callback_id === 'settings_form');
  await harness.ana.fill({ settings_scope: 'team' });
  await untilFormSays(harness.ana, /policy_search/);
  await harness.ana.fill({ policy_search: search });
  await harness.ana.submit();
  await untilFormSays(harness.ana, /Saved/);
  await harness.ana.close();
}

describe('/deck find', () => {
  test('lists what was made here and the person may see, to be opened; nobody else sees the list', async () => {
    const list = await find(harness.chloe, 'budget');
    expect(wordsOf(list)).toMatch(
      /Documents for “budget”[\s\S]*Budget of the harbour[\s\S]*for <@U0BEN> in <#C0GENERAL>/,
    );
    expect(list.ephemeralFor).toBe('U0CHLOE');
    await harness.chloe.press(list, 'document_more');
    await untilFormSays(harness.chloe, /Budget of the harbour/);
  });

  test('the words may stand in the document alone, since the service looks there', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Lighthouse keepers wanted');
    await harness.db.query('update generations set title = null, label = null where id = $1', [idOn(card)]);
    expect(wordsOf(await find(harness.ben, 'lighthouse'))).toContain('Documents for');
  });

  test('a list that is out of date is made anew when its deleted document is opened', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Buoys to be painted');
    const list = await find(harness.ben, 'buoys');
    await harness.db.query('update generations set deleted_at = now(), title = null where id = $1', [
      idOn(card),
    ]);
    await harness.ben.press(list, 'document_more');
    await untilFormSays(harness.ben, /This document was deleted/);
    await expect
      .poll(() => wordsOf(harness.ben.ephemerals('general').at(-1) as Message))
      .toMatch(/Nothing was found for “buoys”/);
  });

  test('nothing is found, or nothing is asked for: it says what to do', async () => {
    expect(wordsOf(await find(harness.chloe, 'zeppelin'))).toMatch(/Nothing was found for “zeppelin”/);
    expect(wordsOf(await find(harness.chloe, ''))).toMatch(/Type `\/deck find` followed by words/);
  });

  test('words that would mention somebody do not', async () => {
    const list = await find(harness.chloe, 'x <!channel> & <@U0ANA>');
    expect(list.text).toContain('&lt;!channel&gt; &amp; &lt;@U0ANA&gt;');
    expect(list.text).not.toMatch(/<!channel>|<@U0ANA>/);
  });

  test('a deleted or archived one: the first is gone, the second says so', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Regatta of old');
    await harness.db.query('update generations set archived_at = now() where id = $1', [idOn(card)]);
    expect(wordsOf(await find(harness.ben, 'regatta'))).toContain('Archived');
    await harness.db.query('update generations set deleted_at = now() where id = $1', [idOn(card)]);
    expect(wordsOf(await find(harness.ben, 'regatta'))).toMatch(/Nothing was found/);
  });

  test.each([
    ['while the service does not search', { kind: 'status', status: 503 }],
    ['while it is not there at all', { kind: 'cut', moment: 'before' }],
    ['where the plan has no search', { kind: 'status', status: 403 }],
    ['while it answers nonsense', { kind: 'malformed' }],
  ] as const)('%s, titles known here are gone through, which is said', async (_, fault) => {
    harness.service.misbehave({ ...fault, route: SEARCH, times: 'always' });
    const list = await find(harness.chloe, 'budget harbour');
    expect(wordsOf(list)).toContain('Budget of the harbour');
    expect(wordsOf(list)).toMatch(/Papermill does not search just now/);
    expect(wordsOf(list)).not.toContain('layoffs');
  });
});

describe('what was made in private stays there', () => {
  test('those who are in the conversation find it', async () => {
    expect(wordsOf(await find(harness.ben, 'budget'))).toContain('Budget for layoffs');
    expect(wordsOf(await find(harness.ana, 'budget'))).toContain('Budget for layoffs');
  });

  test('Chloe does not: by the list, by Home, or where admins have opened the search', async () => {
    expect(wordsOf(await find(harness.chloe, 'layoffs'))).toMatch(/Nothing was found/);
    await untilHomeSays(harness, harness.chloe, /Looking for an earlier one/);
    await decide('account');
    expect(wordsOf(await find(harness.chloe, 'budget'))).not.toContain('layoffs');
    expect(wordsOf(await find(harness.chloe, 'layoffs'))).toMatch(/Nothing was found/);
  });

  test('nor one that is in the making, or was stopped, and is at the service before its id is known here', async () => {
    const [was] = await harness.db.query<{ doc_id: string }>('select doc_id from generations where id = $1', [
      idOn(secret),
    ]);
    await decide('account');
    await makeAtService('Layoffs of another company');
    for (const state of ['following', 'stopped']) {
      await harness.db.query('update generations set state = $2, doc_id = null where id = $1', [
        idOn(secret),
        state,
      ]);
      expect(wordsOf(await find(harness.chloe, 'layoffs'))).not.toContain('Budget for layoffs');
    }
    await harness.db.query(`update generations set state = 'delivered', doc_id = $2 where id = $1`, [
      idOn(secret),
      was?.doc_id,
    ]);
    expect(wordsOf(await find(harness.chloe, 'layoffs'))).toContain('Layoffs of another company');
  });

  test('nor by a button or a menu that names it', async () => {
    for (const action of [
      { type: 'button', action_id: 'document_more', value: idOn(secret) },
      { type: 'button', action_id: 'document_comments', value: idOn(secret) },
      {
        type: 'overflow',
        action_id: 'generation_export',
        selected_option: { value: `pptx:${idOn(secret)}` },
      },
      { type: 'external_select', action_id: 'document_find', selected_option: { value: idOn(secret) } },
    ]) {
      const before = harness.service.calls.length;
      const { status } = await sendAs(
        harness,
        { person: 'U0CHLOE' },
        {
          type: 'block_actions',
          actions: [{ block_id: 'b', action_ts: '1.1', ...action }],
          container: { type: 'view', view_id: 'V1' },
          view: {
            id: 'V1',
            type: 'home',
            private_metadata: JSON.stringify({ id: idOn(secret) }),
            state: { values: {} },
          },
        },
      );
      expect(status).toBe(200);
      await untilIdle(harness);
      expect(harness.service.calls.length).toBe(before);
      expect(harness.chloe.view()).toBeNull();
    }
  });

  test('where Slack does not say who is where, everybody finds their own alone', async () => {
    await harness.restart();
    const other = harness.slack.misbehave({
      method: 'users.conversations',
      error: 'internal_error',
      times: 99,
    });
    const list = await find(harness.ana, 'budget');
    other();
    expect(wordsOf(list)).toMatch(/Slack did not say which channels you are in/);
    expect(wordsOf(list)).not.toMatch(/harbour|layoffs/);
  });

  test('another team’s documents are found by nobody here, though the account is the same', async () => {
    await harness.db.query(`update generations set team = 'T0OTHER' where id = $1`, [idOn(budget)]);
    await decide('account');
    expect(wordsOf(await find(harness.ben, 'harbour'))).not.toContain('Budget of the harbour');
    await harness.db.query(`update generations set team = 'T0SMALL' where id = $1`, [idOn(budget)]);
  });
});

/** Somebody makes a document at the service itself. */
async function makeAtService(title: string): Promise<void> {
  const { baseUrl } = harness.service;
  const headers = { 'content-type': 'application/json', 'X-API-KEY': harness.env.SERVICE_API_KEY ?? '' };
  const body = JSON.stringify({ inputText: title, title, textMode: 'preserve', format: 'presentation' });
  const made = await fetch(`${baseUrl}/v1.0/generations`, { method: 'POST', headers, body });
  const { generationId } = (await made.json()) as { generationId: string };
  harness.service.finishNow(generationId);
}

describe('where admins have opened the search', () => {
  test('documents that were not made here are listed apart, as links', async () => {
    await makeAtService('Brand book');
    expect(wordsOf(await find(harness.chloe, 'brand'))).toMatch(/Nothing was found/);
    await decide('account');
    const list = await find(harness.chloe, 'brand');
    expect(wordsOf(list)).toMatch(/Elsewhere at Papermill[\s\S]*Brand book/);
    expect(JSON.stringify(list)).not.toContain('document_more');
  });
});

describe('the search on Home', () => {
  test('offers what the person may see, and opens it', async () => {
    await untilHomeSays(harness, harness.chloe, /Looking for an earlier one/);
    const home = harness.chloe.home();
    expect(JSON.stringify(home)).toContain('"min_query_length":3');
    await harness.chloe.press('home', 'document_find', 'Budget of the harbour');
    await untilFormSays(harness.chloe, /Get a file into the thread/);
    await expect(harness.chloe.press('home', 'document_find', 'Budget for layoffs')).rejects.toThrow(
      /not offered/,
    );
  });
});
