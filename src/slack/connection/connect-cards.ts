import type { FetchFunction } from '@slack/web-api';
import type { Clock } from '../../clock.ts';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { Log } from '../../log.ts';
import type { SlackClients } from '../bolt/clients.ts';
import type { ConnectCard, ConnectCards, SlackContext } from '../bolt/context.ts';
import type { Click } from '../bolt/requests.ts';
import { type Deployment, type Message, section } from '../kit/parts.ts';
import { escaped, oneLine, serviceText } from '../kit/text.ts';

interface Options extends Deployment {
  /** Sealed: whoever has a `response_url` can write in that conversation. */
  store: {
    get(team: string): Promise<Remembered[] | undefined>;
    set(team: string, cards: Remembered[], ttlMs: number): Promise<void>;
    take(team: string): Promise<Remembered[] | undefined>;
  };
  clients: Pick<SlackClients, 'posts'>;
  fetch: FetchFunction;
  clock: Clock;
  log: Log;
}

type Remembered = ConnectCard & { at: number };

/** Slack takes answers at a `response_url` for 30 minutes. Milliseconds. */
const ANSWERABLE_MS = 30 * 60_000;
const KEPT_MS = 30 * 86_400_000;
/** Cards of one team; an older one stays as it is. */
const KEPT = 20;

export function createConnectCards(options: Options): ConnectCards {
  const { store, clients, fetch, clock, log } = options;

  async function replaceOne(team: string, card: Remembered, message: Message): Promise<void> {
    if (!('responseUrl' in card)) {
      const { channel, ts } = card;
      await (await clients.posts(team)).chat.update({ channel, ts, ...message });
    } else if (clock.now() - card.at < ANSWERABLE_MS) {
      const body = JSON.stringify({ response_type: 'ephemeral', replace_original: true, ...message });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(card.responseUrl, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`Slack refused the new card with status ${answer.status}`);
    }
  }

  return {
    async remember(team, card) {
      try {
        // Of two cards in the same moment one may be forgotten.
        const cards = (await store.get(team)) ?? [];
        await store.set(team, [...cards.slice(1 - KEPT), { ...card, at: clock.now() }], KEPT_MS);
      } catch (err) {
        log.warn({ team, err }, 'A card will not be replaced once the team is connected');
      }
    },
    async replace(team, summary) {
      const message = connectedCard(summary, options);
      const cards = (await store.take(team).catch(() => undefined)) ?? [];
      const replaced = await Promise.allSettled(cards.map((card) => replaceOne(team, card, message)));
      const failed = replaced.filter(({ status }) => status === 'rejected').length;
      if (failed > 0) log.info({ team, failed }, 'Cards of a team that is connected now were not replaced');
    },
  };
}

/**
 * Remembers the card of a click that only its reader sees. The address of a command cannot replace the command's answer, so
 * the first click on it counts; other messages say themselves what became of them.
 */
export async function rememberCard(
  { actor, body }: Pick<Click, 'actor' | 'body'>,
  { connectCards }: Pick<SlackContext, 'connectCards'>,
): Promise<void> {
  const { response_url: responseUrl, container } = body;
  if (responseUrl && container.is_ephemeral) await connectCards.remember(actor.team, { responseUrl });
}

/** Short: the person who connected reads the details in a direct message. */
function connectedCard({ who }: ConnectionSummary, { serviceName }: Deployment): Message {
  const service = serviceText(serviceName);
  const where = who?.workspace ? `*${escaped(oneLine(who.workspace), 75)}* at ${service}` : service;
  const text = `Deckhand is connected to ${where} now. Type \`/deck\` followed by what it should be about.`;
  return { text, blocks: [section(text)] };
}
