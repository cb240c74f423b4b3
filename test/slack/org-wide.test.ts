import { describe, expect, it } from 'vitest';
import { roleIn } from '../../src/slack/bolt/permissions/roles.ts';
import { deckModal } from '../../src/slack/deck/modal.ts';
import { askForm } from '../../src/slack/kit/ask-fields/ask-form.ts';
import { createHarness } from '../support/harness/slack.ts';
import { command, event, opened, submission } from '../support/harness/slack-requests.ts';
import { createTestLog } from '../support/log.ts';

const inOrg = { team_id: 'T7', enterprise_id: 'E1', is_enterprise_install: 'true' };

it('who may not connect an organisation reads who may: its own admins and owners, in the workspace of who asks', async () => {
  const harness = createHarness();
  const person = (id: string, given: object) => ({
    id,
    team_id: 'T7',
    ...given,
    enterprise_user: { enterprise_id: 'E1', ...given },
  });
  const admin = { ...person('UADMIN', {}), is_admin: true };
  harness.answers['users.info'] = { user: admin };
  harness.answers['users.list'] = { members: [admin, person('UOWNER', { is_owner: true })] };
  await harness.send(command('connect', inOrg));
  expect(harness.made('users.list')).toMatchObject([{ team_id: 'T7' }]);
  const answer = JSON.stringify(harness.made('respond'));
  expect(answer).toContain('<@UOWNER>');
  expect(answer).not.toContain('<@UADMIN>');
});

it.each([{ type: 'app_uninstalled' }, { type: 'tokens_revoked', tokens: { bot: ['UBOT'], oauth: [] } }])(
  'an organisation that takes Deckhand out is removed, however little Slack says of it: $type',
  async (told) => {
    const uninstalled: string[] = [];
    const harness = createHarness({ onUninstalled: async ({ team }) => void uninstalled.push(team) });
    await harness.send({ ...event(told), team_id: null, enterprise_id: 'E1' });
    expect(uninstalled).toEqual(['E1']);
  },
);

describe('where an organisation has installed Deckhand', () => {
  const enterprise = { id: 'E1', name: 'Northwind Group' };
  const user = { id: 'UANA', team_id: 'T7', enterprise_user: { enterprise_id: 'E1' } };
  const orgWide = { team: null, enterprise, is_enterprise_install: true, user };
  const inWorkspace = (workspace: string) => ({
    team_id: workspace,
    enterprise_id: 'E1',
    context_team_id: workspace,
    context_enterprise_id: 'E1',
    authorizations: [{ team_id: null, enterprise_id: 'E1', is_enterprise_install: true }],
  });

  it('everything is the organisation’s: the form, the mention, the direct message and Home, from each workspace', async () => {
    const harness = createHarness();
    harness.answers['conversations.members'] = { members: ['UANA'] };
    const view = deckModal(
      { ...askForm.initial, prompt: { texts: ['Spring'], joins: [] }, channel: 'C1' },
      { more: true },
    );
    await harness.send(submission({ ...opened(view), app_installed_team_id: 'T7' }, orgWide));
    expect(harness.generations.all()).toMatchObject([{ team: 'E1', person: 'UANA' }]);

    const asked: string[] = [];
    harness.slack.threads.plain = async (team, text) => {
      asked.push(team);
      return text;
    };
    harness.slack.generations.recent = async (team) => {
      asked.push(team);
      return [];
    };
    const mention = {
      type: 'app_mention',
      user: 'UANA',
      channel: 'C1',
      ts: '1.5',
      text: '<@UBOT> ten slides',
    };
    const said = {
      type: 'message',
      channel_type: 'im',
      user: 'UANA',
      channel: 'D1',
      ts: '1.5',
      text: 'slides',
    };
    const home = { type: 'app_home_opened', tab: 'home', user: 'UANA', channel: 'D1' };
    await harness.send({ ...event(mention, 'Ev1'), ...inWorkspace('T7') });
    await harness.send({ ...event(said, 'Ev2'), ...inWorkspace('T8') });
    await harness.send({ ...event(home, 'Ev3'), ...inWorkspace('T8') });
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(new Set(asked)).toEqual(new Set(['E1']));
  });

  it('what is said to come through another organisation is refused', async () => {
    const harness = createHarness();
    const home = { type: 'app_home_opened', tab: 'home', user: 'UANA', channel: 'D1' };
    await harness.send({ ...event(home), ...inWorkspace('T7'), context_enterprise_id: 'E2' });
    const view = { id: 'V1', callback_id: 'deck_form', blocks: [], app_installed_team_id: 'E2' };
    await harness.send(submission(view, orgWide));
    expect(harness.calls).toEqual([]);
  });

  it('its members are members in each of its workspaces, and its guests are guests', async () => {
    const log = createTestLog().log;
    const roleOf = (given: object) =>
      roleIn(
        {
          client: { users: { info: async () => ({ ok: true, user: { id: 'UANA', ...given } }) } } as never,
          team: 'E1',
          person: 'UANA',
        },
        log,
      );
    const ofOrg = { enterprise_user: { enterprise_id: 'E1', teams: ['T7'] } };
    expect(await roleOf({ team_id: 'T8', ...ofOrg })).toBe('member');
    expect(await roleOf({ team_id: 'T8', ...ofOrg, is_restricted: true })).toBe('guest');
    expect(await roleOf({ team_id: 'T9' })).toBe('outsider');
  });
});
