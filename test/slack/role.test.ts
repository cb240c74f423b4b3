import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { isOwnerOrAdmin, mayConnect } from '../../src/slack/bolt/permissions/permissions.ts';
import { roleIn } from '../../src/slack/bolt/permissions/roles.ts';
import { createTestLog } from '../support/log.ts';

const log = createTestLog().log;

function clientThatKnows(user: object | null): WebClient {
  const info = async () => {
    if (!user) throw new Error('user_not_found');
    return { ok: true, user: { id: 'U1', team_id: 'T1', ...user } };
  };
  return { users: { info } } as unknown as WebClient;
}

function roleOf(user: object | null, team = 'T1') {
  return roleIn({ client: clientThatKnows(user), team, person: 'U1' }, log);
}

describe('what somebody is in a team', () => {
  test.each([
    [{ is_admin: true }, 'admin'],
    [{ is_owner: true }, 'admin'],
    [{}, 'member'],
    [{ is_restricted: true }, 'guest'],
    [{ is_admin: true, is_ultra_restricted: true }, 'guest'],
    [{ team_id: 'T2', is_restricted: true }, 'outsider'],
    [{ team_id: 'T2', is_admin: true }, 'outsider'],
    [{ is_bot: true }, 'outsider'],
    [{ deleted: true, is_admin: true }, 'outsider'],
    [null, 'unknown'],
  ])('%j: %s', async (user, role) => {
    expect(await roleOf(user)).toBe(role);
  });

  test('nobody is anything in a team that Deckhand has left', async () => {
    const gone = async () => {
      throw new WebAPIPlatformError({ ok: false, error: 'account_inactive' } as never);
    };
    const client = { users: { info: gone } } as unknown as WebClient;
    expect(await roleIn({ client, team: 'T1', person: 'U1' }, log)).toBe('outsider');
  });

  const org = (flags: object) => ({ team_id: 'T7', enterprise_user: { enterprise_id: 'E1', ...flags } });

  test.each([
    ['its owners and admins speak for all of it', { is_owner: true }, {}, 'admin'],
    ['its owners and admins speak for all of it', { is_admin: true }, {}, 'admin'],
    ['an admin of one workspace does not', {}, { is_admin: true }, 'member'],
    ['a guest is one everywhere', { is_admin: true }, { is_restricted: true }, 'guest'],
  ])('where an organisation installed org-wide, %s: %j, %j', async (_, inOrg, inWorkspace, role) => {
    expect(await roleOf({ ...org(inOrg), ...inWorkspace }, 'E1')).toBe(role);
  });

  test.each([
    ['its admins count who come from another one', { teams: ['T7', 'T8'] }, { is_admin: true }, 'admin'],
    ['so do its members', { teams: ['T7', 'T8'] }, {}, 'member'],
    ['so do the organisation’s owners', { teams: ['T8'], is_owner: true }, {}, 'admin'],
    ['whoever is not in it does not', { teams: ['T7'] }, { is_admin: true }, 'outsider'],
  ])('in one workspace of an organisation, %s: %j, %j', async (_, inOrg, inWorkspace, role) => {
    expect(await roleOf({ ...org(inOrg), ...inWorkspace }, 'T8')).toBe(role);
  });
});

test('a digest is not managed by an admin of another workspace, in a channel that both share', async () => {
  const may = (user: object) =>
    isOwnerOrAdmin({ actor: { team: 'T1', person: 'U1' }, client: clientThatKnows(user) }, 'UBEN', log);
  expect(await may({ is_admin: true })).toBe(true);
  expect(await may({ is_admin: true, team_id: 'T2' })).toBe(false);
});

const none = { works: false };
const bens = { works: true, person: 'UBEN' };
const operators = { works: true };

test.each([
  ['admin', 'admins', none, true],
  ['admin', 'admins', bens, true],
  ['member', 'admins', none, false],
  ['member', 'everyone', none, true],
  // Replacing a connection that works is worse than ending it, and takes the same right.
  ['member', 'everyone', bens, false],
  ['member', 'everyone', operators, false],
  ['member', 'everyone', { works: false, person: 'UBEN' }, true],
  ['member', 'everyone', { works: true, person: 'UANA' }, true],
  ['guest', 'everyone', none, false],
  ['outsider', 'everyone', none, false],
  ['unknown', 'everyone', none, false],
] as const)('%s, where %s may connect, over %j: %s', (role, who, current, may) => {
  expect(mayConnect('UANA', role, who, current)).toBe(may);
});
