import { timingSafeEqual } from 'node:crypto';
import { SlackFault } from '../fault.ts';
import type { Slack } from '../slack.ts';
import { install, uninstall } from '../workspace/installing.ts';
import { callerOf, tokenOf } from './call/authorize.ts';
import type { Answer } from './call/method.ts';

/** Methods of the OAuth flow and its end; they are called with the client's secret or the token itself. */
export const oauthMethods: Record<
  string,
  (slack: Slack, args: Record<string, unknown>, authorization: string | undefined) => Answer
> = {
  'oauth.v2.access': (slack, args, authorization) => {
    requireClient(slack, args, authorization);
    const code = String(args.code ?? '');
    const granted = slack.codes.get(code);
    slack.codes.delete(code);
    if (!granted || slack.clock.now() > granted.expires) throw new SlackFault('invalid_code');
    if (granted.redirectUri !== args.redirect_uri) throw new SlackFault('bad_redirect_uri');
    const { team, user, scopes } = granted;
    const installation = install(slack, team, scopes);
    return {
      access_token: installation.botToken,
      token_type: 'bot',
      scope: scopes.join(','),
      bot_user_id: installation.botUserId,
      app_id: slack.app.id,
      team: { id: team.id, name: team.name },
      enterprise: null,
      authed_user: { id: user },
      is_enterprise_install: false,
    };
  },
  'apps.uninstall': (slack, args, authorization) => {
    requireClient(slack, args, undefined);
    const { team } = callerOf(slack, tokenOf(authorization, args));
    uninstall(slack, team);
    return {};
  },
  'auth.revoke': (slack, args, authorization) => {
    const { team } = callerOf(slack, tokenOf(authorization, args));
    if (args.test !== 'true' && args.test !== '1') uninstall(slack, team);
    return { revoked: true };
  },
};

/** The client names itself in the body or by HTTP Basic. */
function requireClient(slack: Slack, args: Record<string, unknown>, authorization: string | undefined): void {
  const basic = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  const [basicId, basicSecret] = basic ? Buffer.from(basic, 'base64').toString('utf8').split(':') : [];
  const id = basicId ?? String(args.client_id ?? '');
  const secret = basicSecret ?? String(args.client_secret ?? '');
  if (!slack.app.clientId || id !== slack.app.clientId) throw new SlackFault('invalid_client_id');
  if (!isSame(secret, slack.app.clientSecret ?? '')) throw new SlackFault('bad_client_secret');
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
