import type { AllMiddlewareArgs, AnyMiddlewareArgs, Context } from '@slack/bolt';
import type { Log } from '../../../log.ts';
import { plainView } from '../answers/open-then-fill.ts';

/** Returns the team whose token is used for a request: a workspace, or the organisation for an org-wide installation. */
export function teamOf({ team }: Context): string {
  if (typeof team !== 'string' || !team) throw new Error('Slack sent a request that names no team');
  return team;
}

/** The fields of Slack's requests that name a team. */
interface Body {
  type?: string;
  /** In an event: the workspace in which the event happened. In a shared channel, this workspace may belong to another organisation. */
  team_id?: string | null;
  enterprise_id?: string | null;
  /** The workspace of the installation that receives the event. */
  context_team_id?: string | null;
  context_enterprise_id?: string | null;
  authorizations?: { team_id?: string | null; enterprise_id?: string | null }[] | null;
  team?: { id?: string; enterprise_id?: string } | null;
  enterprise?: { id?: string } | null;
  view?: { app_installed_team_id?: string | null } | null;
  event?: unknown;
}

/** Returns the team from which Deckhand was uninstalled. Reads it from the event, because the installation may already be deleted. */
export function uninstalledTeamOf(
  context: Context,
  { authorizations, team_id, enterprise_id }: Body = {},
): string {
  const authorized = authorizations?.[0];
  const workspace = authorized ? authorized.team_id : team_id;
  const organisation = (authorized?.enterprise_id ?? enterprise_id) || undefined;
  const team = context.isEnterpriseInstall ? organisation : (workspace ?? organisation);
  if (!team) throw new Error('Slack sent a request that names no team');
  return team;
}

/** Returns the fields of a request body that contain the id of another team than `team`. */
export function fieldsOfOtherTeams(context: Context, body: Body, team: string): string[] {
  const { context_team_id: through, context_enterprise_id: throughOrg, authorizations, view } = body;
  const authorized = authorizations?.[0];
  if (context.isEnterpriseInstall) {
    const installed = view?.app_installed_team_id ?? undefined;
    const named = {
      'authorizations[0].enterprise_id': authorized?.enterprise_id,
      context_enterprise_id: throughOrg,
      // If `context_enterprise_id` is set, `enterprise_id` may be another organisation, in which the event happened.
      enterprise_id: throughOrg ? undefined : body.enterprise_id,
      enterprise: body.enterprise?.id,
      'team.enterprise_id': body.team?.enterprise_id,
      // `app_installed_team_id` may be a workspace of the organisation. So it is compared only if it is an organisation's id.
      'view.app_installed_team_id': installed?.startsWith('E') ? installed : undefined,
    };
    return othersThan(team, named);
  }
  return othersThan(team, {
    'authorizations[0].team_id': authorized?.team_id,
    context_team_id: through,
    team_id: through ? undefined : body.team_id,
    'team.id': body.team?.id,
    'view.app_installed_team_id': view?.app_installed_team_id,
  });
}

function othersThan(team: string, named: Record<string, string | null | undefined>): string[] {
  return Object.keys(named).filter((field) => named[field] && named[field] !== team);
}

const TWO_TEAMS =
  'Slack sent this for two workspaces at once, so nothing was done. Please do it again in the workspace that Deckhand is installed in.';

/** Slack's events which say that the team's installation no longer exists. */
export const UNINSTALL_EVENTS = ['app_uninstalled', 'tokens_revoked'];

/** Creates a middleware that rejects a request that names two teams (of a shared channel): one team could get data of the other team. */
export function refuseTwoTeams(log: Pick<Log, 'warn'>) {
  return async (args: AnyMiddlewareArgs & AllMiddlewareArgs): Promise<void> => {
    const { context } = args;
    const body = args.body as Body;
    const kind = (body.event as { type?: string } | undefined)?.type ?? body.type ?? 'command';
    const team = UNINSTALL_EVENTS.includes(kind) ? uninstalledTeamOf(context, body) : teamOf(context);
    const fields = fieldsOfOtherTeams(context, body, team);
    if (fields.length === 0) return args.next();
    log.warn({ team, kind, fields }, 'A request that names two teams was rejected');
    // Show the text in place of the submitted modal. If the modal closed, the person would think that the form was accepted.
    const view = plainView('Deckhand', TWO_TEAMS);
    const answer = body.type === 'view_submission' ? { response_action: 'update', view } : undefined;
    if ('ack' in args) await (args.ack as (answer?: object) => Promise<void>)(answer);
  };
}
