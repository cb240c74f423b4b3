import { expect, it } from 'vitest';
import { teamOf, uninstalledTeamOf } from '../../src/slack/bolt/team.ts';

const context = { isEnterpriseInstall: false, teamId: 'T1', enterpriseId: 'E1' };

it('is the workspace', () => {
  expect(teamOf(context)).toBe('T1');
});

it('is the organisation where Deckhand is installed for all of it', () => {
  expect(teamOf({ ...context, isEnterpriseInstall: true }, { context_team_id: 'T1' })).toBe('E1');
});

it('is the workspace that installed Deckhand where a channel is shared with another one', () => {
  expect(teamOf({ ...context, teamId: 'T2' }, { context_team_id: 'T1' })).toBe('T1');
});

it('is never guessed', () => {
  expect(() => teamOf({ isEnterpriseInstall: true, teamId: 'T1' })).toThrow('names no team');
});

it('that Deckhand has left is the organisation where no workspace is named', () => {
  const untold = { isEnterpriseInstall: false, enterpriseId: 'E1' };
  expect(uninstalledTeamOf(untold, {})).toBe('E1');
  expect(uninstalledTeamOf({ ...untold, teamId: null as unknown as string })).toBe('E1');
  expect(uninstalledTeamOf({ ...untold, isEnterpriseInstall: true, teamId: 'T1' })).toBe('E1');
  expect(uninstalledTeamOf(context)).toBe('T1');
  expect(() => uninstalledTeamOf({ isEnterpriseInstall: false })).toThrow('names no team');
});
