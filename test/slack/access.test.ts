import { describe, expect, it, test } from 'vitest';
import type { Ask } from '../../src/asks/schema.ts';
import { deckModal } from '../../src/slack/deck/modal.ts';
import { digestForm } from '../../src/slack/digest/form/digest-form.ts';
import { digestModal } from '../../src/slack/digest/form/modal.ts';
import { askForm } from '../../src/slack/kit/ask-fields/ask-form.ts';
import { resultMessage } from '../../src/slack/result/result-card.ts';
import { createSlackbotTools } from '../../src/slack/slackbot/tools.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness, playedSettings } from '../support/harness/slack.ts';
import { command, event, opened, press, pressInView, submission } from '../support/harness/slack-requests.ts';
import { fieldsOf, stringsIn, wordsOf } from '../support/reading.ts';
import { talkTo } from './talk-to.ts';

/** Who may open a document, in forms and on cards. test/generations/access.test.ts has what the service is told in the end. */

const OUTSIDE = ['external_access', 'recipients', 'recipient_access'];
const NOT_SHARED = 'Not shared outside, because your Slack admins don’t allow it.';
const WORDS = 'slides on tea, anyone with the link can edit, share with eva@example.com';
const actor = { team: 'T1', person: 'UANA' };
const closed = () => ({ settings: playedSettings({ accessFor: 'workspace' }) });
const lastView = ({ made }: ReturnType<typeof createHarness>) =>
  [...made('views.open'), ...made('views.update')].at(-1)?.view;

async function withMoreOptions(harness: ReturnType<typeof createHarness>, action = 'deck_more_options') {
  await harness.send(pressInView({ action_id: action, value: 'toggle' }, opened(lastView(harness))));
  return lastView(harness);
}

describe('the rule “Nobody outside the workspace”', () => {
  it('leaves the fields out of the form, with a hint', async () => {
    const harness = createHarness(closed());
    await harness.send(command(''));
    const view = await withMoreOptions(harness);
    expect(fieldsOf(view)).toContain('workspace_access');
    for (const field of OUTSIDE) expect(fieldsOf(view)).not.toContain(field);
    expect(stringsIn(view)).toContain('Your Slack admins don’t allow access for anybody else.');
    const free = createHarness();
    await free.send(command(''));
    expect(fieldsOf(await withMoreOptions(free))).toEqual(expect.arrayContaining(OUTSIDE));
  });

  it.each([
    ['“Another like this”', 'document_another', undefined],
    ['“Another like this” of a thread', 'document_another', { kind: 'thread', channel: 'C1', ts: '1.1' }],
  ] as const)('leaves them out of the form of %s', async (_, action_id, source) => {
    const harness = createHarness(closed());
    const generation = aGeneration();
    const ask = generation.ask && { ...generation.ask, ...(source && { source }) };
    harness.generations.put({ ...generation, ask });
    await harness.send(press({ action_id, value: generation.id }));
    for (const field of OUTSIDE) expect(fieldsOf(await withMoreOptions(harness))).not.toContain(field);
  });

  it.each([
    ['the fields put back', {}],
    ['only addresses', { externalAccess: undefined }],
  ])('blocks a form that was opened before, or forged: %s', async (_, changes) => {
    const harness = createHarness(closed());
    const form = { ...askForm.initial, prompt: { texts: ['Tea'], joins: [] }, channel: 'C1' };
    const outside = { externalAccess: 'edit' as const, recipients: 'eva@example.com', ...changes };
    const view = deckModal({ ...form, ...outside }, { more: true });
    const { answer } = await harness.send(submission(opened(view)));
    expect(stringsIn(answer)).toContain('Your Slack admins don’t allow access for people outside.');
    expect(harness.generations.all()).toEqual([]);
  });

  it('does not apply access that a default gives, and does not offer such a default', async () => {
    const harness = createHarness(closed());
    harness.slack.defaults.forAsk = async () => ({ externalAccess: 'edit' });
    await harness.send(command(''));
    await harness.send(submission(opened(lastView(harness), { prompt: 'Tea' })));
    expect(harness.generations.all()[0]?.ask?.sharing).toBeUndefined();
    await harness.send(command('settings'));
    expect(fieldsOf(lastView(harness))).toContain('person_workspace_access');
    expect(fieldsOf(lastView(harness))).not.toContain('person_external_access');
  });

  it('is one line on the card of a sentence that asks for access, and no access is stored', async () => {
    const { say, harness } = talkTo(closed());
    const card = await say(WORDS);
    expect(card).toMatchObject({
      kind: 'card',
      ask: { sharing: { externalAccess: 'noAccess', isCapped: true } },
    });
    const words = wordsOf(harness.made('chat.postMessage').at(-1));
    expect(words.split(NOT_SHARED)).toHaveLength(2);
    expect(words).not.toContain('eva@example.com');
    const changed = await say('anyone with the link can view');
    expect(changed).toMatchObject({ ask: { sharing: { externalAccess: 'noAccess', isCapped: true } } });
    await say('yes');
    expect(harness.generations.all()[0]?.ask?.sharing).toEqual({
      externalAccess: 'noAccess',
      isCapped: true,
    });
    expect(await talkTo().say('slides on tea')).toMatchObject({ ask: { sharing: undefined } });
  });

  it('blocks no card from before the rule, whose access is removed when it is made', async () => {
    const { say, harness, proposals } = talkTo();
    await say(WORDS);
    await harness.slack.settings.set('T1', { accessFor: 'workspace' });
    expect(await proposals.find(actor, 'p1')).toMatchObject({ sharing: { externalAccess: 'edit' } });
    await say('yes');
    expect(harness.generations.all()).toHaveLength(1);
  });

  it('holds for Slackbot', async () => {
    const harness = createHarness(closed());
    const { call } = createSlackbotTools(harness.slack, async () => ({}) as never);
    const result = await call('propose_document', { text: WORDS }, { user_id: 'UANA', team_id: 'T1' });
    expect(stringsIn(result)).toContain(NOT_SHARED);
    const stored = await harness.slack.proposals.find(actor, 'slackbot:p1');
    expect(stored?.sharing).toEqual({ externalAccess: 'noAccess', isCapped: true });
  });

  it('holds for a step of a workflow, whose person has a default that gives access', async () => {
    const harness = createHarness(closed());
    harness.slack.defaults.forAsk = async () => ({ externalAccess: 'view' });
    const inputs = { person: 'UANA', prompt: 'spring launch' };
    const run = { type: 'function_executed', function: { callback_id: 'make_document' } };
    await harness.send(event({ ...run, function_execution_id: 'Fx1', inputs }));
    const stored = await harness.slack.proposals.find(actor, 'step:step-Fx1');
    expect(stored?.sharing).toEqual({ externalAccess: 'noAccess', isCapped: true });
  });

  it('leaves the fields out of the form of a digest, and blocks a forged one', async () => {
    const harness = createHarness(closed());
    await harness.send(command('schedule'));
    const view = await withMoreOptions(harness, 'digest_more_options');
    expect(fieldsOf(view)).toContain('digest_workspace_access');
    for (const field of OUTSIDE) expect(fieldsOf(view)).not.toContain(`digest_${field}`);
    const form = { ...digestForm.initial, channel: 'C1', person: 'UANA', externalAccess: 'view' as const };
    const forged = digestModal(form, { more: true }, Date.parse('2026-03-02T09:00:00Z'));
    const { answer } = await harness.send(submission(opened(forged)));
    expect(stringsIn(answer)).toContain('Your Slack admins don’t allow access for people outside.');
  });

  it('is a line on the result if it took access away', () => {
    const generation = aGeneration();
    const ask = generation.ask && {
      ...generation.ask,
      sharing: { externalAccess: 'noAccess' as const, isCapped: true },
    };
    expect(wordsOf(resultMessage({ ...generation, ask }, { serviceName: 'Gamma' }))).toContain(NOT_SHARED);
    expect(wordsOf(resultMessage(generation, { serviceName: 'Gamma' }))).not.toContain(NOT_SHARED);
  });

  it('is not needed for the result to say who outside can open the document', () => {
    const generation = aGeneration();
    const words = (sharing: Ask['sharing']) => {
      const ask = generation.ask && { ...generation.ask, sharing };
      return wordsOf(resultMessage({ ...generation, ask }, { serviceName: 'Gamma' }));
    };
    expect(words({ externalAccess: 'edit' })).toContain('Anyone with the link can edit it.');
    const byEmail = words({ recipients: ['bob@example.com'] });
    expect(byEmail).toContain('Shared by email with 1 address.');
    expect(byEmail).not.toContain('bob@example.com');
    expect(words({ workspaceAccess: 'view', externalAccess: 'noAccess' })).not.toMatch(
      /with the link|by email/,
    );
  });
});

describe('the form of a document of a private channel shows that nobody else gets access', () => {
  const since = '2026-03-02T00:00:00.000Z';
  const days = { kind: 'channel', channel: 'C1', since } as const;

  async function formOf(isPrivate: boolean, source: typeof days | { kind: 'text' }) {
    const harness = createHarness();
    harness.answers['conversations.info'] = { channel: { id: 'C1', is_member: true, is_private: isPrivate } };
    const generation = aGeneration();
    harness.generations.put({
      ...generation,
      channel: 'C1',
      ask: generation.ask && { ...generation.ask, source },
    });
    await harness.send(press({ action_id: 'document_another', value: generation.id }));
    const view = await withMoreOptions(harness);
    const { workspace_access: access } = opened(view).state.values;
    return { harness, view, chosen: access.workspace_access.selected_option?.text.text };
  }

  it.each([
    ['days of it', days],
    ['a document that was made for it', { kind: 'text' } as const],
  ])('%s', async (_, source) => {
    const { harness, view, chosen } = await formOf(true, source);
    expect(chosen).toBe('No access');
    await harness.send(submission(opened(view, { prompt: 'Tea' })));
    expect(harness.generations.all().at(-1)?.ask?.sharing).toEqual({
      workspaceAccess: 'noAccess',
      externalAccess: 'noAccess',
    });
    expect((await formOf(false, source)).chosen).toBeUndefined();
  });

  test('a proposal card’s “Details…”, also if Slack answers only after the form is open', async () => {
    const harness = createHarness();
    const ask = { ...actor, prompt: 'Tea', source: days, destination: { channel: 'C1' } };
    await harness.slack.proposals.save({ ...ask, work: { kind: 'document' }, format: 'presentation' });
    harness.answers['conversations.info'] = { channel: { id: 'C1', is_member: true, is_private: true } };
    const { admit } = harness.slack;
    let calls = 0;
    harness.slack.admit = async (intended, options) => {
      calls += 1;
      if (calls > 1 || !('channel' in intended.source)) return admit(intended, options);
      return { blockers: [], unanswered: [{ part: 'source', error: new Error('late') }] };
    };
    await harness.send(press({ action_id: 'proposal_change', value: 'p1' }));
    expect(harness.made('views.update')).toHaveLength(1);
    const { workspace_access: access } = opened(await withMoreOptions(harness)).state.values;
    expect(access.workspace_access.selected_option?.text.text).toBe('No access');
  });
});

test('the form of a digest shows “No access” for a private channel, and the workspace’s default for a public one', async () => {
  const placeholders = async (isPrivate: boolean) => {
    const harness = createHarness();
    harness.answers['conversations.info'] = { channel: { id: 'C1', is_member: true, is_private: isPrivate } };
    await harness.send(command('schedule'));
    const { blocks } = await withMoreOptions(harness, 'digest_more_options');
    return blocks.flatMap((block: { block_id?: string; element?: { placeholder?: { text: string } } }) =>
      /digest_(?:workspace|external)_access/.test(block.block_id ?? '')
        ? block.element?.placeholder?.text
        : [],
    );
  };
  expect(await placeholders(true)).toEqual(['No access', 'No access']);
  expect(await placeholders(false)).toEqual(['Workspace default', 'Workspace default']);
});
