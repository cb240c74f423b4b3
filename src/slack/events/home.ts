import type { AllMiddlewareArgs, SlackEventMiddlewareArgs } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { homeView } from '../blocks/home.ts';
import { RECENT_LIMIT } from '../blocks/recent.ts';
import type { SlackContext } from '../context.ts';
import { within } from '../deadline.ts';
import { teamOf } from '../team.ts';

type Opened = SlackEventMiddlewareArgs<'app_home_opened'> & AllMiddlewareArgs;

/** Somebody looks at Deckhand's Home. Drawing it twice for an event sent twice does no harm. */
export function homeOpened(slack: SlackContext) {
  return async ({ event, body, client, context }: Opened) => {
    if (event.tab !== 'home') return;
    await publishHome(client, { team: teamOf(context, body), person: event.user }, slack);
  };
}

const CONNECTION_WITHIN_MS = 3000;

export async function publishHome(
  client: WebClient,
  { team, person }: { team: string; person: string },
  slack: SlackContext,
): Promise<void> {
  const [connection, recent] = await Promise.all([
    within(slack.clock, CONNECTION_WITHIN_MS, () => slack.connectionState(team), null),
    slack.generations.recent(team, person, RECENT_LIMIT),
  ]);
  await client.views.publish({ user_id: person, view: homeView({ connection, recent }, slack) });
}
