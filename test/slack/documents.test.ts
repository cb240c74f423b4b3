import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/documents/documents.ts';
import type { Generation } from '../../src/generations/generation.ts';
import { Forbidden } from '../../src/service/errors.ts';
import { deleteForm } from '../../src/slack/documents/delete.ts';
import { moreView } from '../../src/slack/documents/more-view.ts';
import { figuresView } from '../../src/slack/documents/readers/views.ts';
import { failureMessage } from '../../src/slack/result/failure-card.ts';
import { resultMessage } from '../../src/slack/result/result-card.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { anAsk } from '../support/harness/fakes.ts';
import { createHarness } from '../support/harness/slack.ts';
import { command, opened, press, submission } from '../support/harness/slack-requests.ts';
import { allowErrors } from '../support/log-errors.ts';
import { buttonsOf, hasButton, wordsOf } from '../support/reading.ts';

allowErrors(/"type":"Forbidden"/);

const ben = { user: { id: 'UBEN', username: 'ben', team_id: 'T1' } };
const click = { action_id: 'generation_archive', value: 'g1' };

function harnessThat(outcome: Outcome, given: Partial<Generation> = {}) {
  const archived: string[] = [];
  const archive = async ({ team, person }: { team: string; person: string }, id: string) => {
    archived.push(`${team} ${person} ${id}`);
    return outcome;
  };
  const harness = createHarness();
  Object.assign(harness.slack.documents, { archive, remove: archive, exportFile: async () => true });
  harness.generations.put(aGeneration({ id: 'g1', ...given }));
  return { harness, archived, said: () => harness.made('respond').map(({ text }) => text) };
}

it('a document that nobody has opened has no views, instead of 0 views by 0 people', () => {
  const readers = { isOwnAlone: false, views: 0, people: 0, editors: 2, days: [], cards: [] };
  const view = figuresView(
    { generation: aGeneration(), readers, hasNames: false, now: new Date(0) },
    { serviceName: 'Gamma' },
  );
  expect(wordsOf(view)).toContain('No views yet, 2 people edited it');
});

describe('Delete for good', () => {
  const title = '“#customer-voice”, 16 – 22 Nov 2026: Ana’s week';

  it.each([
    ['"#customer-voice", 16 - 22 nov 2026: ana\'s week', true],
    ['  “#CUSTOMER-VOICE”,  16 — 22 Nov 2026: Ana`s week ', true],
    ['#customer-voice, 16 22 nov 2026', false],
  ])('takes the title as it can be typed: %s', async (typed, isIt) => {
    const { harness, archived } = harnessThat({ ok: true, value: undefined }, { title });
    const view = opened(deleteForm(aGeneration({ id: 'g1', title }), { serviceName: 'Gamma' }), {
      delete_title: typed,
    });
    await harness.send(submission(view));
    expect(archived).toEqual(isIt ? ['T1 UANA g1'] : []);
  });
});

const reported = { state: 'unknown' as const };

describe('Archive', () => {
  it('asks first, with the title in the question', () => {
    const generation = aGeneration({ title: 'Spring & Co\n<!here>' });
    const view = moreView(
      { generation, reported, mayManage: true, mayChange: true, hasReaders: true, drawing: '1' },
      { serviceName: 'Gamma' },
    );
    const question = JSON.stringify(view.blocks).match(/"confirm":(\{.*?"deny".*?\}\})/)?.[1];
    expect(question).toContain('Archive “Spring & Co <!here>”?');
    expect(question).toContain('plain_text');
  });

  it('is for the person who asked, and then the card says it by itself', async () => {
    const { harness, archived, said } = harnessThat({ ok: true, value: undefined });
    expect((await harness.send(press(click))).acked).toBe(true);
    expect(archived).toEqual(['T1 UANA g1']);
    expect(said()).toEqual([]);
  });

  it('is not for others, but for Slack’s admins', async () => {
    const { harness, archived, said } = harnessThat({ ok: true, value: undefined });
    await harness.send(press(click, ben));
    expect(archived).toEqual([]);
    expect(said()).toEqual(['Only the person who asked for this, or a Slack admin, can archive it.']);
    harness.answers['users.info'] = { user: { id: 'UBEN', is_admin: true } };
    await harness.send(press(click, ben));
    expect(archived).toEqual(['T1 UBEN g1']);
  });

  it('where Slack does not say what somebody is, they are asked to try again, and not told that they are no admin', async () => {
    const { harness, archived, said } = harnessThat({ ok: true, value: undefined });
    harness.answers['users.info'] = { ok: false, error: 'internal_error' };
    await harness.send(press(click, ben));
    expect(archived).toEqual([]);
    expect(said()).toEqual([
      'Slack did not say whether you are an admin, so nothing was done. Please try again in a moment.',
    ]);
  });

  it.each([
    ['forbidden', /may not archive this document: that takes edit permission/],
    ['not_found', /gone already/],
    ['unavailable', /not available at the moment\. Wait some minutes, then try again\./],
    ['unconnected', /not connected to Gamma\..*`\/deck connect`; then try again/],
    ['unauthorized', /no longer accepts Deckhand’s access.*then try again/],
    ['key_refused', /does not take the key/],
    ['insufficient_scope', /may only read at Gamma, not change anything/],
    ['rate_limited', /too many requests/],
  ] as const)('%s is said plainly to the person alone', async (reason, words) => {
    const { harness, said } = harnessThat({ ok: false, problem: { reason, reference: 'req-7' } });
    await harness.send(press(click));
    expect(said()[0]).toMatch(words);
    expect(said()[0]).toContain('Reference: `req-7`');
    expect(said()[0]).not.toContain('inside Deckhand');
    expect(harness.made('respond')[0]).toMatchObject({ response_type: 'ephemeral', replace_original: false });
  });

  it('quotes the service, harmlessly, on what is not allowed', async () => {
    const message = 'You must <!channel> have edit permission';
    const { harness, said } = harnessThat({ ok: false, problem: { reason: 'forbidden', message } });
    await harness.send(press(click));
    expect(said()[0]).toContain('In Gamma’s words: “You must &lt;!channel&gt; have edit permission”');
  });
});

it('a picture: only where the service says that the same may work, that is what it says', () => {
  const failed = (retryable: boolean) =>
    failureMessage(
      aGeneration({ work: 'image', state: 'failed', failure: { reason: 'service_failed', retryable } }),
      { serviceName: 'Gamma' },
    );
  expect(wordsOf(failed(true))).toMatch(/in the same words: try again[\s\S]*Try again…/);
  expect(wordsOf(failed(false))).toMatch(/in other words what[\s\S]*Say it in other words…/);
});

it('its view says “this thread” of none: it opens where no thread is to be seen', () => {
  const source = { kind: 'thread', channel: 'C1', ts: '1700000000.000001' } as const;
  const destination = { channel: 'C1', threadTs: source.ts };
  const ask = { ...anAsk({ source, destination }) };
  const made = aGeneration({ ask, channel: 'C1', threadTs: source.ts });
  const shown = {
    generation: made,
    reported,
    mayManage: true,
    mayChange: true,
    hasReaders: true,
    drawing: '1',
  };
  const deployment = { serviceName: 'Gamma' };
  expect(JSON.stringify(moreView(shown, deployment))).toContain('from a thread');
  expect(wordsOf(resultMessage(made, deployment))).toContain('from this thread');
  const elsewhere = { ...made, channel: 'UANA', threadTs: undefined };
  expect(wordsOf(resultMessage(elsewhere, deployment))).toContain('from a thread');
});

describe('an archived document', () => {
  const archived = { archivedAt: new Date('2026-03-03T09:00:00Z') };

  it('has a card that says so, to be opened and no longer to be archived', () => {
    const card = resultMessage(aGeneration(archived), { serviceName: 'Gamma' });
    expect(wordsOf(card.blocks)).toMatch(/^\*<.*\n<!date[^>]*Archived/);
    expect(buttonsOf(card)).toContain('Open in Gamma');
    expect(hasButton(card, 'generation_archive')).toBe(false);
    expect(card.text).toContain('is archived');
  });

  it('is called that in /deck recent', async () => {
    const { harness } = harnessThat({ ok: true, value: undefined }, archived);
    await harness.send(command('recent'));
    expect(wordsOf(harness.made('respond')[0])).toContain('Archived');
  });
});

it('a refusal of the service that no surface expected is never a failure inside Deckhand', async () => {
  const harness = createHarness();
  harness.generations.put(aGeneration({ id: 'g1' }));
  harness.slack.documents.exportFile = () =>
    Promise.reject(new Forbidden('no', { status: 403, serviceMessage: 'Not in your plan' }));
  const selected_option = { value: 'pdf:g1', text: { type: 'plain_text', text: 'x' } };
  await harness.send(press({ type: 'overflow', action_id: 'generation_export', selected_option }));
  const { text } = harness.made('respond')[0];
  expect(text).toMatch(/Gamma does not allow this.*Not in your plan.*Reference: `ref-1`$/);
  expect(text).not.toContain('inside Deckhand');
});
