import { SlackFault } from '../../fault.ts';
import type { Slack } from '../../slack.ts';
import type { Call } from './method.ts';

/** Finds the team of a token. Throws `not_authed`, `invalid_auth` or `account_inactive`. */
export function callerOf(slack: Slack, token: string | undefined): Call {
  if (!token) throw new SlackFault('not_authed');
  const team = slack.workspace.teams.find((each) => each.installation?.botToken === token);
  if (team?.installation) return { slack, team, installation: team.installation };
  throw new SlackFault(slack.workspace.revokedTokens.has(token) ? 'account_inactive' : 'invalid_auth');
}

/** Returns the token from `Authorization: Bearer …` or the argument `token`. */
export function tokenOf(
  authorization: string | undefined,
  args: Record<string, unknown>,
): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  return bearer ?? (typeof args.token === 'string' ? args.token : undefined);
}
