import type { Context } from '@slack/bolt';

/**
 * The team that a verified request belongs to: the organisation where Deckhand is installed org-wide, else
 * the workspace through which Slack sent it. In a Slack Connect channel that is the workspace that installed
 * Deckhand (`context_team_id` of events), which is not always the one that the person comes from.
 */
export function teamOf(context: Context, body?: { context_team_id?: string }): string {
  const team = context.isEnterpriseInstall ? context.enterpriseId : (body?.context_team_id ?? context.teamId);
  if (!team) throw new Error('Slack sent a request that names no team');
  return team;
}
