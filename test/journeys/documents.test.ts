import { describe, expect, test } from 'vitest';
import { allowErrors } from '../support/log-errors.ts';
import { buttonsOf, hasButton, stringsIn, wordsOf } from '../support/reading.ts';
import { aDeckBy, changeAtService, deleteAs, idOn, openMore, searchAtService } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { sendAs } from './forged.ts';
import { answerTo, untilCardSays, untilFormSays, untilIdle } from './story.ts';
import { createTwoTeams } from './two-teams.ts';

// Slack does not know the trigger of a forged click.
allowErrors(/invalid_trigger_id/);

const READ = 'GET /gammas/{gammaId}';
const COMMENTS = 'GET /gammas/{gammaId}/comments';
const DELETE = 'DELETE /gammas/{gammaId}';

const harness = await forThisFile(createTwoTeams());
await harness.connect();
const { ana, ben, chloe, service, slack } = harness;

const DELETED = /<!date[^>]*Deleted/;
const aDeck = (title: string) => aDeckBy(harness, chloe, title);
const deletions = () => service.calls.filter(({ method }) => method === 'DELETE').length;

/** From now on the service answers calls of a route with this status. */
const fails = (route: string, status: number, message?: string) =>
  void service.misbehave({ kind: 'status', status, route, times: 'always', ...(message && { message }) });

describe('the view of a document', () => {
  test('says what it is, for whom and where it was made, what it cost, and when it was changed', async () => {
    const view = await openMore(ben, await aDeck('Harbour plan'));
    expect(view).toMatch(/Harbour plan[\s\S]*Presentation[\s\S]*Made for <@U0CHLOE> in <#C0GENERAL>/);
    expect(view).toMatch(/Used \d+ credits/);
    expect(view).toMatch(/Last changed [\s\S]* at Papermill, belongs to Vera Stolz there/);
  });

  test('opens from Chloe’s list of documents as well', async () => {
    await aDeck('Listed plan');
    await openMore(chloe, await answerTo(chloe, '/deck recent'));
    expect(wordsOf(chloe.view()?.view)).toContain('Listed plan');
  });

  test('shows a title that was changed at the service, and so does the card then', async () => {
    const card = await aDeck('Old title');
    await changeAtService(harness, 'Old title', 'Rename it to “New title”');
    const renamed = async () => (await searchAtService(harness, 'New title')).length;
    await expect.poll(renamed).toBe(1);
    expect(await openMore(chloe, card)).toContain('New title');
    await untilCardSays(harness, card, /New title/);
  });

  test('has less to say if the service lacks the route', async () => {
    const card = await aDeck('Quiet plan');
    fails(READ, 404);
    const view = await openMore(chloe, card);
    expect(view).toContain('Get a file into the thread');
    expect(view).not.toMatch(/gone|Last changed/);
  });

  test('says that the document was deleted at the service, without buttons that could not work', async () => {
    const card = await aDeck('Lost plan');
    fails(READ, 404);
    fails(COMMENTS, 404);
    const view = await openMore(chloe, card);
    expect(view).toContain('somebody has deleted it there');
    expect(view).not.toMatch(/Open in Papermill|Get a file/);
    expect(hasButton(chloe.view()?.view, 'generation_archive')).toBe(false);
  });
});

describe('Chloe deletes a document that she asked for', () => {
  test('after she typed its title, the document is gone, and so are its files and texts in Slack', async () => {
    const card = await aDeck('Secret merger');
    const before = deletions();
    expect(slack.files('general', card.ts)).toHaveLength(1);
    expect(await deleteAs(chloe, card, 'secret  Merger ')).toMatchObject({ ok: true });
    await untilFormSays(chloe, /The document is deleted/);
    const gone = await untilCardSays(harness, card, DELETED, ben);
    expect(deletions()).toBe(before + 1);
    expect(wordsOf(gone)).not.toMatch(/Secret merger|Open in|Comments, readers/);
    await untilIdle(harness);
    expect(slack.files('general', card.ts)).toEqual([]);
    expect(wordsOf(slack.messages('general', card.ts))).not.toContain('Secret merger');
    await chloe.close();
    expect(await untilFormSays(chloe, /This document was deleted/)).not.toMatch(/Delete…|Open in/);
  });

  test('with another title nothing is deleted', async () => {
    const card = await aDeck('Third secret');
    const before = deletions();
    expect(stringsIn(await deleteAs(chloe, card, 'Third'))).toContain('This is not its title');
    expect(deletions()).toBe(before);
  });

  test('if it was deleted at the service before, which then refuses, it counts as deleted', async () => {
    const card = await aDeck('Lost answer');
    fails(DELETE, 403);
    fails(COMMENTS, 404);
    await deleteAs(chloe, card, 'Lost answer');
    await untilFormSays(chloe, /The document is deleted/);
    await untilCardSays(harness, card, DELETED);
  });

  test('if the account is no admin at the service, she can archive it instead', async () => {
    const card = await aDeck('Fourth secret');
    const message = 'Access denied - workspace admin role required';
    fails(DELETE, 403, message);
    await deleteAs(chloe, card, 'Fourth secret');
    const said = await untilFormSays(chloe, /Nothing was deleted: the account/);
    expect(said).toContain(`In Papermill’s words: “${message}”`);
    await chloe.press('view', 'generation_archive');
    await untilCardSays(harness, card, /<!date[^>]*Archived/);
  });

  test('if the service is busy for an hour, the view says that she may delete it again, and the card stays', async () => {
    const card = await aDeck('Fifth secret');
    service.misbehave({ kind: 'status', status: 503, retryAfter: 3_600, route: DELETE });
    await deleteAs(chloe, card, 'Fifth secret');
    await untilFormSays(chloe, /did not say whether it was deleted[\s\S]*deleting twice does no harm/);
    expect(buttonsOf(slack.messages('general', card.ts)[0])).toContain('Open in Papermill');
  });
});

describe('who may delete Chloe’s document', () => {
  test('not Ben, even with a forged form', async () => {
    const card = await aDeck('Chloe’s plan');
    const before = deletions();
    const typed = { type: 'plain_text_input', value: 'Chloe’s plan' };
    const { body } = await sendAs(
      harness,
      { person: 'U0BEN' },
      {
        type: 'view_submission',
        view: {
          ...{ id: 'V1', type: 'modal', callback_id: 'document_delete_form', hash: 'h' },
          title: { type: 'plain_text', text: 'Delete document' },
          blocks: [{ type: 'input', block_id: 'delete_title' }],
          private_metadata: JSON.stringify({ id: idOn(card) }),
          state: { values: { delete_title: { delete_title: typed } } },
        },
        response_urls: [],
      },
    );
    expect(stringsIn(body)).toContain('Only the person who asked for this, or a Slack admin');
    expect(deletions()).toBe(before);
  });

  test('Ana, who owns the team', async () => {
    const card = await aDeck('Plan of the team');
    await deleteAs(ana, card, 'Plan of the team');
    await untilCardSays(harness, card, DELETED);
  });
});
