import type { AllMiddlewareArgs, SlackEventMiddlewareArgs } from '@slack/bolt';
import type { SlackContext } from '../bolt/context.ts';
import { departedTeamOf } from '../bolt/team.ts';

type Uninstalled = SlackEventMiddlewareArgs<'app_uninstalled'> & AllMiddlewareArgs;
type Revoked = SlackEventMiddlewareArgs<'tokens_revoked'> & AllMiddlewareArgs;

/** Deckhand was taken out of a team: everything of the team goes. */
export function appUninstalled({ departed }: SlackContext) {
  return async ({ context, body }: Uninstalled) => {
    await departed({ team: departedTeamOf(context, body), at: body.event_time * 1000 });
  };
}

/** The bot's token was revoked, which is as good as taken out; Deckhand has no tokens of people. */
export function tokensRevoked({ departed }: SlackContext) {
  return async ({ context, body, event }: Revoked) => {
    if (!event.tokens.bot?.length) return;
    await departed({ team: departedTeamOf(context, body), at: body.event_time * 1000 });
  };
}
