import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { z } from 'zod';
import { type Clock, systemClock, within } from '../../../clock.ts';
import { PostRefused } from '../../../generations/delivery/delivery.ts';
import type { Inbox } from '../../../jobs/inbox.ts';
import type { Log } from '../../../log.ts';
import { withLogContext } from '../../../log-context.ts';
import { plainMessage } from '../../kit/blocks/parts.ts';
import { NotInstalled, type SlackClients } from '../calls/clients.ts';
import { findMessage, postMessage } from '../calls/posts.ts';
import { UNINSTALL_EVENTS } from './team.ts';
import { referenceOf } from './watch-requests.ts';

/** Thrown if an event could not be stored. The event is not acknowledged, so Slack sends it again. */
export class EventNotStored extends Error {}

/** Timeout for storing an event, in milliseconds. Slack waits 3 s for the acknowledgement, which is sent when the event is stored. */
const STORE_WITHIN_MS = 2_500;

const storedEvent = z.object({
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
    /** Set if a workflow calls a function of Deckhand, for example a step. */
    function: z.object({ callback_id: z.string() }).optional(),
    function_execution_id: z.string().optional(),
  }),
});

interface Options {
  /** Stores events in the database. Any process can handle the stored events. */
  inbox: Inbox;
  /** The events that are stored before they are acknowledged: event types, and `callback_id`s of workflow functions. */
  stored: string[];
  clients: Pick<SlackClients, 'posts' | 'reads'>;
  /** Tells Slack that a workflow's step has ended. Called if the step's event could not be handled. */
  endStep(team: string, execution: string): Promise<void>;
  /** Default: the system clock, because Slack's time limit runs in real time. Tests pass another clock. */
  clock?: Clock;
  log: Log;
}

/** Wraps a receiver so that some events are stored before they are acknowledged. Bolt acknowledges first, so a crash would lose events. */
export function storeEvents(
  receiver: Receiver,
  { inbox, stored, clients, endStep, clock = systemClock, log }: Options,
): Receiver {
  async function store({ body: received, ack }: ReceiverEvent, event: StoredEvent) {
    const team = teamIn(event);
    // Do not store Slack's verification token, which is a secret. Requests are verified by their signature instead.
    const { token: _, ...body } = received;
    // The token in a workflow's event expires after some minutes, so it is not stored. Deckhand completes steps with the bot token.
    if (body.event.bot_access_token) body.event = { ...body.event, bot_access_token: undefined };
    // The handler of an uninstall deletes the team's rows. So an uninstall is stored only in a job. Other events are stored encrypted.
    const write = UNINSTALL_EVENTS.includes(event.event.type) ? inbox.keepRepeatable : inbox.keep;
    const id = event.event.function_execution_id ?? event.event_id;
    const writing = () => write(team, id, body).then(() => true);
    const isStored = await within(clock, STORE_WITHIN_MS, writing, false).catch((err) => {
      log.error({ team, event: event.event.type, err }, 'An event could not be stored');
      return false;
    });
    if (!isStored) throw new EventNotStored('An event was not stored in time');
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
          const parsed = storedEvent.parse(body);
          const execution = parsed.event.function_execution_id;
          if (execution) return endStep(team, execution);
          await notifyGivenUp({ team, id, ...parsed }, clients).catch((err: unknown) => {
            if (!isFinal(err)) throw err;
            log.warn({ team, event: id, err }, 'The person could not be notified');
          });
        },
      });
      const processEvent: App['processEvent'] = async (received) => {
        const event = received.body.event ? storedEvent.safeParse(received.body).data : undefined;
        const name = event?.event.function?.callback_id ?? event?.event.type ?? '';
        const isForInbox = event && stored.includes(name) && isFromPerson(event);
        await (isForInbox ? store(received, event) : app.processEvent(received));
      };
      receiver.init({ processEvent } as App);
    },
    start: (...given) => receiver.start(...given),
    stop: (...given) => receiver.stop(...given),
  };
}

const GIVEN_UP =
  'Deckhand could not deal with what you wrote, so nothing was made and nothing spent. Please write it once more; if it stays like this, tell whoever set Deckhand up.';

/**
 * Sends the author of an event, if there is one, one direct message which says that Deckhand could not handle the event.
 * @throws if it is not certain that the direct message was posted
 */
async function notifyGivenUp(
  { team, id, event, event_time }: StoredEvent & { team: string; id: string },
  clients: Options['clients'],
): Promise<void> {
  if (!event.user) return;
  const [place, key, since] = [{ channel: event.user }, `${id}-given-up`, new Date(event_time * 1000)];
  if (await findMessage(await clients.reads(team), place, key, since)) return;
  await postMessage(await clients.posts(team), place, key, plainMessage(GIVEN_UP));
}

/** Returns true if another attempt to post the direct message would fail, too. */
function isFinal(error: unknown): boolean {
  return error instanceof NotInstalled || (error instanceof PostRefused && error.retryAfterMs === undefined);
}

type StoredEvent = z.output<typeof storedEvent>;

/** Returns false for messages of apps, and for edited or deleted messages. Most of these messages are Deckhand's own. */
function isFromPerson({ event: { bot_id, subtype } }: StoredEvent): boolean {
  return !bot_id && (subtype === undefined || subtype === 'file_share');
}

/** Returns the team under which the inbox stores an event. Permissions are checked with the installation's team instead (`teamOf`). */
function teamIn({ authorizations, team_id }: StoredEvent): string {
  const authorized = authorizations?.[0];
  const workspace = authorized?.team_id ?? team_id;
  const organisation = authorized?.enterprise_id;
  return (authorized?.is_enterprise_install ? organisation : (workspace ?? organisation)) || 'unknown';
}
