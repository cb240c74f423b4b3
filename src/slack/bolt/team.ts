import type { Context } from '@slack/bolt';

interface EventBody {
  context_team_id?: string;
}

/**
 * The team that a verified request belongs to: the organisation where Deckhand is installed org-wide, else
 * the workspace through which Slack sent it. In a Slack Connect channel that is the workspace that installed
 * Deckhand (`context_team_id` of events), which is not always the one that the person comes from.
 */
export function teamOf(context: Context, body?: EventBody): string {
  const team = context.isEnterpriseInstall ? context.enterpriseId : (body?.context_team_id ?? context.teamId);
  if (!team) throw new Error('Slack sent a request that names no team');
  return team;
}

/**
 * The team that Deckhand was taken out of. Such an event need not say that it is an organisation's: then it is the one
 * that names no workspace.
 */
export function uninstalledTeamOf(context: Context, body?: EventBody): string {
  const isOrgWide = !body?.context_team_id && !context.teamId && context.enterpriseId !== undefined;
  return teamOf(isOrgWide ? { ...context, isEnterpriseInstall: true } : context, body);
}
