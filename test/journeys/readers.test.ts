import { describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { allowErrors } from '../support/log-errors.ts';
import { hasButton, mrkdwnOf, wordsOf } from '../support/reading.ts';
import { aDeckBy, docOn, idOn, openMore } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { pressAs } from './forged.ts';
import { createHarness } from './harness.ts';
import { closeForms, setForTeam, untilFormSays, untilIdle } from './story.ts';

// Slack does not know the trigger of a forged click.
allowErrors(/invalid_trigger_id/);

/** Chloe and Slack admins see who reads her document. */

const FIGURES = 'GET /gammas/{gammaId}/analytics';

const harness = await forThisFile(createHarness({ settings: { readers: 'names' } }));
const { ana, ben, chloe, service, slack } = harness;

const isOffered = (action: string, person = chloe) => hasButton(person.view()?.view, action);

async function openReaders(card: Message, words: RegExp): Promise<string> {
  await openMore(chloe, card);
  await chloe.press('view', 'document_readers');
  return untilFormSays(chloe, words);
}

/** Returns the card of a deck that two people have opened. */
async function aReadDeck(title: string): Promise<Message> {
  const card = await aDeckBy(harness, chloe, title);
  const priya = { name: 'Priya Nair <!channel>', email: 'priya@harbor.example', seconds: [60, 5] };
  service.visit(docOn(card), priya);
  service.visit(docOn(card), { name: null, seconds: [10] });
  return card;
}

/** Somebody's client sends a click on a button that it does not show. */
const forge = (person: { id: string }, action_id: string, card: Message) =>
  pressAs(harness, person, { action_id, value: `${idOn(card)} guest_priya_nair_channel_` }, card);

const calls = () => service.calls.filter(({ path }) => path.includes('/analytics')).length;

describe('Chloe sees how her document is read', () => {
  test('first figures for slides and days, then names, then one reader', async () => {
    const figures = await openReaders(await aReadDeck('Well read'), /2 views/);
    expect(figures).toMatch(/\*2 views\*, by \*2 people\*/);
    expect(figures).toMatch(/█+░*\s+\d+%\s+\S+\s+1\. /);
    expect(figures).toMatch(/2 views in the last 30 days, all on/);
    expect(figures).not.toContain('harbor.example');
    await chloe.press('view', 'document_readers_by_name');
    const names = await untilFormSays(chloe, /priya@harbor\.example/);
    expect(names).toMatch(/Nobody else sees this\. Keep names and addresses to yourself/);
    expect(names).toContain('Somebody without a name');
    expect(mrkdwnOf(chloe.view()?.view)).not.toMatch(/<!channel>|@harbor/);
    await chloe.press('view', 'document_reader');
    await untilFormSays(chloe, /Where the time went/);
    await chloe.press('view', 'document_readers_by_name');
    await untilFormSays(chloe, /Somebody without a name/);
  });

  test('names and addresses of readers are in no message and not in the log', async () => {
    await aReadDeck('Discreetly read');
    expect(wordsOf(slack.messages('general'))).not.toContain('harbor.example');
    expect(harness.log.join('\n')).not.toMatch(/harbor\.example|Priya/);
  });

  test('if the service only counts the connected account, the view says so and offers no names', async () => {
    const card = await aReadDeck('Read by oneself');
    service.setAnalyticsScope(docOn(card), 'self');
    await openReaders(card, /your own reading alone/);
    expect(isOffered('document_readers_by_name')).toBe(false);
  });

  test('if nobody has opened it, the view says so', async () => {
    await openReaders(await aDeckBy(harness, chloe, 'Unread'), /Nobody has opened it in the last 30 days/);
  });

  test('if the account lacks the right, the view says so', async () => {
    const card = await aReadDeck('Read out of reach');
    service.misbehave({ kind: 'status', status: 403, route: FIGURES, times: 'always' });
    await openReaders(card, /lacks edit permission on it/);
  });
});

describe('who may see the readers', () => {
  test('Ben is not offered them, and forged clicks show him nothing', async () => {
    const card = await aReadDeck('Not for Ben');
    await openMore(ben, card);
    expect(isOffered('document_readers', ben)).toBe(false);
    const before = calls();
    for (const action of ['document_readers', 'document_readers_by_name', 'document_reader'])
      await forge(ben, action, card);
    await untilIdle(harness);
    expect(calls()).toBe(before);
  });

  test('an admin can turn off the names, or the figures as well', async () => {
    const card = await aReadDeck('Decided');
    await setForTeam(ana, 'policy_readers', 'figures');
    await openReaders(card, /2 views/);
    expect(isOffered('document_readers_by_name')).toBe(false);
    const before = calls();
    await forge(chloe, 'document_readers_by_name', card);
    await untilIdle(harness);
    expect(calls()).toBe(before);
    await closeForms(chloe);
    await setForTeam(ana, 'policy_readers', 'nothing');
    await openMore(chloe, card);
    expect(isOffered('document_readers')).toBe(false);
    await setForTeam(ana, 'policy_readers', 'names');
  });
});
