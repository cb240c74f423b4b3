import type { Authorize } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import type { SlackClient } from '../../slack-client.ts';
import { NotInstalled, type SlackClientsOptions } from '../bolt/clients.ts';

interface Identity {
  team: string;
  botId: string;
  botUserId: string;
}

/**
 * One team by a bot token from the configuration, instead of OAuth. Slack is asked once for the token's team, when it is
 * first needed, so that the app starts while Slack is out of reach; other teams are refused.
 */
export function createOneTeam(token: string, options: Pick<SlackClientsOptions, 'apiUrl' | 'fetch'>) {
  const client: SlackClient = new WebClient(token, {
    ...(options.apiUrl && { slackApiUrl: options.apiUrl }),
    fetch: options.fetch,
    timeout: 10_000,
    retryConfig: { retries: 2, minTimeout: 200 },
  });
  let identity: Promise<Identity> | undefined;

  async function ask(): Promise<Identity> {
    const { team_id, enterprise_id, is_enterprise_install, bot_id, user_id } = await client.auth.test();
    const team = (is_enterprise_install ? enterprise_id : team_id) ?? '';
    return { team, botId: bot_id ?? '', botUserId: user_id ?? '' };
  }

  function who(): Promise<Identity> {
    identity ??= ask().catch((error: unknown) => {
      identity = undefined;
      throw error;
    });
    return identity;
  }

  async function whoIn(team: string | undefined): Promise<Identity> {
    const known = await who();
    if (team !== known.team) throw new NotInstalled('This Deckhand belongs to another Slack workspace');
    return known;
  }

  const authorize: Authorize<boolean> = async ({ teamId, enterpriseId, isEnterpriseInstall }) => {
    const { team, botId, botUserId } = await whoIn(isEnterpriseInstall ? enterpriseId : teamId);
    return {
      team,
      botToken: token,
      botId,
      botUserId,
      ...(teamId && { teamId }),
      ...(enterpriseId && { enterpriseId }),
    };
  };

  async function tokenFor(team: string): Promise<string> {
    await whoIn(team);
    return token;
  }

  return { authorize, tokenFor };
}
