import { expect, test } from 'vitest';
import type { Defaults, Scope } from '../../src/defaults/defaults.ts';
import type { Digest } from '../../src/digests/digest.ts';
import type { Digests } from '../../src/digests/digests.ts';
import type { AuditLine } from '../../src/settings/audit.ts';
import { changedSettings } from '../../src/settings/audit.ts';
import type { Role } from '../../src/slack/bolt/permissions/roles.ts';
import { budgetModal } from '../../src/slack/budget/budget.ts';
import { digestFeedbackForm } from '../../src/slack/feedback/feedback.ts';
import { recordDigest } from '../../src/slack/kit/audited-digest.ts';
import { renderMessage } from '../../src/slack/mention/person-messages.ts';
import { aGeneration } from '../support/harness/a-generation.ts';
import { createHarness, playedSettings } from '../support/harness/slack.ts';
import { command, opened, press, pressInView, submission } from '../support/harness/slack-requests.ts';
import { stringsIn, wordsOf } from '../support/reading.ts';

/** What people change or spend by a button is in the audit trail. */

const digest: Digest = {
  ...{ id: 'd1', team: 'T1', owner: 'UANA', channel: 'C1', threshold: 1, quiet: 'say', state: 'active' },
  schedule: { every: 'cron', line: '0 9 * * 1', zone: 'UTC' },
  focus: { topics: [], words: '' },
  choices: { format: 'presentation' },
  deliverTo: { kind: 'channel' },
  createdAt: new Date(0),
};

const ABOUT = 'C1=d1 owner=UANA at `0 9 * * 1` (UTC)';

function create(digests: Partial<Digests> = {}, role: Role = 'admin') {
  const lines: AuditLine[] = [];
  const base = createHarness().slack;
  const harness = createHarness({
    audit: { record: async (line) => void lines.push(line), of: async () => [] },
    roleOf: async () => role,
    digests: {
      ...base.digests,
      find: async () => digest,
      refocus: async () => true,
      runNow: async () => ({ outcome: 'started', generation: aGeneration() }),
      pause: async () => true,
      resume: async () => true,
      remove: async () => true,
      ...digests,
    },
  });
  harness.answers['users.info'] = { user: { id: 'UANA', is_admin: role === 'admin' } };
  return { harness, lines };
}

test('a digest that is changed by the form after a thumb down', async () => {
  const { harness, lines } = create();
  await harness.send(submission(opened(digestFeedbackForm('d1'))));
  expect(lines).toEqual([
    { team: 'T1', person: 'UANA', what: 'digest changed', object: ABOUT, via: 'feedback' },
  ]);
});

test('“Run now” of a digest', async () => {
  const { harness, lines } = create();
  await harness.send(press({ action_id: 'digest_run', value: 'd1' }));
  expect(lines).toMatchObject([{ person: 'UANA', what: 'digest run', object: ABOUT }]);
});

test.each([
  ['D1', 'd1 0', true],
  ['D1', 'd1', false],
  ['C1', 'd1 0', false],
])('a digest that is deleted from a list in %s (%s) is gone from the list: %s', async (id, value, isGone) => {
  const { harness } = create();
  await harness.send(press({ action_id: 'digest_delete', value }, { channel: { id, name: 'x' } }));
  expect(harness.made('respond').at(-1)).toMatchObject({ replace_original: isGone });
  expect(wordsOf(harness.made('respond').at(-1))).toContain('is deleted');
});

test.each([
  ['UANA', 'is deleted'],
  ['UBEN', 'Only whoever set this digest up'],
])('a guest who is shut out can delete their own digest, and no other: %s', async (owner, words) => {
  const { harness, lines } = create({ find: async () => ({ ...digest, owner }) }, 'guest');
  await harness.send(
    press({ action_id: 'digest_delete', value: 'd1 0' }, { channel: { id: 'D1', name: 'x' } }),
  );
  expect(wordsOf(harness.made('respond').at(-1))).toContain(words);
  expect(lines).toHaveLength(owner === 'UANA' ? 1 : 0);
});

test('pausing, resuming and deleting a digest name its channel, owner and rhythm, and a click that came too late has no line', async () => {
  const { harness, lines } = create();
  for (const action_id of ['digest_pause', 'digest_resume', 'digest_delete'])
    await harness.send(press({ action_id, value: 'd1' }));
  expect(lines.map(({ what, object }) => `${what} ${object}`)).toEqual([
    `digest paused ${ABOUT}`,
    `digest resumed ${ABOUT}`,
    `digest deleted ${ABOUT}`,
  ]);
  const late = create({ pause: async () => false, resume: async () => false, remove: async () => false });
  for (const action_id of ['digest_pause', 'digest_resume', 'digest_delete'])
    await late.harness.send(press({ action_id, value: 'd1' }));
  expect(late.lines).toEqual([]);
});

test.each([
  ['digest_pause', 'paused', 'digest of <#C1>. `/deck digests` resumes it.'],
  ['digest_resume', 'resumed', 'digest of <#C1>. It is running again.'],
  ['digest_delete', 'deleted', 'digest of <#C1>. It will not run again. What it has made so far stays.'],
  ['feedback', 'changed', 'digest of <#C1>. `/deck digests` shows how it is now.'],
])('%s by an admin sends the owner one message, and none if the owner does it', async (click, done, text) => {
  const send = async (owner: string, now = true) => {
    const answer = async () => now;
    const of = { find: async () => ({ ...digest, owner }), pause: answer, resume: answer, remove: answer };
    const { harness } = create({ ...of, refocus: answer });
    const form = submission(opened(digestFeedbackForm('d1')));
    await harness.send(click === 'feedback' ? form : press({ action_id: click, value: 'd1' }));
    return { harness, told: harness.made('message') };
  };
  expect((await send('UANA')).told).toEqual([]);
  // Another admin was faster.
  expect((await send('UBEN', false)).told).toEqual([]);
  const { harness, told } = await send('UBEN');
  expect(told).toMatchObject([{ actor: { team: 'T1', person: 'UBEN' }, kind: 'digest_managed', done }]);
  const acting = { actor: { team: 'T1', person: 'UBEN' }, client: {} as never };
  const rendered = await renderMessage(acting, told[0], harness.slack);
  expect(rendered?.message).toMatchObject({ text: `<@UANA> ${done} your ${text}` });
});

test('a changed digest has the old and new values of what has changed, without texts and email addresses', async () => {
  const lines: AuditLine[] = [];
  const audit = { record: async (line: AuditLine) => void lines.push(line), of: async () => [] };
  const after: Digest = {
    ...digest,
    channel: 'C2',
    schedule: { every: 'week', weekday: 5, time: '16:30', zone: 'UTC' },
    focus: { topics: ['actions'], words: 'secret words' },
    choices: {
      format: 'presentation',
      tone: 'secret tone',
      images: { source: 'noImages', style: 'secret style' },
      sharing: { workspaceAccess: 'view', recipients: ['eva@example.com'] },
    },
    deliverTo: { kind: 'person', person: 'UBEN' },
  };
  const acting = { actor: { team: 'T1', person: 'UANA' } };
  const { slack } = createHarness({ audit });
  await recordDigest(acting, after, { what: 'digest changed', via: 'form', before: digest }, slack);
  expect(lines.map(({ object }) => object)).toEqual([
    [
      'C2=d1 owner=UANA every Friday at 4:30 PM (UTC)',
      'channel=C1→C2 schedule=at `0 9 * * 1` (UTC)→every Friday at 4:30 PM (UTC)',
      'topics=[]→["actions"] words=unset→(text) deliverTo=channel→UBEN',
      'images={}→{"source":"noImages"} imageStyle=unset→(text) access=unset→workspace=view email=1 (view)',
      'tone=unset→(text)',
    ].join(' '),
  ]);
});

/** Ana opens the settings in C1, chooses whose defaults to set, fills in the form and saves or resets it. */
function settingsOf(role: Role) {
  const { harness, lines } = create();
  const stored = new Map<string, Defaults>();
  const keyOf = (scope: Scope) => JSON.stringify(scope);
  harness.slack.defaults.of = async (scope) => stored.get(keyOf(scope)) ?? {};
  harness.slack.defaults.set = async (scope, defaults) => void stored.set(keyOf(scope), defaults);
  harness.slack.roleOf = async () => role;
  if (role === 'guest') harness.slack.settings = playedSettings({ guests: 'yes' });
  harness.answers['users.info'] = { user: { id: 'UANA', is_admin: role === 'admin' } };
  const chosen = (value: string) => ({ type: 'static_select', selected_option: { value } });
  const viewOf = async (scope: string, entries: Record<string, object | string>) => {
    await harness.send(command('settings'));
    const start = harness.made('views.update').at(-1)?.view;
    const menu = { settings_scope: { settings_scope: chosen(scope) } };
    const switched = { ...opened(start), state: { values: menu } };
    await harness.send(pressInView({ action_id: 'settings_scope', type: 'static_select' }, switched));
    return opened(harness.made('views.update').at(-1)?.view, entries);
  };
  const objects = () => lines.map(({ object }) => object);
  return {
    harness,
    objects,
    chosen,
    viewOf,
    submit: (view: Parameters<typeof submission>[0]) => harness.send(submission(view)),
    save: async (scope: string, entries: Record<string, object | string>) =>
      harness.send(submission(await viewOf(scope, entries))),
    reset: async (scope: string) =>
      harness.send(pressInView({ action_id: 'settings_forget', value: scope }, await viewOf(scope, {}))),
    /** Submits a form for another scope than the one that was shown. */
    forge: (metadata: object) => {
      const blank = { type: 'modal', callback_id: 'settings_form', blocks: [] };
      const view = opened(
        { ...blank, private_metadata: JSON.stringify(metadata) },
        { channel_seen_by: chosen('me') },
      );
      return harness.send(submission(view));
    },
    offered: async () => stringsIn(await viewOf('person', {})),
  };
}

test('defaults of a channel and of the team have their old and new values, without texts; own defaults have no line', async () => {
  const { save, reset, objects, chosen } = settingsOf('admin');
  await save('person', { person_seen_by: chosen('me') });
  await save('channel', { channel_seen_by: chosen('me'), channel_tone: 'secret words' });
  await save('channel', {});
  await save('channel', { channel_seen_by: chosen('here') });
  await save('team', { team_seen_by: chosen('me'), policy_guests: chosen('yes') });
  await reset('channel');
  await reset('team');
  await reset('person');
  expect(objects()).toEqual([
    'C1=tone=unset→(text) seenBy=unset→me',
    'C1=seenBy=me→here',
    'guests=no→yes seenBy=unset→me',
    'C1=tone=(text)→unset seenBy=here→unset',
    'seenBy=me→unset',
  ]);
});

test('rules that another admin has changed since the form was opened are not saved, and the newest are shown', async () => {
  const { viewOf, submit, save, objects, chosen, harness } = settingsOf('admin');
  const grace = { policy_pictures: chosen('off'), policy_access: chosen('anybody') };
  const stale = await viewOf('team', grace);
  await save('team', { policy_access: chosen('workspace'), team_seen_by: chosen('me') });
  const { answer } = await submit(stale);
  expect(stringsIn(answer)).toMatch(/Another admin has changed these rules and defaults/);
  expect(stringsIn(answer)).toMatch(
    /\*Nobody outside the workspace at Gamma\*.*\*Yes, and post.*Defaults: just for me/s,
  );
  expect(await harness.slack.settings.of('T1')).toMatchObject({ accessFor: 'workspace', pictures: 'on' });
  // The button opens the form with the newest values in place of the message.
  const { view } = answer as { view: object };
  await harness.send(pressInView({ action_id: 'settings_team', value: 'outdated' }, opened(view)));
  await submit(opened(harness.made('views.update').at(-1)?.view, { policy_pictures: chosen('off') }));
  expect(objects()).toEqual(['accessFor=anybody→workspace seenBy=unset→me', 'pictures=on→off']);
});

test('other admins are told once per save which rules hold now, in words, and not of own or channel defaults', async () => {
  const { save, reset, viewOf, submit, chosen, harness } = settingsOf('admin');
  const user = (id: string) => ({ id, team_id: 'T1', is_admin: true });
  harness.answers['users.list'] = { members: ['UANA', 'UADA', 'UCLEO'].map(user) };
  const told = () => harness.made('message').map(({ actor, changes }) => [actor.person, changes]);
  await save('person', { person_seen_by: chosen('me') });
  await save('channel', { channel_seen_by: chosen('me') });
  await save('team', {});
  expect(told()).toEqual([]);
  const stale = await viewOf('team', { policy_pictures: chosen('off') });
  await save('team', {
    ...{ policy_access: chosen('workspace'), policy_guests: chosen('yes') },
    ...{ team_seen_by: chosen('me'), team_tone: 'secret words' },
  });
  await submit(stale);
  const changes = [
    'Guests of this workspace: *May use Deckhand, and spend credits*',
    'Who may get access to documents at Gamma: *Nobody outside the workspace at Gamma*',
    'Who sees new results, unless people choose otherwise: *Just for the person who asks*',
    'Other defaults of the workspace: tone',
  ];
  expect(told()).toEqual([
    ['UADA', changes],
    ['UCLEO', changes],
  ]);
  const acting = { actor: { team: 'T1', person: 'UADA' }, client: {} as never };
  const rendered = await renderMessage(acting, harness.made('message')[0], harness.slack);
  expect(wordsOf(rendered?.message as object)).toMatch(/^<@UANA> has changed what holds.*• Guests/s);
  await reset('team');
  expect(told().at(-1)?.[1]).toContain(
    'Who sees new results, unless people choose otherwise: *Everybody in the conversation*',
  );
  await harness.send(press({ action_id: 'connect_policy', value: 'everyone' }));
  expect(told().at(-1)?.[1]).toEqual(['Who may connect Deckhand: *everybody but guests*']);
});

test('defaults of the workspace that another admin has changed meanwhile are not overwritten', async () => {
  const { viewOf, submit, save, objects, chosen } = settingsOf('admin');
  const stale = await viewOf('team', { policy_pictures: chosen('off') });
  await save('team', { team_seen_by: chosen('me') });
  expect(stringsIn((await submit(stale)).answer)).toMatch(/Another admin/);
  expect(objects()).toEqual(['seenBy=unset→me']);
});

test('a guest whom an admin lets in is not offered the defaults of a channel, and cannot set them', async () => {
  const guest = settingsOf('guest');
  const member = settingsOf('member');
  expect(await guest.offered()).not.toContain('This channel');
  expect(await member.offered()).toContain('This channel');
  const forged = { scope: 'channel', channel: 'C1' };
  expect(stringsIn(await guest.forge(forged))).toMatch(/Only members of the workspace/);
  expect(stringsIn(await member.forge(forged))).toContain('Saved');
  expect(guest.objects()).toEqual([]);
  expect(member.objects()).toEqual(['C1=seenBy=unset→me']);
});

test('a line about the budget has the values that changed', () => {
  const before = { spenders: 'everyone', creditsOfTeam: null as number | null, creditsOf: {} };
  const changes = { spenders: 'everyone', creditsOfTeam: 500, creditsOf: { UBEN: 5 } };
  expect(changedSettings(before, changes)).toBe('creditsOfTeam=null→500 creditsOf={}→{"UBEN":5}');
});

test('an exception of a limit has its old and new value, and no line if it stays the same', async () => {
  const { harness, lines } = create();
  harness.slack.settings = playedSettings({ creditsOf: { UBEN: 20 } });
  const save = (people: string[], limit: string | null) => {
    const blank = { type: 'modal', callback_id: 'budget_exception_form', blocks: [] };
    return harness.send(
      submission(
        opened(
          { ...blank, private_metadata: JSON.stringify({ of: 'people' }) },
          {
            exception_people: { type: 'multi_users_select', selected_users: people },
            exception_credits: { type: 'number_input', value: limit },
          },
        ),
      ),
    );
  };
  await save(['UCHLOE', 'UBEN'], '80');
  await save(['UCHLOE', 'UBEN'], '80');
  await save(['UBEN'], null);
  const remove = { type: 'overflow', selected_option: { value: 'remove UCHLOE' } };
  await harness.send(pressInView({ action_id: 'budget_exception', ...remove }, opened({ blocks: [] })));
  expect(lines.map(({ what, object }) => `${what} ${object}`)).toEqual([
    'budget UCHLOE=none→80',
    'budget UBEN=20→80',
    'budget UBEN=80→no limit',
    'budget UCHLOE=80→removed',
  ]);
});

test('limits that are saved unchanged add no line', async () => {
  const { harness, lines } = create();
  const settings = await harness.slack.settings.of('T1');
  await harness.send(submission(opened(budgetModal(settings, []))));
  expect(lines).toEqual([]);
});
