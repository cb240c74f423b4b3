import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import type { Person } from '../../sandbox/slack/stand-in.ts';
import { allowErrors } from '../support/log-errors.ts';
import { aDeckBy, docIdOn, idOn, openMore } from './document-story.ts';
import { sendAs } from './forged.ts';
import { createHarness, type Harness } from './harness.ts';
import { closeForms, untilFormSays, untilIdle } from './story.ts';

// A forged click has no trigger.
allowErrors(/invalid_trigger_id/);

/** Who reads Chloe's document is hers, and Slack admins', to see. */

const FIGURES = 'GET /gammas/{gammaId}/analytics';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
  harness.service.setQuiet(true);
});
afterEach(async () => {
  harness.service.behave();
  await closeForms(harness.ana, harness.ben, harness.chloe);
});
afterAll(() => harness.close());

async function openReaders(person: Person, card: Message, words: RegExp): Promise<string> {
  await openMore(person, card);
  await person.press('view', 'document_readers');
  return untilFormSays(person, words);
}

async function aReadDeck(title: string): Promise<Message> {
  const card = await aDeckBy(harness, harness.chloe, title);
  const doc = await docIdOn(harness, card);
  harness.service.visit(doc, {
    name: 'Priya Nair <!channel>',
    email: 'priya@harbor.example',
    seconds: [60, 5],
  });
  harness.service.visit(doc, { name: null, seconds: [10] });
  return card;
}

/** What admins decide, in `/deck settings`. */
async function decide(person: Person, entries: Record<string, string>): Promise<void> {
  await person.command('general', '/deck settings');
  await person.waitForView(({ view }) => view.callback_id === 'settings_form');
  await person.fill({ settings_scope: 'team' });
  await untilFormSays(person, /policy_readers/);
  await person.fill(entries);
  expect(await person.submit()).toMatchObject({ ok: true });
  await untilFormSays(person, /Saved/);
  await person.close();
}

const calls = () => harness.service.calls.filter(({ path }) => path.includes('/analytics')).length;

describe('Chloe sees how her document is read', () => {
  test('figures, a bar for each card and the days; names on a second click, then one of them', async () => {
    const card = await aReadDeck('Well read');
    const figures = await openReaders(harness.chloe, card, /2 views/);
    expect(figures).toMatch(/\*2 views\*, by \*2 people\*/);
    expect(figures).toMatch(/█+░*\s+\d+%\s+\S+\s+1\. /);
    expect(figures).toMatch(/2 views in the last 30 days, all on/);
    expect(figures).not.toContain('harbor.example');
    await harness.chloe.press('view', 'document_readers_by_name');
    const names = await untilFormSays(harness.chloe, /priya@harbor\.example/);
    expect(names).toMatch(/Nobody else sees this\. Keep names and addresses to yourself/);
    expect(names).toContain('Somebody without a name');
    expect(names).not.toMatch(/"type":"mrkdwn","text":"[^"]*(<!channel>|@harbor)/);
    await harness.chloe.press('view', 'document_reader');
    await untilFormSays(harness.chloe, /Where the time went/);
    await harness.chloe.press('view', 'document_readers_by_name');
    await untilFormSays(harness.chloe, /Somebody without a name/);
  });

  test('nothing of it is in a message or in the log', async () => {
    await aReadDeck('Discreetly read');
    expect(JSON.stringify(harness.slack.messages('general'))).not.toContain('harbor.example');
    expect(harness.log.join('\n')).not.toMatch(/harbor\.example|Priya/);
  });

  test('where the service counts the connected account alone, it says so, and offers no names', async () => {
    const card = await aReadDeck('Read by oneself');
    harness.service.setAnalyticsScope(await docIdOn(harness, card), 'self');
    const figures = await openReaders(harness.chloe, card, /your own reading alone/);
    expect(figures).not.toContain('document_readers_by_name');
  });

  test('nobody has opened it', async () => {
    const card = await aDeckBy(harness, harness.chloe, 'Unread');
    await openReaders(harness.chloe, card, /Nobody has opened it in the last 30 days/);
  });

  const failures: [string, number, RegExp][] = [
    ['the right is missing', 403, /lacks edit permission on it/],
    ['the document is gone', 404, /no longer has this document/],
    ['too many requests', 429, /too many requests/],
    ['busy', 503, /not available at the moment/],
  ];
  test.each(failures)('%s: the view says so', async (_, status, words) => {
    const card = await aReadDeck('Read out of reach');
    harness.service.misbehave({ kind: 'status', status, route: FIGURES, times: 'always' });
    await openReaders(harness.chloe, card, words);
  });
});

describe('who may', () => {
  const click = (card: Message, action_id: string, person = 'U0BEN') =>
    sendAs(
      harness,
      { person },
      {
        type: 'block_actions',
        actions: [
          {
            type: 'button',
            block_id: 'b',
            action_ts: '1.1',
            action_id,
            value: `${idOn(card)} guest_priya_nair_channel_`,
          },
        ],
        channel: { id: 'C0GENERAL', name: 'general' },
        message: { type: 'message', ts: card.ts },
        container: { type: 'message', message_ts: card.ts, channel_id: 'C0GENERAL' },
        view: { id: 'V1', type: 'modal', private_metadata: '', state: { values: {} } },
      },
    );

  test('Ben is not offered it, and by clicks of his own making learns nothing', async () => {
    const card = await aReadDeck('Not for Ben');
    expect(await openMore(harness.ben, card)).not.toContain('document_readers');
    const before = calls();
    for (const action of ['document_readers', 'document_readers_by_name', 'document_reader'])
      await click(card, action);
    await untilIdle(harness);
    expect(calls()).toBe(before);
  });

  test('Ana, who owns the team, may', async () => {
    await openReaders(harness.ana, await aReadDeck('For Ana, too'), /2 views/);
  });

  test('an admin can leave names out, or all of it', async () => {
    const card = await aReadDeck('Decided');
    await decide(harness.ana, { policy_readers: 'figures' });
    expect(await openReaders(harness.chloe, card, /2 views/)).not.toContain('document_readers_by_name');
    const before = calls();
    await click(card, 'document_readers_by_name', 'U0CHLOE');
    await untilIdle(harness);
    expect(calls()).toBe(before);
    await closeForms(harness.chloe);
    await decide(harness.ana, { policy_readers: 'nothing' });
    expect(await openMore(harness.chloe, card)).not.toContain('document_readers');
    await decide(harness.ana, { policy_readers: 'names' });
  });

  test('Ben cannot decide that', async () => {
    await harness.ben.command('general', '/deck settings');
    await harness.ben.waitForView(({ view }) => view.callback_id === 'settings_form');
    expect(JSON.stringify(harness.ben.view())).not.toContain('The whole workspace');
  });
});
