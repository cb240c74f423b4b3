import { expect, it } from 'vitest';
import { createHarness } from '../support/harness/slack.ts';
import { command, event } from '../support/harness/slack-requests.ts';

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
