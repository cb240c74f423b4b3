import type { Authorize } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import type { Log } from '../../log.ts';
import type { SlackClient } from '../../slack-client.ts';
import { isTokenDead, NotInstalled, type SlackClientsOptions, slackError } from '../bolt/calls/clients.ts';

interface Identity {
  team: string;
  botId: string;
  botUserId: string;
}

const TOKEN_REFUSED =
  'Slack does not accept SLACK_BOT_TOKEN: copy it again from the app at api.slack.com/apps, or install the app again';

/**
 * Authorizes one team's requests with a configured bot token. Looks up the team on first use, because Slack may be unreachable at start.
 */
export function createOneTeam(token: string, options: Pick<SlackClientsOptions, 'apiUrl' | 'fetch'>) {
  const client: SlackClient = new WebClient(token, {
    ...(options.apiUrl && { slackApiUrl: options.apiUrl }),
    fetch: options.fetch,
    timeout: 10_000,
    retryConfig: { retries: 2, minTimeout: 200 },
  });
  let identity: Promise<Identity> | undefined;

  async function askSlack(): Promise<Identity> {
    const { team_id, enterprise_id, is_enterprise_install, bot_id, user_id } = await client.auth.test();
    const team = (is_enterprise_install ? enterprise_id : team_id) ?? '';
    return { team, botId: bot_id ?? '', botUserId: user_id ?? '' };
  }

  /** Returns the team and bot of the token, cached. Errors are not cached, so the next call asks Slack again. */
  function ownIdentity(): Promise<Identity> {
    identity ??= askSlack().catch((error: unknown) => {
      identity = undefined;
      throw error;
    });
    return identity;
  }

  /** Returns the team and bot of the token. @throws NotInstalled if `team` is not the token's team */
  async function identityIn(team: string | undefined): Promise<Identity> {
    const own = await ownIdentity();
    if (team !== own.team) throw new NotInstalled('This Deckhand belongs to another Slack workspace');
    return own;
  }

  const authorize: Authorize<boolean> = async ({ teamId, enterpriseId, isEnterpriseInstall }) => {
    const { team, botId, botUserId } = await identityIn(isEnterpriseInstall ? enterpriseId : teamId);
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
    await identityIn(team);
    return token;
  }

  /** Logs an error if Slack refuses the token. Ignores other failures, such as timeouts, which say nothing about the token. */
  async function checkToken(log: Log): Promise<void> {
    const error = await ownIdentity().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (isTokenDead(error)) log.error({ error: slackError(error) }, TOKEN_REFUSED);
  }

  return { authorize, tokenFor, checkToken };
}
