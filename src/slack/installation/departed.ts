import type { SlackContext } from '../bolt/context.ts';
import type { EventOf } from '../bolt/requests.ts';
import { departedTeamOf } from '../bolt/team.ts';

/** Deckhand was taken out of a team: everything of the team goes. */
export async function appUninstalled(
  { context, body }: EventOf<'app_uninstalled'>,
  { departed }: SlackContext,
): Promise<void> {
  await departed({ team: departedTeamOf(context, body), at: body.event_time * 1000 });
}

/** The bot's token was revoked, which is as good as taken out; Deckhand has no tokens of people. */
export async function tokensRevoked(
  { context, body, event }: EventOf<'tokens_revoked'>,
  { departed }: SlackContext,
): Promise<void> {
  if (!event.tokens.bot?.length) return;
  await departed({ team: departedTeamOf(context, body), at: body.event_time * 1000 });
}
