import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { findGeneration } from '../../src/generations/store.ts';
import { allowErrors } from '../support/log-errors.ts';
import { aDeckBy, idOn, openMore } from './document-story.ts';
import { sendAs } from './forged.ts';
import { closeForms, untilCardSays, untilFormSays, untilIdle, wordsOf } from './story.ts';
import { createTwoTeams, RITAS_ACCOUNT, type TwoTeams } from './two-teams.ts';

// A forged click has no trigger.
allowErrors(/invalid_trigger_id/);

/** Chloe's documents: what is known of them, and how they end. Ana, who owns the team, has connected it. */

const READ = 'GET /gammas/{gammaId}';
const COMMENTS = 'GET /gammas/{gammaId}/comments';
const DELETE = 'DELETE /gammas/{gammaId}';

let harness: TwoTeams;
beforeAll(async () => {
  harness = await createTwoTeams({ installedBy: ['ana', 'nora'] });
  await harness.connect();
});
afterEach(async () => {
  harness.service.behave();
  await closeForms(harness.ana, harness.ben, harness.chloe);
});
afterAll(() => harness.close());

const deletions = () => harness.service.calls.filter(({ method }) => method === 'DELETE').length;

/** Opens the document's view and its question, types a title, and says yes. */
async function deleteAs(person: Person, card: Message, title: string) {
  await openMore(person, card);
  await person.press('view', 'document_delete');
  await untilFormSays(person, /Type its title/);
  await person.fill({ 'Type its title to delete it': title });
  return person.submit();
}

describe('what is known of a document', () => {
  test('its view has what it is, when it was made, for whom and where, and its cost', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Harbour plan');
    const view = await openMore(harness.ben, card);
    expect(view).toMatch(/Harbour plan[\s\S]*Presentation[\s\S]*Made for <@U0CHLOE> in <#C0GENERAL>/);
    expect(view).toMatch(/Used \d+ credits/);
    expect(view).toMatch(/Last changed [\s\S]* at Papermill, belongs to Vera Stolz there/);
  });

  test('the same from the list of one’s own documents', async () => {
    await aDeckBy(harness, harness.chloe, 'Listed plan');
    await harness.chloe.command('general', '/deck recent');
    const listed = await harness.chloe.waitForMessage(
      (message) => Boolean(message.ephemeralFor) && /Listed plan/.test(wordsOf(message)),
      { channel: 'general' },
    );
    await openMore(harness.chloe, listed);
    expect(JSON.stringify(harness.chloe.view())).toContain('Listed plan');
  });

  test('a title that was changed at the service is taken over, by the card as well', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'New title');
    await harness.db.query(`update generations set title = '"Old title"' where id = $1`, [idOn(card)]);
    expect(await openMore(harness.chloe, card)).toContain('New title');
    await untilIdle(harness);
    expect(await findGeneration(harness.db, 'T0SMALL', idOn(card))).toMatchObject({ title: 'New title' });
    await untilCardSays(harness, card, /New title/);
  });

  test('a deployment without the route does without, and says nothing of it', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Quiet plan');
    harness.service.misbehave({ kind: 'status', status: 404, route: READ, times: 'always' });
    const view = await openMore(harness.chloe, card);
    expect(view).toContain('Get a file into the thread');
    expect(view).not.toMatch(/gone|Last changed/);
  });

  test('a document that is gone at the service is called that, and has no dead buttons', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Lost plan');
    for (const route of [READ, COMMENTS])
      harness.service.misbehave({ kind: 'status', status: 404, route, times: 'always' });
    const view = await openMore(harness.chloe, card);
    expect(view).toContain('somebody has deleted it there');
    expect(view).not.toMatch(/Open in Papermill|generation_archive|Get a file/);
  });
});

describe('Chloe deletes what she had made', () => {
  test('once she has typed its title: it is gone there, and so are its files and texts here', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Secret merger');
    const id = idOn(card);
    const before = deletions();
    const [file] = harness.slack.files('general', card.ts);
    expect(file).toBeDefined();
    expect(await deleteAs(harness.chloe, card, 'secret  Merger ')).toMatchObject({ ok: true });
    await untilFormSays(harness.chloe, /The document is deleted/);
    const gone = await untilCardSays(harness, card, /<!date[^>]*Deleted/, harness.ben);
    expect(deletions()).toBe(before + 1);
    expect(wordsOf(gone)).not.toMatch(/Secret merger|Open in|Comments, readers/);
    await untilIdle(harness);
    expect(harness.slack.files('general', card.ts)).toEqual([]);
    const said = harness.slack.messages('general', card.ts).filter(({ ts }) => ts !== card.ts);
    expect(JSON.stringify(said)).not.toContain('Secret merger');
    const [row] = await harness.db.query<Record<string, unknown>>('select * from generations where id = $1', [
      id,
    ]);
    expect(row).toMatchObject({ thumbnail: null, doc_url: null, title: null, ask: null });
    expect(JSON.stringify({ ...row, key: '' })).not.toMatch(/Secret merger|https?:/);
  });

  test('the view below the question says so as well', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Second secret');
    await deleteAs(harness.chloe, card, 'Second secret');
    await untilFormSays(harness.chloe, /The document is deleted/);
    await harness.chloe.close();
    expect(await untilFormSays(harness.chloe, /This document was deleted/)).not.toMatch(/Delete…|Open in/);
  });

  test('with another title nothing is deleted', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Third secret');
    const before = deletions();
    const answer = await deleteAs(harness.chloe, card, 'Third');
    expect(JSON.stringify(answer)).toContain('This is not its title');
    expect(deletions()).toBe(before);
  });

  test('it is gone at the service, which refuses to delete it again: that is as good as deleted', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Lost answer');
    harness.service.misbehave({ kind: 'status', status: 403, route: DELETE, times: 'always' });
    harness.service.misbehave({
      kind: 'status',
      status: 404,
      route: 'GET /gammas/{gammaId}/comments',
      times: 'always',
    });
    await deleteAs(harness.chloe, card, 'Lost answer');
    await untilFormSays(harness.chloe, /The document is deleted/);
    await untilCardSays(harness, card, /<!date[^>]*Deleted/);
  });

  test('where the account is no admin at the service, archiving is offered, and does it', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Fourth secret');
    harness.service.misbehave({
      ...{ kind: 'status', status: 403, route: DELETE, times: 'always' },
      message: 'Access denied - workspace admin role required',
    });
    await deleteAs(harness.chloe, card, 'Fourth secret');
    const said = await untilFormSays(harness.chloe, /Nothing was deleted: the account/);
    expect(said).toContain('Papermill says: “Access denied - workspace admin role required”');
    await harness.chloe.press('view', 'generation_archive');
    await untilCardSays(harness, card, /<!date[^>]*Archived/);
  });

  const failures: [string, number, RegExp][] = [
    ['busy', 503, /did not say whether it was deleted[\s\S]*deleting twice does no harm/],
    ['too many requests', 429, /too many requests/],
    ['the access is no longer good', 401, /no longer accepts Deckhand’s access/],
  ];
  test.each(failures)('%s: the view says so, and the card stays', async (_, status, words) => {
    const card = await aDeckBy(harness, harness.chloe, 'Fifth secret');
    harness.service.misbehave({ kind: 'status', status, route: DELETE, times: 1 });
    if (status === 401) harness.service.misbehave({ kind: 'status', status, route: DELETE, times: 'always' });
    await deleteAs(harness.chloe, card, 'Fifth secret');
    await untilFormSays(harness.chloe, words);
    expect(wordsOf(harness.slack.messages('general', card.ts)[0] as Message)).toContain('Open in Papermill');
    if (status === 401) await harness.connect();
  });
});

describe('who may delete', () => {
  const submission = (id: string, title: string) => ({
    type: 'view_submission',
    view: {
      ...{ id: 'V1', type: 'modal', callback_id: 'document_delete_form', hash: 'h' },
      title: { type: 'plain_text', text: 'Delete document' },
      blocks: [{ type: 'input', block_id: 'delete_title' }],
      private_metadata: JSON.stringify({ id }),
      state: { values: { delete_title: { delete_title: { type: 'plain_text_input', value: title } } } },
    },
    response_urls: [],
  });

  test('Ben, by a form of his own making, does not', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Chloe’s plan');
    const before = deletions();
    const { body } = await sendAs(harness, { person: 'U0BEN' }, submission(idOn(card), 'Chloe’s plan'));
    expect(JSON.stringify(body)).toContain('Only the person who asked for this, or a Slack admin');
    expect(deletions()).toBe(before);
  });

  test('Ana, who owns the team, may', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Plan of the team');
    await deleteAs(harness.ana, card, 'Plan of the team');
    await untilCardSays(harness, card, /<!date[^>]*Deleted/);
  });

  test('Ana finds nothing of a conversation that she is not in', async () => {
    const { body } = await sendAs(harness, { person: 'U0ANA' }, submission(crypto.randomUUID(), 'x'));
    expect(JSON.stringify(body)).toContain('Deckhand no longer has this one');
  });

  test('Nora, in another team, finds nothing by its id', async () => {
    await harness.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
    const card = await aDeckBy(harness, harness.chloe, 'Foreign plan');
    const before = deletions();
    const { body } = await sendAs(
      harness,
      { person: 'U0NORA', team: 'T0BOOKS' },
      submission(idOn(card), 'Foreign plan'),
    );
    expect(JSON.stringify(body)).toContain('Deckhand no longer has this one');
    expect(deletions()).toBe(before);
  });

  test('Chloe, who is not among the leaders, learns nothing of their document, nor does a document of hers help', async () => {
    const card = await aDeckBy(harness, harness.ben, 'Leaders alone', 'leaders');
    const { body } = await sendAs(harness, { person: 'U0CHLOE' }, submission(idOn(card), 'Leaders alone'));
    expect(JSON.stringify(body)).toContain('Deckhand no longer has this one');
  });
});
