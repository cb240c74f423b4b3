import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { z } from 'zod';
import { type Clock, systemClock, within } from '../../clock.ts';
import { PostRefused } from '../../generations/delivery/delivery.ts';
import type { Log } from '../../log.ts';
import { withLogContext } from '../../log-context.ts';
import { plainMessage } from '../kit/parts.ts';
import { NotInstalled, type SlackClients } from './clients.ts';
import { findMessage, postMessage } from './posts.ts';
import { ENDINGS } from './team.ts';
import { referenceOf } from './watch-requests.ts';

/** Where what Slack has sent is written down, and taken up from by any process. */
interface Inbox {
  keep(team: string, id: string, body: object): Promise<void>;
  keepRepeatable(team: string, id: string, body: object): Promise<void>;
  work(handlers: {
    handle(body: object, isAgain: boolean): Promise<void>;
    giveUp(team: string, id: string, body: object): Promise<void>;
  }): void;
}

/** An event that was not written down is not acknowledged: Slack sends it again. */
export class NotKept extends Error {}

/** Milliseconds; Slack waits 3 s for the acknowledgement. */
const WITHIN_MS = 2_500;

const keptEvent = z.object({
  event_id: z.string().min(1),
  /** Seconds since the epoch. */
  event_time: z.number().catch(0),
  team_id: z.string().nullish(),
  authorizations: z
    .array(
      z.object({
        team_id: z.string().nullish(),
        enterprise_id: z.string().nullish(),
        is_enterprise_install: z.boolean().nullish(),
      }),
    )
    .nullish(),
  event: z.object({
    type: z.string(),
    subtype: z.string().optional(),
    bot_id: z.string().nullish(),
    user: z.string().optional(),
  }),
});

interface Options {
  inbox: Inbox;
  /** Names of the events that are written down. */
  kept: string[];
  clients: Pick<SlackClients, 'posts' | 'reads'>;
  /** Everybody's: Slack counts by its own. */
  clock?: Clock;
  log: Log;
}

/**
 * A receiver that acknowledges some events only once they are written down. (Bolt acknowledges each before anything has
 * looked at it: a process that dies a moment later takes with it what somebody wrote, and Slack does not send it again.)
 */
export function keepEvents(
  receiver: Receiver,
  { inbox, kept, clients, clock = systemClock, log }: Options,
): Receiver {
  async function keep({ body, ack }: ReceiverEvent, event: KeptEvent) {
    const team = teamIn(event);
    // The team itself may be gone once its end is dealt with. All else may hold words, which are sealed.
    const write = ENDINGS.includes(event.event.type) ? inbox.keepRepeatable : inbox.keep;
    const writing = () => write(team, event.event_id, body).then(() => true);
    const isKept = await within(clock, WITHIN_MS, writing, false).catch((err) => {
      log.error({ team, event: event.event.type, err }, 'An event could not be written down');
      return false;
    });
    if (!isKept) throw new NotKept('An event was not written down in time');
    await ack();
  }

  return {
    init(app) {
      inbox.work({
        handle: (body, isAgain) =>
          withLogContext({ request: referenceOf(body) }, () =>
            app.processEvent({ body, ack: async () => {}, customProperties: { isAgain } }),
          ),
        async giveUp(team, id, body) {
          log.error({ team, event: id, request: referenceOf(body) }, 'An event was given up');
          await tellGivenUp({ team, id, ...keptEvent.parse(body) }, clients).catch((err: unknown) => {
            if (!isFinal(err)) throw err;
            log.warn({ team, event: id, err }, 'Nor could the person be told');
          });
        },
      });
      const processEvent: App['processEvent'] = async (received) => {
        const event = received.body.event ? keptEvent.safeParse(received.body).data : undefined;
        const isKept = event && kept.includes(event.event.type) && isNew(event);
        await (isKept ? keep(received, event) : app.processEvent(received));
      };
      receiver.init({ processEvent } as App);
    },
    start: (...given) => receiver.start(...given),
    stop: (...given) => receiver.stop(...given),
  };
}

const GIVEN_UP =
  'Deckhand could not deal with what you wrote, so nothing was made and nothing spent. Please write it once more; if it stays like this, tell whoever set Deckhand up.';

/** Tells somebody, once, that nothing has come of what they wrote; a team is told nothing. @throws where that is not sure */
async function tellGivenUp(
  { team, id, event, event_time }: KeptEvent & { team: string; id: string },
  clients: Options['clients'],
): Promise<void> {
  if (!event.user) return;
  const [place, key, since] = [{ channel: event.user }, `${id}-given-up`, new Date(event_time * 1000)];
  if (await findMessage(await clients.reads(team), place, key, since)) return;
  await postMessage(await clients.posts(team), place, key, plainMessage(GIVEN_UP));
}

function isFinal(error: unknown): boolean {
  return error instanceof NotInstalled || (error instanceof PostRefused && error.retryAfterMs === undefined);
}

type KeptEvent = z.output<typeof keptEvent>;

/** Messages of apps, changes and deletions of messages ask for nothing, and Deckhand's own make most of them. */
function isNew({ event: { bot_id, subtype } }: KeptEvent): boolean {
  return !bot_id && (subtype === undefined || subtype === 'file_share');
}

/** For book-keeping alone: who may and which rows are meant goes by the installation that is looked up. */
function teamIn({ authorizations, team_id }: KeptEvent): string {
  const authorized = authorizations?.[0];
  const workspace = authorized?.team_id ?? team_id;
  const organisation = authorized?.enterprise_id;
  return (authorized?.is_enterprise_install ? organisation : (workspace ?? organisation)) || 'unknown';
}
