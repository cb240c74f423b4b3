import type { Actor } from '../../actor.ts';
import { within } from '../../clock.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { EventOf } from '../bolt/requests.ts';
import { teamOf } from '../bolt/team.ts';
import { connectionFor } from '../connection/connect.ts';
import { listDigests } from '../digest/lists.ts';
import { RECENT_LIMIT } from '../result/recent.ts';
import { homeView } from './home-blocks.ts';
import { welcomeOnce } from './welcome.ts';

/** Somebody looks at Deckhand's Home. Drawing it twice for an event sent twice does no harm. */
export async function homeOpened(
  { event, body, client, context }: EventOf<'app_home_opened'>,
  slack: SlackContext,
): Promise<void> {
  if (event.tab !== 'home') return;
  const actor = { team: teamOf(context, body), person: event.user };
  await publishHome(client, actor, slack);
  await welcomeOnce(client, actor, slack);
}

/** Adds Home to the context, so that the features need not import it. */
export function withHome(given: Omit<SlackContext, 'showHome'>): SlackContext {
  const slack: SlackContext = {
    ...given,
    showHome: (client, actor, digestsAt) =>
      publishHome(client, actor, slack, digestsAt).catch((err) =>
        slack.log.warn({ team: actor.team, err }, 'Home could not be brought up to date'),
      ),
  };
  return slack;
}

const CONNECTION_WITHIN_MS = 3000;

/** @param digestsAt shows the page of digests with this one on it */
async function publishHome(
  client: SlackClient,
  actor: Actor,
  slack: SlackContext,
  digestsAt?: number,
): Promise<void> {
  const { team, person } = actor;
  const acting = { client, actor };
  const [connection, recent, digests, defaults, isOptedOut] = await Promise.all([
    within(slack.clock, CONNECTION_WITHIN_MS, () => connectionFor(acting, slack), null),
    slack.generations.recent(team, person, RECENT_LIMIT),
    listDigests(acting, undefined, slack),
    slack.defaults.forAsk(actor),
    slack.optOuts.has(team, person),
  ]);
  await client.views.publish({
    user_id: person,
    view: homeView({ connection, recent, digests, digestsAt, defaults, isOptedOut }, slack),
  });
}
