import type { Actor } from '../../actor.ts';
import { within } from '../../clock.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from '../bolt/context.ts';
import { refusalFor } from '../bolt/people.ts';
import type { EventOf, PersonEventOf } from '../bolt/requests.ts';
import { connectionFor } from '../connection/connect.ts';
import { listDigests } from '../digest/lists.ts';
import { RECENT_LIMIT } from '../result/recent.ts';
import { closedHomeView, homeView } from './home-blocks.ts';
import { welcomeOnce } from './welcome.ts';

/** Somebody looks at Deckhand's Home. Drawing it twice for an event sent twice does no harm. */
export const homeOpened = {
  ack: 'none' as const,
  by: ({ event }: EventOf<'app_home_opened'>) => (event.tab === 'home' ? event.user : undefined),
  async handle({ client, actor }: Opened, slack: SlackContext): Promise<void> {
    await publishHome(client, actor, slack);
    await welcomeOnce(client, actor, slack);
  },
  /** Their words may still be used by others, so that is theirs to say. */
  refuse: ({ client, actor }: Opened, text: string, slack: SlackContext) =>
    publishClosed(client, actor, text, slack),
};

type Opened = PersonEventOf<'app_home_opened'>;

/** Adds Home to the context, so that the features need not import it. */
export function withHome(given: Omit<SlackContext, 'showHome'>): SlackContext {
  const slack: SlackContext = {
    ...given,
    showHome: (client, actor, digestsAt) =>
      showAgain(client, actor, slack, digestsAt).catch((err) =>
        slack.log.warn({ team: actor.team, err }, 'Home could not be brought up to date'),
      ),
  };
  return slack;
}

/** After a change that everybody may make, such as whose words are used. */
async function showAgain(client: SlackClient, actor: Actor, slack: SlackContext, digestsAt?: number) {
  const refusal = await refusalFor('anyone', { client, actor }, slack);
  if (refusal) await publishClosed(client, actor, refusal, slack);
  else await publishHome(client, actor, slack, digestsAt);
}

/** @param why plain text */
async function publishClosed(client: SlackClient, actor: Actor, why: string, slack: SlackContext) {
  const isOptedOut = await slack.optOuts.has(actor.team, actor.person);
  await client.views.publish({ user_id: actor.person, view: closedHomeView(why, isOptedOut, slack) });
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
