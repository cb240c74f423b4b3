import { WebAPIPlatformError, type WebClient } from '@slack/web-api';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { roleIn } from '../../src/slack/admin.ts';
import { letsConnect } from '../../src/slack/connecting/offer.ts';

const log = createLog('silent');

function roleOf(user: object | null, team = 'T1') {
  const info = async () => {
    if (!user) throw new Error('user_not_found');
    return { ok: true, user: { id: 'U1', team_id: 'T1', ...user } };
  };
  return roleIn({ client: { users: { info } } as unknown as WebClient, team, person: 'U1' }, log);
}

describe('what somebody is in a team', () => {
  test.each([
    [{ is_admin: true }, 'admin'],
    [{ is_owner: true }, 'admin'],
    [{}, 'member'],
    [{ is_restricted: true }, 'outsider'],
    [{ is_admin: true, is_ultra_restricted: true }, 'outsider'],
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

  test('an admin in an organisation that installed org-wide', async () => {
    const user = { team_id: 'T7', enterprise_user: { enterprise_id: 'E1' }, is_admin: true };
    expect(await roleOf(user, 'E1')).toBe('admin');
  });
});

test.each([
  ['admin', 'admins', true],
  ['member', 'admins', false],
  ['member', 'everyone', true],
  ['outsider', 'everyone', false],
  ['unknown', 'everyone', false],
] as const)('%s, where %s may connect: %s', (role, who, may) => {
  expect(letsConnect(role, who)).toBe(may);
});
