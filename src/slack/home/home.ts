import type { Actor } from '../../actor.ts';
import type { Period } from '../../asks/mention/period.ts';
import { within } from '../../clock.ts';
import type { SlackClient } from '../../slack-client.ts';
import type { SlackContext } from '../bolt/context.ts';
import { denialOfUse } from '../bolt/permissions/roles.ts';
import type { EventOf, PersonEventOf } from '../bolt/requests.ts';
import { connectionFor } from '../connection/connect.ts';
import { digestsMessage } from '../digest/list-blocks.ts';
import { listDigests } from '../digest/lists.ts';
import { listFound } from '../documents/find/find.ts';
import { closedTo } from '../kit/copy/closed.ts';
import { RECENT_LIMIT, recentMessage, withFewFailures } from '../result/recent.ts';
import { adminAnswer } from './admin-answers.ts';
import { closedHomeView } from './closed.ts';
import { homeView } from './home-blocks.ts';

/** Handles Slack's event that a person opened the Home tab. A redelivered event does no harm, because Home is only published again. */
export const homeOpened = {
  ack: 'none' as const,
  by: ({ event }: EventOf<'app_home_opened'>) => (event.tab === 'home' ? event.user : undefined),
  async handle({ client, actor }: Opened, slack: SlackContext): Promise<void> {
    await publishHome(client, actor, slack);
  },
  /**
   * Publishes the Home of a person who may not use Deckhand. This Home has the opt-out, because documents may use the person's messages.
   */
  refuse: ({ client, actor }: Opened, text: string, slack: SlackContext) =>
    publishClosed(client, actor, text, slack),
};

type Opened = PersonEventOf<'app_home_opened'>;

/** Adds `showHome` and `lists` to the context. Other folders use them to show Home and the lists without importing this file. */
export function withHome(given: Omit<SlackContext, 'showHome' | 'lists'>): SlackContext {
  const slack: SlackContext = {
    ...given,
    showHome: (client, actor, digestsAt) =>
      redraw(client, actor, slack, digestsAt).catch((err) =>
        slack.log.warn({ team: actor.team, err }, 'Home could not be redrawn'),
      ),
    lists: {
      async recent({ team, person }, period) {
        const recent = await slack.generations.recent(team, person, period ? MOST_OF_PERIOD : RECENT_LIMIT);
        const made = period ? recent.filter(({ createdAt }) => isWithin(createdAt, period)) : recent;
        const isNone = made.length === 0 && recent.length > 0;
        return recentMessage(
          isNone ? recent.slice(0, RECENT_LIMIT) : made,
          slack,
          isNone ? NOTHING_THEN : undefined,
        );
      },
      found: (acting, words) => listFound(acting, words, slack),
      running: (acting, topic) => adminAnswer(topic, acting, slack),
      digests: async (acting, channel, { hint, ofNone = hint, start, isOne }) => {
        const listed = await listDigests(acting, channel, slack);
        const isOwn = ({ digest }: (typeof listed)[number]) =>
          digest.owner === acting.actor.person && (!channel || digest.channel === channel);
        const own = isOne ? listed.filter(isOwn) : [];
        const shown = own.length === 1 ? own : listed;
        return digestsMessage(shown, slack, { done: shown.length > 0 ? hint : ofNone, start });
      },
    },
  };
  return slack;
}

/** How many of a person's newest generations are searched for those of a period. */
const MOST_OF_PERIOD = 50;
const NOTHING_THEN = 'You made nothing in that time. These are your newest:';

const isWithin = (at: Date, { since, until }: Period): boolean => at >= since && (!until || at < until);

/** Publishes Home again after a change. People who may not use Deckhand get a different Home. */
async function redraw(client: SlackClient, actor: Actor, slack: SlackContext, digestsAt?: number) {
  const refusal = await denialOfUse('anyone', { client, actor }, slack);
  if (refusal) await publishClosed(client, actor, refusal, slack);
  else await publishHome(client, actor, slack, digestsAt);
}

/** Publishes the Home of a person who may not use Deckhand. @param why the reason as plain text */
async function publishClosed(client: SlackClient, actor: Actor, why: string, slack: SlackContext) {
  const [isOptedOut, closed] = await Promise.all([
    slack.optOuts.has(actor.team, actor.person),
    closedTo({ client, actor }, why, slack),
  ]);
  await client.views.publish({ user_id: actor.person, view: closedHomeView(closed, isOptedOut, slack) });
}

/** Timeout for looking up the connection, in milliseconds. After it, Home is published without the connection. */
const CONNECTION_WITHIN_MS = 3000;

/** Number of generations that are read for Home. It is larger than the list, because most failed generations are left out. */
const READ_FOR_HOME = 3 * RECENT_LIMIT;

/** Publishes Home. @param digestsAt index of a digest. Home shows the page of digests that contains it */
async function publishHome(
  client: SlackClient,
  actor: Actor,
  slack: SlackContext,
  digestsAt?: number,
): Promise<void> {
  const { team, person } = actor;
  const acting = { client, actor };
  const [connection, recent, digests, defaults, teamDefaults, isOptedOut, notGranted] = await Promise.all([
    within(slack.clock, CONNECTION_WITHIN_MS, () => connectionFor(acting, slack), null),
    slack.generations.recent(team, person, READ_FOR_HOME),
    listDigests(acting, undefined, slack),
    slack.defaults.of({ team, kind: 'person', id: person }),
    slack.defaults.of({ team, kind: 'team' }),
    slack.optOuts.has(team, person),
    slack.notGranted(team),
  ]);
  await client.views.publish({
    user_id: person,
    view: homeView(
      {
        ...{ connection, recent: withFewFailures(recent), digests, digestsAt, isOptedOut },
        ...{ defaults, teamDefaults, notGranted, installUrl: slack.installUrl },
      },
      slack,
    ),
  });
}
