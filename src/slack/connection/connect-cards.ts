import type { FetchFunction } from '@slack/web-api';
import type { Clock } from '../../clock.ts';
import type { ConnectionSummary } from '../../connections/connection-state.ts';
import type { Log } from '../../log.ts';
import { actions } from '../bolt/action-ids.ts';
import { clickValue } from '../bolt/click.ts';
import type { SlackClients } from '../bolt/clients.ts';
import type { ConnectCard, ConnectCards, SlackContext } from '../bolt/context.ts';
import { plainView, updateView } from '../bolt/open-then-fill.ts';
import type { Click } from '../bolt/requests.ts';
import { ANSWERABLE_MS, answerAt } from '../bolt/response-url.ts';
import { button, buttons, type Deployment, type Message, plainMessage } from '../kit/parts.ts';
import { escaped, oneLine, serviceText } from '../kit/text.ts';
import { asValue, withWords } from '../kit/typed-words.ts';

interface Options extends Deployment {
  /** Sealed: whoever has a `response_url` can write in that conversation. */
  store: {
    get(team: string): Promise<Remembered[] | undefined>;
    set(team: string, cards: Remembered[], ttlMs: number): Promise<void>;
    take(team: string): Promise<Remembered[] | undefined>;
  };
  /** Runs `fn` while nobody else, in any process, runs one under the same name. */
  alone<T>(name: string, fn: () => Promise<T>): Promise<T>;
  clients: Pick<SlackClients, 'posts'>;
  /** For which texts may be kept at all. */
  retentionDays: number;
  fetch: FetchFunction;
  clock: Clock;
  log: Log;
}

export const CONNECT_TITLE = 'Connect';

type Remembered = ConnectCard & { at: number };

const DAY_MS = 86_400_000;
/** At most; a card is remembered for half of them at least. */
const KEPT_DAYS = 30;
/** Cards of one team; an older one stays as it is. */
const KEPT = 30;

export function createConnectCards(options: Options): ConnectCards {
  const { store, alone, clients, clock, log } = options;
  const listOf = (team: string) => `connect cards of ${team}`;
  // The list lives on with each card that is added: one that is younger than half of the time outlives it by no more than the rest.
  const keptMs = (Math.min(KEPT_DAYS, options.retentionDays) * DAY_MS) / 2;

  async function replaceOne(team: string, card: Remembered, summary: ConnectionSummary): Promise<void> {
    const message = connectedCard(summary, options);
    // Slack takes answers for as long, and who reloads the page no longer sees what was for them alone.
    const isInSight = clock.now() - card.at < ANSWERABLE_MS;
    switch (card.kind) {
      case 'message': {
        const { channel, ts, words = '' } = card;
        // Who connected reads the rest in the next message; the words stand above.
        const line = withForm(plainMessage(connectedTo(summary, options)), words);
        await (await clients.posts(team)).chat.update({ channel, ts, ...line });
        return;
      }
      case 'window': {
        const view = plainView(
          CONNECT_TITLE,
          `${connectedTo(summary, options)} Close this window and go on.`,
        );
        if (isInSight) await updateView(await clients.posts(team), card.viewId, view);
        return;
      }
      case 'asker':
        await (await clients.posts(team)).chat.postMessage({ channel: card.person, ...message });
        return;
      case 'clicked':
        if (isInSight) {
          await answerAt(card.responseUrl, { replace_original: true, ...withTyped(card) }, options);
        }
        return;
      case 'seen':
        if (isInSight) await sayAgain(team, card, withTyped(card));
    }

    function withTyped({ words }: { words?: string }): Message {
      return words ? withForm(withWords(plainMessage(connectedTo(summary, options)), words), words) : message;
    }
  }

  async function sayAgain(
    team: string,
    { channel, person: user, responseUrl }: Extract<ConnectCard, { kind: 'seen' }>,
    message: Message,
  ): Promise<void> {
    if (responseUrl) await answerAt(responseUrl, { replace_original: false, ...message }, options);
    else await (await clients.posts(team)).chat.postEphemeral({ channel, user, ...message });
  }

  const takeAll = (team: string) => alone(listOf(team), () => store.take(team));

  return {
    async remember(team, card) {
      const now = clock.now();
      try {
        await alone(listOf(team), async () => {
          const cards = ((await store.get(team)) ?? []).filter(({ at }) => now - at < keptMs);
          await store.set(team, [...cards.slice(1 - KEPT), { ...withoutMore(card), at: now }], keptMs);
        });
      } catch (err) {
        log.warn({ team, err }, 'A card will not be replaced once the team is connected');
      }
    },
    async replace(team, summary) {
      const cards = worthReplacing((await takeAll(team).catch(() => undefined)) ?? []);
      const replaced = await Promise.allSettled(cards.map((card) => replaceOne(team, card, summary)));
      const failed = replaced.filter(({ status }) => status === 'rejected').length;
      if (failed > 0) log.info({ team, failed }, 'Cards of a team that is connected now were not replaced');
    },
  };
}

/** As many words as its button will hold. */
function withoutMore(card: ConnectCard): ConnectCard {
  return 'words' in card && card.words ? { ...card, words: asValue(card.words) } : card;
}

type Private = Extract<Remembered, { kind: 'clicked' | 'seen' }>;
const isPrivate = (card: Remembered): card is Private => card.kind === 'clicked' || card.kind === 'seen';

/**
 * A person reads it once in each conversation, and once in a direct message: cards that change say it by themselves. With it
 * comes what they had typed there last, also where they clicked another card.
 */
function worthReplacing(cards: Remembered[]): Remembered[] {
  const newestFirst = cards.toReversed();
  const places = Map.groupBy(newestFirst.filter(isPrivate), ({ channel, person }) => `${channel} ${person}`);
  const askers = new Map(cards.flatMap((card) => (card.kind === 'asker' ? [[card.person, card]] : [])));
  return [
    ...newestFirst.filter(({ kind }) => kind === 'message' || kind === 'window'),
    ...[...places.values()].flatMap(inOnePlace),
    ...askers.values(),
  ];
}

/** All cards that were clicked, or else the newest; what was typed last and none of those shows comes with the newest that has room. */
function inOnePlace(newestFirst: Private[]): Private[] {
  const clicked = newestFirst.filter(({ kind }) => kind === 'clicked');
  const seen = newestFirst.filter(({ kind }) => kind === 'seen');
  const shown = new Set(clicked.map(({ words }) => words));
  const typed = seen.find(({ words }) => words && !shown.has(words))?.words;
  const carrier = clicked.find(({ words }) => !words) ?? seen[0];
  const isNeeded = carrier?.kind === 'seen' && (clicked.length === 0 || typed !== undefined);
  const said = isNeeded ? [...clicked, carrier] : clicked;
  return said.map((card) => (card === carrier && typed ? { ...card, words: typed } : card));
}

/**
 * Remembers the card of a click that only its reader sees; other messages say themselves what became of them. The address of
 * a command cannot replace the command's answer, so a click on it counts.
 * @param words those behind the command, which the card shows
 */
export async function rememberCard(
  { actor, body }: Pick<Click, 'actor' | 'body'>,
  { connectCards }: Pick<SlackContext, 'connectCards'>,
  words = '',
): Promise<void> {
  const { response_url: responseUrl, container, channel, view } = body;
  // A link that leads out of a window leaves it open.
  if (view?.type === 'modal') await connectCards.remember(actor.team, { kind: 'window', viewId: view.id });
  if (!responseUrl || !container.is_ephemeral || !channel) return;
  await connectCards.remember(actor.team, {
    kind: 'clicked',
    responseUrl,
    channel: channel.id,
    person: actor.person,
    ...(words && { words }),
  });
}

/** The link to the service, which Slack opens by itself. */
export function rememberLink(click: Click, slack: Pick<SlackContext, 'connectCards'>): Promise<void> {
  return rememberCard(click, slack, clickValue(click)?.trim());
}

/** The form for what was typed before. */
function withForm({ text, blocks }: Message, words: string): Message {
  if (!words) return { text, blocks };
  const form = button('Create a deck', actions.createHere, asValue(words), 'primary');
  return { text, blocks: [...blocks, ...buttons(form)] };
}

/** Short: the person who connected reads the details in a direct message. */
function connectedCard(summary: ConnectionSummary, deployment: Deployment): Message {
  const next = 'Type `/deck` followed by what it should be about.';
  return plainMessage(`${connectedTo(summary, deployment)} ${next}`);
}

function connectedTo({ who }: ConnectionSummary, { serviceName }: Deployment): string {
  const service = serviceText(serviceName);
  const where = who?.workspace ? `*${escaped(oneLine(who.workspace), 75)}* at ${service}` : service;
  return `Deckhand is connected to ${where} now.`;
}
