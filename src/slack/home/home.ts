import { within } from '../../clock.ts';
import type { SlackClient } from '../../slack-client.ts';
import { mayConnect } from '../bolt/authorize.ts';
import type { SlackContext } from '../bolt/context.ts';
import type { EventOf } from '../bolt/requests.ts';
import { roleIn } from '../bolt/roles.ts';
import { teamOf } from '../bolt/team.ts';
import { listDigests } from '../digest/lists.ts';
import { RECENT_LIMIT } from '../result/recent.ts';
import { homeView } from './home-blocks.ts';
import type { HomeConnection } from './home-connection.ts';
import { firstUseWelcome } from './welcome.ts';

/** Somebody looks at Deckhand's Home. Drawing it twice for an event sent twice does no harm. */
export async function homeOpened(
  { event, body, client, context }: EventOf<'app_home_opened'>,
  slack: SlackContext,
): Promise<void> {
  if (event.tab !== 'home') return;
  const viewer = { team: teamOf(context, body), person: event.user };
  await publishHome(client, viewer, slack);
  await welcomeOnce(client, viewer, slack);
}

interface Viewer {
  team: string;
  person: string;
}

/** Milliseconds; who comes back after years may be welcomed again. */
const WELCOMED_FOR_MS = 5 * 365 * 86_400_000;

/** True the first time: each person is welcomed once, in whichever way comes first. */
export function isFirstWelcome(
  { team, person }: Viewer,
  { once }: Pick<SlackContext, 'once'>,
): Promise<boolean> {
  return once(team, `welcome:${person}`, WELCOMED_FOR_MS);
}

async function welcomeOnce(client: SlackClient, viewer: Viewer, slack: SlackContext): Promise<void> {
  if (!(await isFirstWelcome(viewer, slack))) return;
  await client.chat.postMessage({ channel: viewer.person, ...firstUseWelcome(slack) });
}

const CONNECTION_WITHIN_MS = 3000;

/** @param digestsAt shows the page of digests with this one on it */
export async function publishHome(
  client: SlackClient,
  { team, person }: Viewer,
  slack: SlackContext,
  digestsAt?: number,
): Promise<void> {
  const [connection, recent, digests, defaults, isOptedOut] = await Promise.all([
    within(slack.clock, CONNECTION_WITHIN_MS, () => connectionOf(client, { team, person }, slack), null),
    slack.generations.recent(team, person, RECENT_LIMIT),
    listDigests({ client, team, person }, slack),
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
  { team, person }: Viewer,
  { connecting, log }: SlackContext,
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
