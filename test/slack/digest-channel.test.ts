import { describe, expect, it } from 'vitest';
import { LimitReached } from '../../src/asks/limits.ts';
import type { SlackContext } from '../../src/slack/bolt/context.ts';
import { digestForm } from '../../src/slack/digest/form/digest-form.ts';
import { digestModal } from '../../src/slack/digest/form/modal.ts';
import { createHarness } from '../support/harness/slack.ts';
import { command, opened, pressInView, submission } from '../support/harness/slack-requests.ts';
import { stringsIn, wordsOf } from '../support/reading.ts';

/** The channel of a new digest, looked at before the rest of the form is filled in. */

const isPrivate = { id: 'C9', is_member: false, is_private: true };
const choose = (channel: string) => ({ digest_channel: { selected_conversation: channel } });

async function openedForm() {
  const harness = createHarness();
  harness.answers['views.update'] = ({ view }) => ({
    view: { ...JSON.parse(view ?? '{}'), id: 'V1', hash: 'h2' },
  });
  await harness.send(command('schedule'));
  const { view } = harness.made('views.update').at(-1);
  const change = (entries: object) =>
    harness.send(
      pressInView({ type: 'conversations_select', action_id: 'digest_channel' }, opened(view, entries)),
    );
  const shown = () => harness.made('views.update').at(-1);
  return { harness, change, shown };
}

describe('a channel that Deckhand is not in', () => {
  it('is said at the top of the form, with what to do', async () => {
    const harness = createHarness();
    harness.answers['conversations.info'] = { ok: false, error: 'channel_not_found' };
    await harness.send(command('schedule'));
    const text = wordsOf(harness.made('views.update').at(-1).view);
    expect(text).toMatch(/Deckhand is not in <#C1>.*`\/invite @Deckhand`/);
    expect(text.indexOf('is not in')).toBeLessThan(text.indexOf('How often'));
  });

  it('is said as soon as it is chosen, unless the form has changed since', async () => {
    const { harness, change, shown } = await openedForm();
    expect(wordsOf(shown().view)).not.toContain('is not in');
    harness.answers['conversations.info'] = { channel: isPrivate };
    await change(choose('C9'));
    expect(shown().hash).toBe('h2');
    expect(wordsOf(shown().view)).toContain('Deckhand is not in <#C9>');
  });

  it('is no longer said once another one is chosen', async () => {
    const { harness, change, shown } = await openedForm();
    harness.answers['conversations.info'] = { channel: isPrivate };
    await change(choose('C9'));
    const closed = shown().view;
    harness.answers['conversations.info'] = { channel: { id: 'C2', is_member: true, is_private: false } };
    await harness.send(
      pressInView(
        { type: 'conversations_select', action_id: 'digest_channel' },
        opened(closed, choose('C2')),
      ),
    );
    expect(wordsOf(shown().view)).not.toContain('is not in');
  });

  it('and is public is joined later: nothing is said', async () => {
    const { harness, change, shown } = await openedForm();
    harness.answers['conversations.info'] = { channel: { id: 'C3', is_member: false, is_private: false } };
    await change(choose('C3'));
    expect(wordsOf(shown().view)).not.toContain('is not in');
    expect(harness.made('conversations.join')).toEqual([]);
  });

  it('or that the person is not in, is said', async () => {
    const { harness, change, shown } = await openedForm();
    harness.answers['users.conversations'] = { channels: [] };
    await change(choose('C4'));
    expect(wordsOf(shown().view)).toContain('You are not in <#C4>');
  });
});

describe('limits of digests', () => {
  it.each([
    ['digests_in_channel', 'This channel has as many digests as a channel may have'],
    ['digests_of_person', 'You have as many digests as one person may have'],
  ] as const)('are shown when the form opens: %s', async (limit, sentence) => {
    const harness = createHarness();
    harness.slack.digests.limitReached = async ({ team, owner, channel }) =>
      `${team} ${owner} ${channel}` === 'T1 UANA C1' ? limit : undefined;
    await harness.send(command('schedule'));
    expect(wordsOf(harness.made('views.update').at(-1).view)).toContain(sentence);
  });

  it('are shown at the field if they are reached while the form is open', async () => {
    const harness = createHarness();
    harness.slack.digests.create = async () => Promise.reject(new LimitReached('digests_of_person'));
    const now = Date.parse('2026-03-02T09:00:00Z');
    const form = { ...digestForm.initial, channel: 'C1', person: 'UANA', zone: 'Europe/Lisbon' };
    const { answer } = await harness.send(submission(opened(digestModal(form, { opened: {} }, now))));
    expect(JSON.stringify(answer)).toContain('You have as many digests as one person may have');
  });

  it.each([
    [{ used: 66, reserved: 0, limit: 39 }, true],
    [{ used: 6, reserved: 0, limit: 39 }, false],
    [{ used: 66, reserved: 0, limit: null }, false],
  ])('of credits: with %o used, “Done” says whether nothing is made for now: %s', async (spent, isSaid) => {
    const harness = createHarness();
    harness.generations.spentByPerson = async () => spent;
    harness.slack.digests.create = async (team, owner, settings) => ({
      ...{ ...settings, team, owner, id: 'd1', state: 'active' as const, createdAt: new Date() },
    });
    const now = Date.parse('2026-03-02T09:00:00Z');
    const form = { ...digestForm.initial, channel: 'C1', person: 'UANA', zone: 'Europe/Lisbon' };
    const { answer } = await harness.send(submission(opened(digestModal(form, { opened: {} }, now))));
    const words = stringsIn(answer);
    expect(words).toContain('Done.');
    expect(words.includes('You have used 66 of 39 credits this month, so nothing is made for it')).toBe(
      isSaid,
    );
  });
});

describe('the cost of a digest', () => {
  const costing = (expected: Partial<SlackContext['generations']>) => {
    const harness = createHarness();
    Object.assign(harness.slack.generations, expected);
    return harness;
  };
  const range = { from: 20, to: 60, each: 'ask' } as const;

  it('is said from what was made of channels here', async () => {
    const harness = costing({ expectedCredits: async () => ({ shown: range, usual: 40, reserve: 60 }) });
    await harness.send(command('schedule'));
    const text = wordsOf(harness.made('views.update').at(-1).view);
    expect(text).toContain('costs credits. Judging by what was made here: about 20 to 60 credits. It says');
  });

  it('is left out if it is not known', async () => {
    const expectedCredits = () => Promise.reject(new Error('The database is away'));
    for (const harness of [createHarness(), costing({ expectedCredits })]) {
      await harness.send(command('schedule'));
      expect(wordsOf(harness.made('views.update').at(-1).view)).toContain('costs credits. It says that you');
    }
  });
});
