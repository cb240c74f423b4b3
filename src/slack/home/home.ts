import type { Actor } from '../../actor.ts';
import { within } from '../../clock.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from '../bolt/context.ts';
import { mayConnect } from '../bolt/permissions.ts';
import type { EventOf } from '../bolt/requests.ts';
import { roleIn } from '../bolt/roles.ts';
import { teamOf } from '../bolt/team.ts';
import { listDigests } from '../digest/lists.ts';
import { RECENT_LIMIT } from '../result/recent.ts';
import { homeView } from './home-blocks.ts';
import type { HomeConnection } from './home-connection.ts';
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
  { team, person }: Actor,
  slack: SlackContext,
  digestsAt?: number,
): Promise<void> {
  const [connection, recent, digests, defaults, isOptedOut] = await Promise.all([
    within(slack.clock, CONNECTION_WITHIN_MS, () => connectionOf(client, { team, person }, slack), null),
    slack.generations.recent(team, person, RECENT_LIMIT),
    listDigests({ client, actor: { team, person } }, undefined, slack),
    slack.defaults.forAsk({ team, person }),
    slack.optOuts.has(team, person),
  ]);
  await client.views.publish({
    user_id: person,
    view: homeView({ connection, recent, digests, digestsAt, defaults, isOptedOut }, slack),
  });
}

async function connectionOf(
  client: SlackClient,
  { team, person }: Actor,
  { connecting, log }: Pick<SlackContext, 'connecting' | 'log'>,
): Promise<HomeConnection> {
  const [state, role, who] = await Promise.all([
    connecting.summaryOf(team),
    roleIn({ client, team, person }, log),
    connecting.policy.of(team),
  ]);
  const isAdmin = role === 'admin';
  const mayDisconnect = isAdmin || state.person === person;
  return { state, isAdmin, mayConnect: mayConnect(role, who), mayDisconnect, who };
}
