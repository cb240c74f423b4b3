import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { DISCONNECT_FORM } from '../../src/slack/bolt/action-ids.ts';
import { allowErrors } from '../support/log.ts';
import { sendAs } from './forged.ts';
import { askForDeck, untilCardSays, untilIdle, untilThreadHas, wordsOf } from './story.ts';
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
async function aDeck(title: string): Promise<Message> {
  const root = await askForDeck(harness, title, { title }, { person: harness.chloe });
  await untilThreadHas(harness, root, (message) => (message.files ?? []).length > 0);
  return untilCardSays(harness, root, /Archive/);
}

/** Clicks, and says yes to the question. @returns what the person alone is told */
async function archiveInVain(person: Person, card: Message): Promise<string> {
  const before = person.ephemerals('general').length;
  await person.press(card, ARCHIVE_BUTTON);
  await expect.poll(() => person.ephemerals('general').length).toBe(before + 1);
  return wordsOf(person.ephemerals('general').at(-1) as Message);
}

/** The question that Slack asks before it sends the click. */
function questionOn(card: Message): string {
  return /"confirm":\{"title":\{[^}]*"text":"([^"]*)"/.exec(JSON.stringify(card.blocks))?.[1] ?? '';
}

describe('Chloe archives what she had made', () => {
  test('she is asked with its title; the card says so for everybody, and is only to be opened', async () => {
    const card = await aDeck('Autumn plan');
    const before = archiveCalls();
    expect(questionOn(card)).toBe('Archive “Autumn plan”?');
    await harness.chloe.press(card, ARCHIVE_BUTTON);
    const archived = await untilCardSays(harness, card, /Archived <!date/, harness.ben);
    expect(wordsOf(archived)).toContain('Open in Papermill');
    expect(JSON.stringify(archived.blocks)).not.toContain(ARCHIVE_BUTTON);
    expect(archiveCalls()).toBe(before + 1);
  });

  test('it stays archived when the card is drawn again, and in her list', async () => {
    const card = await aDeck('Winter plan');
    await harness.chloe.press(card, ARCHIVE_BUTTON);
    await untilCardSays(harness, card, /Archived <!date/);
    await harness.chloe.command('general', '/deck recent');
    await expect
      .poll(() => wordsOf(harness.chloe.ephemerals('general').at(-1) as Message))
      .toMatch(/Winter plan[\s\S]*Archived/);
  });

  test('clicked twice, nothing is said or posted twice', async () => {
    const card = await aDeck('Spring plan');
    await untilIdle(harness);
    await Promise.all([harness.chloe.press(card, ARCHIVE_BUTTON), harness.chloe.press(card, ARCHIVE_BUTTON)]);
    await untilCardSays(harness, card, /Archived <!date/);
    const posts = () => harness.slack.messages('general', card.ts).length;
    const before = posts();
    await untilIdle(harness);
    expect(posts()).toBe(before);
    expect(harness.chloe.ephemerals('general').filter((one) => /Spring plan/.test(wordsOf(one)))).toEqual([]);
  });
});

describe('who may', () => {
  test('Ben, who did not ask, may not; Ana, who owns the team, may', async () => {
    const card = await aDeck('Summer plan');
    const before = archiveCalls();
    expect(await archiveInVain(harness.ben, card)).toMatch(
      /Only the person who asked for this, or a Slack admin/,
    );
    expect(archiveCalls()).toBe(before);
    await harness.ana.press(card, ARCHIVE_BUTTON);
    await untilCardSays(harness, card, /Archived <!date/);
  });

  test('Nora, in another team, finds nothing by its id', async () => {
    await harness.connect({ person: 'nora', channel: 'shop', ...RITAS_ACCOUNT });
    const card = await aDeck('Secret plan');
    const value = /"value":"([^":]+)"/.exec(JSON.stringify(card.blocks))?.[1];
    const before = archiveCalls();
    await sendAs(
      harness,
      { person: 'U0NORA', team: 'T0BOOKS' },
      {
        type: 'block_actions',
        actions: [{ type: 'button', block_id: 'b', action_ts: '1.1', action_id: ARCHIVE_BUTTON, value }],
        channel: { id: 'C0GENERAL', name: 'general' },
        message: { type: 'message', ts: card.ts },
        container: { type: 'message', message_ts: card.ts, channel_id: 'C0GENERAL' },
      },
    );
    await untilIdle(harness);
    expect(archiveCalls()).toBe(before);
    expect(wordsOf(harness.slack.messages('general', card.ts)[0] as Message)).not.toContain('Archived');
  });
});

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
    const said = await archiveInVain(harness.chloe, card);
    expect(said).toMatch(words);
    expect(said).not.toContain('inside Deckhand');
    expect(harness.ben.ephemerals('general').map(wordsOf).join()).not.toContain(said);
    expect(wordsOf(harness.slack.messages('general', card.ts)[0] as Message)).not.toContain('Archived');
  });

  test('no connection; and once there is one again, the same button does it', async () => {
    const other = await aDeck('Plan of a team without a connection');
    await harness.ana.command('general', '/deck disconnect');
    await harness.ana.waitForView(({ view }) => view.callback_id === DISCONNECT_FORM);
    await harness.ana.submit();
    await harness.ana.waitForView(({ view }) => /is disconnected/.test(JSON.stringify(view)));
    await harness.ana.close();
    expect(await archiveInVain(harness.chloe, other)).toMatch(
      /not connected to Papermill yet\. A Slack admin can connect it with `\/deck connect`; then try again\./,
    );
    await harness.connect();
    await harness.chloe.press(other, ARCHIVE_BUTTON);
    await untilCardSays(harness, other, /Archived <!date/);
  });
});
