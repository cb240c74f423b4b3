import type { FetchFunction } from '@slack/web-api';
import type { Clock } from '../../clock.ts';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { Log } from '../../log.ts';
import type { Store } from '../../storage/store.ts';
import { clickValue } from '../bolt/answers/click.ts';
import { postToResponseUrl, RESPONSE_URL_MS } from '../bolt/answers/response-url.ts';
import type { SlackClients } from '../bolt/calls/clients.ts';
import type { SlackContext, WaitsForConnection, WhenConnected } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { actions } from '../bolt/routes/action-ids.ts';
import {
  button,
  buttons,
  buttonValue,
  type Deployment,
  type Message,
  plainMessage,
  withWords,
} from '../kit/blocks/parts.ts';
import { escaped, oneLine, serviceText } from '../kit/blocks/text.ts';

/** Notifies people when their team is connected, if they tried to use Deckhand earlier. Shows them again what they had typed. */

interface Options extends Deployment {
  /** The people to notify, with the key `team/person`. Encrypted, because anybody who has a `response_url` can post with it. */
  store: Pick<Store<StoredPerson>, 'keys' | 'get' | 'set' | 'take'>;
  clients: Pick<SlackClients, 'posts'>;
  /** Maximum number of days for which texts that people typed are kept. */
  retentionDays: number;
  fetch: FetchFunction;
  clock: Clock;
  log: Log;
}

/** A person to notify. `at` is the time of storing in milliseconds since the epoch. */
export type StoredPerson = WaitsForConnection & { at: number };

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;

export function createWhenConnected(options: Options): WhenConnected {
  const { store, clients, clock, log } = options;
  const keptMs = Math.min(KEPT_DAYS, options.retentionDays) * DAY_MS;

  async function tell(
    team: string,
    key: string,
    summary: ConnectionSummary,
    { proposals, together }: Parameters<WhenConnected['tell']>[2],
  ): Promise<void> {
    const waiting = await store.take(key);
    if (!waiting) return;
    const { person, words, proposal = '', responseUrl, hasAsked, at } = waiting;
    const actor = { team, person };
    const hasCard = (await proposals.find(actor, proposal)) !== null;
    if (hasCard)
      await together((stored) =>
        stored.message(actor, `card ${team}/${proposal}`, { kind: 'proposal_card', proposal }),
      );
    const canReplace = responseUrl !== undefined && clock.now() - at < RESPONSE_URL_MS;
    const messageIn = (isDirect: boolean) =>
      nowConnectedMessage(summary, { words, hasCard, isDirect }, options);
    if (canReplace)
      await postToResponseUrl(responseUrl, { replace_original: true, ...messageIn(false) }, options);
    if (hasAsked || (hasCard && !canReplace))
      await (await clients.posts(team)).chat.postMessage({ channel: person, ...messageIn(true) });
  }

  return {
    async remember(team, waiting) {
      const key = `${team}/${waiting.person}`;
      try {
        const former = await store.get(key);
        const words = waiting.words ? buttonValue(waiting.words) : former?.words;
        // A proposal stands for the words with which it was stored.
        const { proposal, ...others } = former ?? {};
        const same = proposal && words === former?.words ? { proposal } : {};
        const stored = { ...others, ...same, ...waiting, ...(words && { words }), at: clock.now() };
        await store.set(key, stored, keptMs);
      } catch (err) {
        log.warn(
          { team, err },
          'A person who waits for a connection could not be stored, and will not be notified',
        );
      }
    },
    async tell(team, summary, cards) {
      try {
        const keys = await store.keys(team);
        const told = await Promise.allSettled(keys.map((key) => tell(team, key, summary, cards)));
        const failed = told.filter(({ status }) => status === 'rejected').length;
        if (failed > 0) log.info({ team, failed }, 'Some people were not told that their team is connected');
      } catch (err) {
        log.warn({ team, err }, 'The people who wait for a connection could not be read');
      }
    },
  };
}

interface Remembered {
  /** The text that the person had typed. */
  words?: string;
  /** True if the person asked an admin, so that the notice is a direct message. */
  hasAsked?: boolean;
  /** True if the notice replaces the clicked message although it is not ephemeral. Ephemeral messages are always replaced. */
  isReplaced?: boolean;
}

/**
 * Stores a person who clicked, to notify them when the team is connected. Does this only if the click was in a message that the notice can
 * replace, or if the person asked an admin.
 */
export async function rememberClick(
  { actor, body }: Pick<Click, 'actor' | 'body'>,
  { whenConnected }: SlackContext,
  { words = '', hasAsked = false, isReplaced = false }: Remembered = {},
): Promise<void> {
  const responseUrl = body.container.is_ephemeral || isReplaced ? body.response_url : undefined;
  if (!responseUrl && !hasAsked) return;
  await whenConnected.remember(actor.team, {
    person: actor.person,
    ...(words && { words }),
    ...(responseUrl && { responseUrl }),
    ...(hasAsked && { hasAsked }),
  });
}

/** Handles the click on a link button to the service: stores the person to notify later. Slack itself opens the link. */
export function rememberLink(click: Click, slack: SlackContext): Promise<void> {
  return rememberClick(click, slack, { words: clickValue(click)?.trim() ?? '' });
}

/** Builds the message which says that the team is connected. Without a card, repeats the person's words, with a button to the form. */
function nowConnectedMessage(
  { who }: ConnectionSummary,
  { words, hasCard, isDirect }: { words: string | undefined; hasCard: boolean; isDirect: boolean },
  { serviceName }: Deployment,
): Message {
  const service = serviceText(serviceName);
  const where = who?.workspace ? `*${escaped(oneLine(who.workspace), 75)}* at ${service}` : service;
  const connected = `Deckhand is connected to ${where} now.`;
  if (hasCard)
    return plainMessage(
      isDirect
        ? `${connected} Here is the card for what you asked.`
        : `${connected} The card for what you asked is in your direct messages with me.`,
    );
  if (!words) return plainMessage(`${connected} Type \`/deck\` followed by what it should be about.`);
  const { text, blocks } = withWords(plainMessage(connected), words);
  const form = button('Create a deck', actions.createHere, buttonValue(words), 'primary');
  return { text, blocks: [...blocks, ...buttons(form)] };
}
