import { expect, it } from 'vitest';
import { fieldsOfOtherTeams, teamOf, uninstalledTeamOf } from '../../src/slack/bolt/receiving/team.ts';
import { createHarness } from '../support/harness/slack.ts';
import { command, event, press, submission } from '../support/harness/slack-requests.ts';

it('is the one that was authorized, and never guessed', () => {
  expect(teamOf({ isEnterpriseInstall: false, team: 'T1', teamId: 'T2' })).toBe('T1');
  expect(() => teamOf({ isEnterpriseInstall: true, teamId: 'T1' })).toThrow('names no team');
});

it('that Deckhand has left is the organisation where no workspace is named', () => {
  const context = { isEnterpriseInstall: false };
  const orgWide = { isEnterpriseInstall: true };
  expect(uninstalledTeamOf(context, { team_id: 'T1', enterprise_id: 'E1' })).toBe('T1');
  expect(uninstalledTeamOf(context, { team_id: null, enterprise_id: 'E1' })).toBe('E1');
  expect(uninstalledTeamOf(orgWide, { team_id: 'T1', enterprise_id: 'E1' })).toBe('E1');
  expect(uninstalledTeamOf(context, { team_id: 'T2', authorizations: [{ team_id: 'T1' }] })).toBe('T1');
  expect(() => uninstalledTeamOf(context)).toThrow('names no team');
});

const workspace = { isEnterpriseInstall: false, team: 'T1' };
const organisation = { isEnterpriseInstall: true, team: 'E1' };

it.each([
  [workspace, { context_team_id: 'T1', team_id: 'T1', authorizations: [{ team_id: 'T1' }] }],
  // The person who wrote it comes from another workspace of the shared channel.
  [workspace, { context_team_id: 'T1', team_id: 'T2', authorizations: [{ team_id: 'T1' }] }],
  [workspace, { team_id: 'T1', enterprise_id: 'E1' }],
  [workspace, { team: { id: 'T1' }, view: { app_installed_team_id: 'T1' } }],
  [organisation, { team_id: 'T7', enterprise_id: 'E1', context_team_id: 'T7', context_enterprise_id: 'E1' }],
  [organisation, { team: null, enterprise: { id: 'E1' }, view: { app_installed_team_id: 'T7' } }],
])('a request whose fields agree is handled: %j %j', (context, body) => {
  expect(fieldsOfOtherTeams(context, body, context.team)).toEqual([]);
});

it.each([
  [
    workspace,
    { context_team_id: 'T2', team_id: 'T1', authorizations: [{ team_id: 'T1' }] },
    'context_team_id',
  ],
  [workspace, { team_id: 'T2', authorizations: [{ team_id: 'T1' }] }, 'team_id'],
  [workspace, { team: { id: 'T1' }, view: { app_installed_team_id: 'T2' } }, 'view.app_installed_team_id'],
  [workspace, { team: { id: 'T2' }, view: { app_installed_team_id: 'T1' } }, 'team.id'],
  [organisation, { context_enterprise_id: 'E2', enterprise_id: 'E1' }, 'context_enterprise_id'],
  [organisation, { enterprise_id: 'E2', authorizations: [{ enterprise_id: 'E1' }] }, 'enterprise_id'],
  [
    organisation,
    { enterprise: { id: 'E1' }, view: { app_installed_team_id: 'E2' } },
    'view.app_installed_team_id',
  ],
])('a request whose fields disagree is not: %j %j', (context, body, field) => {
  expect(fieldsOfOtherTeams(context, body, context.team)).toEqual([field]);
});

it('what names two teams is done for neither, and the log says so', async () => {
  const uninstalled: string[] = [];
  const harness = createHarness({ onUninstalled: async ({ team }) => void uninstalled.push(team) });
  const other = { context_team_id: 'T2', authorizations: [{ team_id: 'T1' }] };
  const view = { id: 'V1', callback_id: 'deck_form', blocks: [], app_installed_team_id: 'T1' };
  await harness.send({ ...event({ type: 'app_home_opened', tab: 'home', user: 'UANA' }), ...other });
  await harness.send({ ...event({ type: 'app_uninstalled' }), ...other });
  await harness.send(press({ action_id: 'deck_create' }, { view: { app_installed_team_id: 'T2' } }));
  const sent = await harness.send(submission(view, { team: { id: 'T2' } }));
  expect(uninstalled).toEqual([]);
  expect(harness.calls).toEqual([]);
  // A form that closes would say that it was taken.
  expect(sent.answer).toMatchObject({ response_action: 'update' });
  expect(harness.logged.filter((line) => line.includes('two teams'))).toHaveLength(4);
});

it('one that names its team alone is handled', async () => {
  const harness = createHarness();
  await harness.send(command('help', { team_id: 'T1' }));
  expect(harness.made('respond')).toHaveLength(1);
});
