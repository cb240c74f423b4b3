import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { DISCONNECT_FORM } from '../../src/slack/bolt/action-ids.ts';
import { allowErrors } from '../support/log-errors.ts';
import { aDeckBy, idOn, openMore } from './document-story.ts';
import { sendAs } from './forged.ts';
import { closeForms, untilCardSays, untilFormSays, untilIdle, wordsOf } from './story.ts';
import { createTwoTeams, RITAS_ACCOUNT, type TwoTeams } from './two-teams.ts';

// A forged click has no trigger.
allowErrors(/invalid_trigger_id/);

/** Chloe has a deck made; Ana, who owns the team, has connected it. */

const ARCHIVE_BUTTON = 'generation_archive';
const ARCHIVE = 'POST /gammas/{gammaId}/archive';

let harness: TwoTeams;
beforeAll(async () => {
  harness = await createTwoTeams({ installedBy: ['ana', 'nora'] });
  await harness.connect();
});
afterEach(() => harness.service.behave());
afterAll(() => harness.close());

const archiveCalls = () => harness.service.calls.filter(({ path }) => path.endsWith('/archive')).length;

/** Chloe's deck, delivered. @returns its card */
const aDeck = (title: string) => aDeckBy(harness, harness.chloe, title);

/** Opens the document's view, clicks there, and says yes to the question. */
async function archive(person: Person, card: Message): Promise<void> {
  await openMore(person, card);
  await person.press('view', ARCHIVE_BUTTON);
}

/** @returns what the person is told in the view */
async function archiveInVain(person: Person, card: Message, words: RegExp): Promise<string> {
  await archive(person, card);
  const said = await untilFormSays(person, words);
  await closeForms(person);
  return said;
}

/** The question that Slack asks before it sends the click. */
function questionIn(view: string): string {
  return /"confirm":\{"title":\{[^}]*"text":"([^"]*)"/.exec(view)?.[1] ?? '';
}

describe('Chloe archives what she had made', () => {
  afterEach(() => closeForms(harness.chloe));

  test('she is asked with its title; the card says so for everybody, and is only to be opened', async () => {
    const card = await aDeck('Autumn plan');
    const before = archiveCalls();
    expect(questionIn(await openMore(harness.chloe, card))).toBe('Archive “Autumn plan”?');
    await harness.chloe.press('view', ARCHIVE_BUTTON);
    const archived = await untilCardSays(harness, card, /<!date[^>]*Archived/, harness.ben);
    expect(wordsOf(archived)).toContain('Open in Papermill');
    expect(await untilFormSays(harness.chloe, /<!date[^>]*Archived/)).not.toContain(ARCHIVE_BUTTON);
    expect(archiveCalls()).toBe(before + 1);
  });

  test('it stays archived when the card is drawn again, and in her list', async () => {
    const card = await aDeck('Winter plan');
    await archive(harness.chloe, card);
    await untilCardSays(harness, card, /<!date[^>]*Archived/);
    await harness.chloe.command('general', '/deck recent');
    await expect
      .poll(() => wordsOf(harness.chloe.ephemerals('general').at(-1) as Message))
      .toMatch(/Winter plan[\s\S]*Archived/);
  });

  test('clicked twice, nothing is said or posted twice', async () => {
    const card = await aDeck('Spring plan');
    await untilIdle(harness);
    await openMore(harness.chloe, card);
    await Promise.all([
      harness.chloe.press('view', ARCHIVE_BUTTON),
      harness.chloe.press('view', ARCHIVE_BUTTON),
    ]);
    await untilCardSays(harness, card, /<!date[^>]*Archived/);
    const posts = () => harness.slack.messages('general', card.ts).length;
    const before = posts();
    await untilIdle(harness);
    expect(posts()).toBe(before);
    expect(harness.chloe.ephemerals('general').filter((one) => /Spring plan/.test(wordsOf(one)))).toEqual([]);
  });
});

describe('who may', () => {
  test('Ben, who did not ask, is not offered it, and cannot by a click of his own making', async () => {
    const card = await aDeck('Summer plan');
    const before = archiveCalls();
    const view = await openMore(harness.ben, card);
    expect(view).not.toContain(ARCHIVE_BUTTON);
    expect(view).toMatch(/The person who asked for it, and Slack admins, can archive or delete it/);
    await sendAs(harness, { person: harness.ben.id }, clickOn(card));
    await untilIdle(harness);
    expect(archiveCalls()).toBe(before);
    await closeForms(harness.ben);
  });

  test('Ana, who owns the team, may', async () => {
    const card = await aDeck('Summer plan of the team');
    await archive(harness.ana, card);
    await untilCardSays(harness, card, /<!date[^>]*Archived/);
    await closeForms(harness.ana);
  });

  test('Nora, in another team, finds nothing by its id', async () => {
    await harness.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
    const card = await aDeck('Secret plan');
    const before = archiveCalls();
    await sendAs(harness, { person: 'U0NORA', team: 'T0BOOKS' }, clickOn(card));
    await untilIdle(harness);
    expect(archiveCalls()).toBe(before);
    expect(wordsOf(harness.slack.messages('general', card.ts)[0] as Message)).not.toContain('Archived');
  });
});

/** A click on the button that only the document's view has. */
function clickOn(card: Message) {
  const value = idOn(card);
  return {
    type: 'block_actions',
    actions: [{ type: 'button', block_id: 'b', action_ts: '1.1', action_id: ARCHIVE_BUTTON, value }],
    channel: { id: 'C0GENERAL', name: 'general' },
    message: { type: 'message', ts: card.ts },
    container: { type: 'message', message_ts: card.ts, channel_id: 'C0GENERAL' },
  };
}

describe('what the service does not do is told plainly, to the person alone', () => {
  const refusal = (status: number, message: string) => () =>
    void harness.service.misbehave({ kind: 'status', status, message, route: ARCHIVE, times: 'always' });
  const failures: [string, RegExp, () => void][] = [
    [
      'the right is missing',
      /may not archive this document: that takes edit permission[\s\S]*Papermill says: “Access denied/,
      refusal(403, 'Access denied. You must have edit permission to archive this.'),
    ],
    ['gone already', /gone already: it was deleted at Papermill/, refusal(404, 'Not found')],
    ['busy', /Papermill is not available at the moment.*try again/, refusal(503, 'Service unavailable')],
    [
      'no answer',
      /Papermill is not available at the moment.*try again/,
      () =>
        void harness.service.misbehave({ kind: 'cut', moment: 'before', route: ARCHIVE, times: 'always' }),
    ],
  ];

  let card: Message;
  beforeAll(async () => {
    card = await aDeck('Plan that goes wrong');
  });

  test.each(failures)('%s', async (_, words, arrange) => {
    arrange();
    const said = await archiveInVain(harness.chloe, card, words);
    expect(said).not.toContain('inside Deckhand');
    expect(wordsOf(harness.slack.messages('general', card.ts)[0] as Message)).not.toContain('Archived');
  });

  test('no connection; and once there is one again, the same button does it', async () => {
    const other = await aDeck('Plan of a team without a connection');
    await harness.ana.command('general', '/deck disconnect');
    await harness.ana.waitForView(({ view }) => view.callback_id === DISCONNECT_FORM);
    await harness.ana.submit();
    await harness.ana.waitForView(({ view }) => /is disconnected/.test(JSON.stringify(view)));
    await harness.ana.close();
    await archiveInVain(
      harness.chloe,
      other,
      /not connected to Papermill yet\. A Slack admin can connect it with `\/deck connect`; then try again\./,
    );
    await harness.connect();
    await archive(harness.chloe, other);
    await untilCardSays(harness, other, /<!date[^>]*Archived/);
  });
});
