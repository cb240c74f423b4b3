import { Response } from 'undici';
import { describe, expect, test } from 'vitest';
import { createOneTeam } from '../../src/slack/installation/one-team.ts';
import { createTestLog } from '../support/log.ts';
import { allowErrors } from '../support/log-errors.ts';

/** SLACK_BOT_TOKEN is of one team, and serves that team alone. */

function aTeam(identity: object) {
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    return new Response(JSON.stringify({ ok: true, bot_id: 'B1', user_id: 'UBOT', ...identity }));
  };
  const team = createOneTeam('xoxb-1', { fetch: fetch as never });
  return { ...team, asked: () => asked };
}

const from = (teamId: string) => ({ teamId, enterpriseId: undefined, isEnterpriseInstall: false });

describe('a bot token of one team', () => {
  const ours = () => aTeam({ team_id: 'T1' });

  test('lets in what comes from that team, and asks Slack once whose it is', async () => {
    const { authorize, tokenFor, asked } = ours();
    expect(await authorize(from('T1'))).toMatchObject({
      botToken: 'xoxb-1',
      botUserId: 'UBOT',
      teamId: 'T1',
    });
    expect(await tokenFor('T1')).toBe('xoxb-1');
    expect(asked()).toBe(1);
  });

  test('lets in nothing of another team, and is not used for it', async () => {
    const { authorize, tokenFor } = ours();
    await expect(authorize(from('T2'))).rejects.toThrow('another Slack workspace');
    await expect(tokenFor('T2')).rejects.toThrow('another Slack workspace');
    await expect(tokenFor('')).rejects.toThrow('another Slack workspace');
  });
});

test('a bot token of an organisation serves the organisation, and no other', async () => {
  const { authorize, tokenFor } = aTeam({ team_id: 'T1', enterprise_id: 'E1', is_enterprise_install: true });
  const within = { teamId: 'T7', enterpriseId: 'E1', isEnterpriseInstall: true };
  expect(await authorize(within)).toMatchObject({ botToken: 'xoxb-1', enterpriseId: 'E1' });
  expect(await tokenFor('E1')).toBe('xoxb-1');
  await expect(authorize({ ...within, enterpriseId: 'E2' })).rejects.toThrow('another Slack workspace');
});

describe('the check of the token at the start', () => {
  allowErrors(/Slack does not accept SLACK_BOT_TOKEN/);

  test.each(['token_revoked', 'account_inactive', 'invalid_auth'])('logs an error for %s', async (error) => {
    const { log, text } = createTestLog();
    await aTeam({ ok: false, error }).checkToken(log);
    expect(text()).toMatch(new RegExp(`"error":"${error}","msg":"Slack does not accept SLACK_BOT_TOKEN`));
  });

  test.each([{ team_id: 'T1' }, { ok: false, error: 'internal_error' }])(
    'logs nothing for %j, which says nothing against the token',
    async (answer) => {
      const { log, lines } = createTestLog();
      await aTeam(answer).checkToken(log);
      expect(lines).toEqual([]);
    },
  );
});
