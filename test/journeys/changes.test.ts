import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { allowErrors } from '../support/log-errors.ts';
import { idOn, openMore } from './document-story.ts';
import { sendAs } from './forged.ts';
import {
  askForDeck,
  closeForms,
  hasFile,
  untilCardSays,
  untilIdle,
  untilThreadHas,
  wordsOf,
} from './story.ts';
import { createTwoTeams, RITAS_ACCOUNT, STUDIO_KEY, type TwoTeams } from './two-teams.ts';

// A forged click has no trigger.
allowErrors(/invalid_trigger_id/);

/** Chloe has a deck made, and people want it otherwise. */

/** What who asked for a document may do with it, and admins. */
const OWNERS = /document_delete|document_readers|generation_archive/;
const EDITS = 'POST /agent/gammas/{gammaId}/edits';

let harness: TwoTeams;
beforeAll(async () => {
  harness = await createTwoTeams({ installedBy: ['ana', 'nora'] });
  await harness.connect();
});
afterEach(() => harness.service.behave());
afterAll(() => harness.close());

/** Changes that the service was asked for. */
const edits = () =>
  harness.service.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/edits'));
const editsSaying = (words: string) => edits().filter(({ body }) => JSON.stringify(body).includes(words));

async function aDeck(title: string): Promise<Message> {
  const root = await askForDeck(harness, title, { title }, { person: harness.chloe });
  await untilThreadHas(harness, root, hasFile);
  return untilCardSays(harness, root, /Change it…/);
}

/** "Change it…", and a wish. @returns what Slack answers */
async function change(card: Message, wish: string, person: Person = harness.chloe) {
  expect(await person.press(card, 'document_change')).toMatchObject({ ok: true });
  await person.waitForView(({ view }) => view.callback_id === 'change_form');
  await person.fill({ wish });
  return person.submit();
}

/** The message in the document's thread that is about this wish. */
const followUp = (card: Message, wish: string, words: RegExp) =>
  harness.chloe.waitForMessage(
    (message) =>
      message.thread_ts === card.ts && wordsOf(message).includes(wish) && words.test(wordsOf(message)),
    { channel: 'general', timeoutMs: 30_000 },
  );

const idIn = (card: Message) =>
  /"action_id":"document_change","value":"([^"]+)"/.exec(JSON.stringify(card.blocks))?.[1] ?? '';

async function docIdOf(card: Message): Promise<string> {
  const [row] = await harness.db.query<{ doc_id: string }>('select doc_id from generations where id = $1', [
    idIn(card),
  ]);
  return row?.doc_id ?? '';
}

/** Somebody changes the document at the service itself. */
async function changeElsewhere(card: Message, prompt: string): Promise<void> {
  const response = await fetch(`${harness.service.baseUrl}/v1.0/agent/gammas/${await docIdOf(card)}/edits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-API-KEY': STUDIO_KEY },
    body: JSON.stringify({ prompt }),
  });
  expect(response.status).toBe(202);
}

describe('Chloe has her deck changed', () => {
  test('one wish; the thread shows it under way, then done, with a fresh file; its card has the document’s buttons', async () => {
    const card = await aDeck('Harbour plan');
    const filesBefore = harness.slack.files('general', card.ts).length;
    expect(await change(card, 'Make the title shorter')).toMatchObject({ ok: true });
    const done = await followUp(card, 'Make the title shorter', /Changed: “[\s\S]*Change it…/);
    expect(wordsOf(done)).toContain('Open in Papermill');
    expect(wordsOf(done)).toContain('Export as PDF');
    expect(wordsOf(done)).toContain('Change it…');
    await expect.poll(() => harness.slack.files('general', card.ts).length).toBe(filesBefore + 1);
    await untilIdle(harness);
    expect(harness.slack.files('general', card.ts)).toHaveLength(filesBefore + 1);
    expect(editsSaying('Make the title shorter')).toHaveLength(1);
  });

  test('a new title is the title of the fresh file and of the first message, and the list has the document once', async () => {
    const card = await aDeck('Long-winded plan');
    await change(card, 'Rename it to “Short plan”');
    await followUp(card, 'Rename it', /Changed: “/);
    const named = () => harness.slack.files('general', card.ts).map(({ name }) => name);
    await expect.poll(named).toContain('Short plan.pptx');
    // The first message follows by itself.
    expect((await untilCardSays(harness, card, /\|Short plan>/)).text).toContain('“Short plan” is ready');
    await untilIdle(harness);
    await harness.chloe.command('general', '/deck recent');
    const list = await harness.chloe.waitForMessage(
      (message) => /What you made lately/.test(wordsOf(message)),
      {
        channel: 'general',
      },
    );
    expect(wordsOf(list).match(/· Change ·/g)).toBeNull();
  });

  test('Ben, who sees it, may as well; a change of the change is one of the same document', async () => {
    const card = await aDeck('Lighthouse plan');
    await change(card, 'Add a slide on risks', harness.ben);
    const first = await followUp(card, 'Add a slide on risks', /Changed: “[\s\S]*Change it…/);
    expect(wordsOf(first)).toContain('Asked by <@U0BEN>');
    await change(first, 'Make it friendlier', harness.chloe);
    await followUp(card, 'Make it friendlier', /Changed: “/);
    const paths = [...editsSaying('Add a slide on risks'), ...editsSaying('Make it friendlier')];
    expect(new Set(paths.map(({ path }) => path)).size).toBe(1);
  });

  test('Ben’s change makes it none of his: its end and its readers stay Chloe’s, on his message, too', async () => {
    const card = await aDeck('Buoy plan');
    await change(card, 'Add a slide on tides', harness.ben);
    const his = await followUp(card, 'Add a slide on tides', /Changed: “[\s\S]*Comments, readers/);
    expect(await openMore(harness.ben, his)).not.toMatch(OWNERS);
    await closeForms(harness.ben);
    const called = () => harness.service.calls.filter(({ path }) => /analytics|archive/.test(path)).length;
    const [before, place] = [called(), { id: 'C0GENERAL', name: 'general' }];
    for (const action_id of ['document_readers_by_name', 'document_delete', 'generation_archive'])
      await sendAs(
        harness,
        { person: harness.ben.id },
        {
          type: 'block_actions',
          actions: [{ type: 'button', block_id: 'b', action_ts: '1.1', action_id, value: idOn(his) }],
          channel: place,
          message: { type: 'message', ts: his.ts },
          container: { type: 'message', message_ts: his.ts, channel_id: place.id },
        },
      );
    await untilIdle(harness);
    expect(called()).toBe(before);
    expect(await openMore(harness.chloe, his)).toMatch(OWNERS);
    await closeForms(harness.chloe);
  });

  test('a form that is sent twice is one change', async () => {
    const card = await aDeck('Ferry plan');
    await harness.chloe.press(card, 'document_change');
    const { id, view } = await harness.chloe.waitForView();
    const values = { wish: { wish: { type: 'plain_text_input', value: 'Name the ferries' } } };
    const form = {
      type: 'view_submission',
      view: { ...view, id, team_id: 'T0SMALL', state: { values } },
      response_urls: [],
    };
    const by = { person: harness.chloe.id };
    await Promise.all([sendAs(harness, by, form), sendAs(harness, by, form)]);
    await followUp(card, 'Name the ferries', /Changed: “/);
    await untilIdle(harness);
    expect(editsSaying('Name the ferries')).toHaveLength(1);
    await harness.chloe.close();
  });

  test('an empty wish is not taken', async () => {
    const card = await aDeck('Empty plan');
    expect(await change(card, '   ')).toMatchObject({
      errors: { wish: expect.stringMatching(/Write what/) },
    });
    await harness.chloe.close();
  });

  test('a wish cannot mention anybody or forge a link', async () => {
    const card = await aDeck('Quiet plan');
    await change(card, 'Say <!channel> <https://evil.example|here>');
    const done = await followUp(card, 'Say ', /Changed: “/);
    expect(JSON.stringify(done.blocks)).not.toContain('<!channel>');
    expect(JSON.stringify(done.blocks)).toContain('&lt;!channel&gt;');
  });
});

describe('one at a time', () => {
  test('Ben’s waits for Chloe’s, and says so; a third is not taken while they are under way', async () => {
    const card = await aDeck('Busy plan');
    harness.service.misbehave({ kind: 'generation_takes', ms: 60_000, containing: 'First wish' });
    await change(card, 'First wish');
    await followUp(card, 'First wish', /: changing it/);
    await change(card, 'Second wish', harness.ben);
    await followUp(card, 'Second wish', /[Ww]aits until another change/);
    const third = await change(card, 'Third wish', harness.ana);
    expect(third).toMatchObject({ errors: { wish: expect.stringMatching(/another one waits/) } });
    await harness.ana.close();
    harness.serviceClock.skip(60_000);
    await followUp(card, 'First wish', /Changed: “/);
    await followUp(card, 'Second wish', /Changed: “/);
    expect(editsSaying('Second wish')).toHaveLength(1);
  });

  test('where it is changed elsewhere, Chloe says that hers comes after', async () => {
    const card = await aDeck('Shared plan');
    harness.service.misbehave({ kind: 'generation_takes', ms: 60_000, containing: 'Elsewhere' });
    await changeElsewhere(card, 'Elsewhere');
    await change(card, 'After yours');
    const asked = await followUp(card, 'Do mine after', /Another change of it is under way/);
    expect(wordsOf(asked)).toContain('Follow it');
    // It is a question, and nothing that went wrong.
    expect(wordsOf(asked)).toMatch(/is not changed yet/);
    expect(wordsOf(asked)).not.toMatch(/:x:|Reference/);
    // Ben decides nothing for her.
    await harness.ben.press(asked, 'change_after');
    await expect
      .poll(() => harness.ben.ephemerals('general').map(wordsOf).join())
      .toMatch(/Only the person who wanted this change/);
    await harness.chloe.press(asked, 'change_after');
    await followUp(card, 'After yours', /[Ww]aits until another change/);
    harness.serviceClock.skip(60_000);
    await followUp(card, 'After yours', /Changed: “/);
  });

  test('or writes hers anew, and is asked no more', async () => {
    const card = await aDeck('Impatient plan');
    harness.service.misbehave({ kind: 'generation_takes', ms: 60_000, containing: 'Elsewhere' });
    await changeElsewhere(card, 'Elsewhere');
    await change(card, 'Not at once');
    const asked = await followUp(card, 'Do mine after', /Another change of it is under way/);
    harness.serviceClock.skip(60_000);
    await change(asked, 'Later, then');
    await followUp(card, 'Later, then', /Changed: “/);
    await followUp(card, '“Not at once” was sent anew', /^(?!.*Do mine after)/s);
    await sendAs(harness, { person: harness.chloe.id }, clickOn(asked, 'change_after'));
    await untilIdle(harness);
    expect(editsSaying('Not at once')).toHaveLength(1);
  });

  test('where the one that she followed fails, hers can still be made', async () => {
    const card = await aDeck('Unlucky plan');
    harness.service.misbehave({ kind: 'generation_takes', ms: 60_000, containing: 'Elsewhere' });
    harness.service.misbehave({ kind: 'generation_fails', containing: 'Elsewhere' });
    await changeElsewhere(card, 'Elsewhere');
    await change(card, 'Mine after all');
    const asked = await followUp(card, 'Follow it', /Another change of it is under way/);
    await harness.chloe.press(asked, 'change_follow_other');
    harness.serviceClock.skip(60_000);
    const failed = await followUp(
      card,
      'as somebody wanted it elsewhere',
      /could not be changed[\s\S]*Do mine now/,
    );
    await harness.chloe.press(failed, 'change_now');
    await followUp(card, 'Mine after all', /Changed: “/);
    await followUp(card, 'as somebody wanted it elsewhere', /could not be changed(?!.*Do mine now)/s);
  });

  test('or follows that one, and hers is made from its message, once', async () => {
    const card = await aDeck('Followed plan');
    harness.service.misbehave({ kind: 'generation_takes', ms: 60_000, containing: 'Elsewhere' });
    await changeElsewhere(card, 'Elsewhere');
    await change(card, 'Mine as well');
    const asked = await followUp(card, 'Follow it', /Another change of it is under way/);
    const before = edits().length;
    await harness.chloe.press(asked, 'change_follow_other');
    harness.serviceClock.skip(60_000);
    const followed = await followUp(card, 'was changed elsewhere', /Do mine now/);
    await untilIdle(harness);
    expect(edits()).toHaveLength(before);
    await harness.ben.press(followed, 'change_now');
    await harness.chloe.press(followed, 'change_now');
    await followUp(card, 'Mine as well', /Changed: “/);
    // The button goes once it was used; a click that comes later all the same does nothing.
    await followUp(card, 'was changed elsewhere', /^(?!.*Do mine now)/s);
    await sendAs(harness, { person: harness.chloe.id }, clickOn(followed, 'change_now'));
    await untilIdle(harness);
    expect(edits()).toHaveLength(before + 1);
    expect(edits().at(-1)?.body).toEqual({ prompt: 'Mine as well' });
  });
});

/** A click on a button that the message no longer has. */
function clickOn(message: Message, action_id: string) {
  const value = new RegExp(`"action_id":"${action_id}","value":"([^"]+)"`).exec(
    JSON.stringify(message.blocks),
  )?.[1];
  return {
    type: 'block_actions',
    actions: [{ type: 'button', block_id: 'b', action_ts: '1.1', action_id, value }],
    channel: { id: 'C0GENERAL', name: 'general' },
    message: { type: 'message', ts: message.ts },
    container: { type: 'message', message_ts: message.ts, channel_id: 'C0GENERAL' },
  };
}

describe('trouble is told plainly', () => {
  const refusal = (status: number, message: string) => () =>
    void harness.service.misbehave({ kind: 'status', status, message, route: EDITS });
  const failures: [string, RegExp, () => void][] = [
    [
      'the right is missing',
      /may not edit this document: that takes edit permission[\s\S]*Papermill says: “No editing/,
      refusal(403, 'No editing for you'),
    ],
    ['the document is gone', /no longer has this document/, refusal(404, 'Not found')],
    ['no credits', /credits at Papermill are used up/, refusal(402, 'Insufficient credits remaining')],
    [
      'not accepted',
      /did not accept this change[\s\S]*Papermill says: “Too vague/,
      refusal(400, 'Too vague'),
    ],
    [
      'it could not be done',
      /tried, and could not change it[\s\S]*Papermill says: “Out of ink/,
      () => void harness.service.misbehave({ kind: 'generation_fails', message: 'Out of ink' }),
    ],
  ];

  test.each(failures)('%s; the same button begins with the same words', async (name, words, arrange) => {
    const card = await aDeck(`Plan: ${name}`);
    arrange();
    await change(card, 'A change that fails');
    const failed = await followUp(card, 'could not be changed', words);
    expect(wordsOf(failed)).not.toContain('inside Deckhand');
    await harness.chloe.press(failed, 'document_change');
    const opened = await harness.chloe.waitForView();
    expect(JSON.stringify(opened.view)).toContain('A change that fails');
    await harness.chloe.close();
    // What she wrote is for her eyes alone.
    await harness.ben.press(failed, 'document_change');
    expect(JSON.stringify((await harness.ben.waitForView()).view)).not.toContain('A change that fails');
    await harness.ben.close();
  });

  test('a lost answer asks Chloe, and nothing is spent twice', async () => {
    const card = await aDeck('Lost plan');
    harness.service.misbehave({ kind: 'cut', moment: 'after', route: EDITS });
    await change(card, 'Lost on the way');
    const asked = await followUp(
      card,
      'needs a decision',
      /may or may not be made[\s\S]*Open the document first/,
    );
    expect(editsSaying('Lost on the way')).toHaveLength(1);
    await harness.chloe.press(asked, 'generation_leave_it');
    await untilIdle(harness);
    expect(editsSaying('Lost on the way')).toHaveLength(1);
  });

  test('busy is waited for', async () => {
    const card = await aDeck('Patient plan');
    harness.service.misbehave({
      kind: 'status',
      status: 503,
      message: 'Agents are busy',
      route: EDITS,
      times: 2,
    });
    await change(card, 'Worth the wait');
    await followUp(card, 'Worth the wait', /Changed: “/);
  });
});

describe('an id proves nothing', () => {
  /** A form that their client never opened. */
  const sendForm = (by: { person: string; team?: string }, id: string, wish: string) =>
    sendAs(harness, by, {
      type: 'view_submission',
      view: {
        type: 'modal',
        id: `V${wish}`,
        callback_id: 'change_form',
        private_metadata: JSON.stringify({ id }),
        team_id: by.team ?? 'T0SMALL',
        blocks: [],
        title: { type: 'plain_text', text: 'Change it' },
        state: { values: { wish: { wish: { type: 'plain_text_input', value: wish } } } },
      },
      response_urls: [],
    });

  test('Nora, in another team, changes nothing by it', async () => {
    await harness.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
    const card = await aDeck('Secret plan');
    const before = edits().length;
    const place = {
      channel: { id: 'C0GENERAL', name: 'general' },
      message: { type: 'message', ts: card.ts },
    };
    await sendAs(
      harness,
      { person: 'U0NORA', team: 'T0BOOKS' },
      {
        type: 'block_actions',
        actions: [
          {
            type: 'button',
            block_id: 'b',
            action_ts: '1.1',
            action_id: 'document_change',
            value: idIn(card),
          },
        ],
        ...place,
        container: { type: 'message', message_ts: card.ts, channel_id: 'C0GENERAL' },
      },
    );
    expect(harness.nora.view()).toBeNull();
    const answer = await sendForm({ person: 'U0NORA', team: 'T0BOOKS' }, idIn(card), 'Give it to me');
    expect(JSON.stringify(answer.body)).toMatch(/no longer has this one/);
    await untilIdle(harness);
    expect(edits()).toHaveLength(before);
  });

  test('Chloe cannot change what was made where she is not', async () => {
    const root = await askForDeck(harness, 'Leaders only', { title: 'Leaders only' }, { channel: 'leaders' });
    await untilThreadHas(harness, root, hasFile);
    const theirs = await untilCardSays(harness, root, /Change it…/);
    const answer = await sendForm({ person: harness.chloe.id }, idIn(theirs), 'Let me see');
    expect(JSON.stringify(answer.body)).toMatch(/no longer has this one/);
    expect(editsSaying('Let me see')).toEqual([]);
  });
});
