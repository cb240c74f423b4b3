import type { AllMiddlewareArgs, AnyMiddlewareArgs, Context } from '@slack/bolt';
import type { Log } from '../../log.ts';
import { plainView } from './open-then-fill.ts';

/**
 * The team that a verified request belongs to has one source: the installation that was looked up for it, whose token
 * Deckhand acts with. `authorize` puts its key into the context: the organisation where Deckhand is installed org-wide, else
 * the workspace.
 */
export function teamOf({ team }: Context): string {
  if (typeof team !== 'string' || !team) throw new Error('Slack sent a request that names no team');
  return team;
}

/** The parts of Slack's requests that name a team. */
interface Body {
  type?: string;
  /** Of an event: the workspace that it happened in, in a shared channel perhaps another organisation's. */
  team_id?: string | null;
  enterprise_id?: string | null;
  /** The workspace through which the event came to Deckhand. */
  context_team_id?: string | null;
  context_enterprise_id?: string | null;
  authorizations?: { team_id?: string | null; enterprise_id?: string | null }[] | null;
  team?: { id?: string; enterprise_id?: string } | null;
  enterprise?: { id?: string } | null;
  view?: { app_installed_team_id?: string | null } | null;
  event?: unknown;
}

/**
 * The team that Deckhand was taken out of; there is no installation to look up. Such an event need not say that it is an
 * organisation's: then it is the one that names no workspace.
 */
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

/** Names of the fields that name another team than the one that a request is handled for; empty where all agree. */
export function disagreeing(context: Context, body: Body, team: string): string[] {
  const { context_team_id: through, context_enterprise_id: throughOrg, authorizations, view } = body;
  const authorized = authorizations?.[0];
  if (context.isEnterpriseInstall) {
    const installed = view?.app_installed_team_id ?? undefined;
    const named = {
      'authorizations[0].enterprise_id': authorized?.enterprise_id,
      context_enterprise_id: throughOrg,
      // Where the event came from: told apart from where it came through, it may be somebody else's.
      enterprise_id: throughOrg ? undefined : body.enterprise_id,
      enterprise: body.enterprise?.id,
      'team.enterprise_id': body.team?.enterprise_id,
      // Its workspaces may be any of the organisation.
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

/** Events without an installation to look up: it has just ended. */
export const ENDINGS = ['app_uninstalled', 'tokens_revoked'];

/**
 * Lets no request through that names two teams: it would be answered with the token of the one out of the rows of the other.
 * In a channel that two teams share, Slack does not promise which installation an event is for.
 */
export function refuseTwoTeams(log: Pick<Log, 'warn'>) {
  return async (args: AnyMiddlewareArgs & AllMiddlewareArgs): Promise<void> => {
    const { context } = args;
    const body = args.body as Body;
    const kind = (body.event as { type?: string } | undefined)?.type ?? body.type ?? 'command';
    const team = ENDINGS.includes(kind) ? uninstalledTeamOf(context, body) : teamOf(context);
    const fields = disagreeing(context, body, team);
    if (fields.length === 0) return args.next();
    log.warn({ team, kind, fields }, 'A request that names two teams was refused');
    // A form that closes would say that it was taken.
    const view = plainView('Deckhand', TWO_TEAMS);
    const answer = body.type === 'view_submission' ? { response_action: 'update', view } : undefined;
    if ('ack' in args) await (args.ack as (answer?: object) => Promise<void>)(answer);
  };
}
