import { timingSafeEqual } from 'node:crypto';
import { SlackFault } from '../fault.ts';
import type { Slack } from '../slack.ts';
import { install } from '../workspace/installing.ts';
import type { Answer } from './call/method.ts';

/** oauth.v2.access: exchanges a code for a bot token. It is called with the client's secret instead of a token. */
export function exchangeCode(
  slack: Slack,
  args: Record<string, unknown>,
  authorization: string | undefined,
): Answer {
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
}

/** Checks the client's credentials, in the body or as HTTP Basic. */
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
