import type { ServiceClient } from '../service/client.ts';
import { listAll } from '../service/routes/page.ts';

/** What the service reports about a document's readers. Percentages are from 0 to 100. Times are strings in ISO 8601. */

export interface CardReading {
  name: string;
  position: number;
  /** Percentage of all readers who reached the slide. In `Reader`: percentage of this reader's time that was spent on the slide. */
  percent: number;
  seconds?: number | undefined;
}

export interface Readers {
  /** True if the service counts only views by the connected account itself. */
  isOwnAlone: boolean;
  views?: number | undefined;
  people?: number | undefined;
  editors: number;
  lastOpened?: string | undefined;
  /** Views by day, oldest first. */
  days: { date: string; views: number }[];
  cards: CardReading[];
}

export interface ReadersByName {
  people: ReaderFacts[];
  /** True if there are more readers than returned. */
  hasMore: boolean;
}

interface ReaderFacts {
  /** Undefined if the service returns no id. Then only this list has data about the reader, because `readerOf` needs the id. */
  id?: string | undefined;
  name?: string | undefined;
  /** Show the address only to the person who requested the list of readers. */
  email?: string | undefined;
  lastOpened?: string | undefined;
  cardsViewed?: number | undefined;
}

export interface Reader extends ReaderFacts {
  cards: CardReading[];
}

export async function readersOf(
  client: Pick<ServiceClient, 'getAnalytics' | 'getCardAnalytics'>,
  docId: string,
): Promise<Readers> {
  const [all, cards] = await Promise.all([client.getAnalytics(docId), client.getCardAnalytics(docId)]);
  return {
    isOwnAlone: all.scope === 'self',
    views: all.totalViews,
    people: all.uniqueViewers,
    editors: all.uniqueEditors,
    lastOpened: all.lastOpened,
    days: all.dailyViews.toSorted((one, other) => one.date.localeCompare(other.date)),
    cards: inOrder(
      cards.map((card) => ({ ...card, percent: card.viewersPercent, seconds: card.viewTimeSeconds })),
    ),
  };
}

/** Maximum number of pages of readers to read. */
const PAGES = 4;
/** Maximum number of readers to return. */
const SHOWN = 40;

export async function readersByName(
  client: Pick<ServiceClient, 'listViewers'>,
  docId: string,
): Promise<ReadersByName> {
  const viewers = await listAll((page) => client.listViewers(docId, page), { maxPages: PAGES });
  const people = viewers.slice(0, SHOWN).map((viewer) => ({ ...factsOf(viewer), id: viewer.viewerId }));
  return { people, hasMore: viewers.length > SHOWN };
}

export async function readerOf(
  client: Pick<ServiceClient, 'getViewer'>,
  docId: string,
  readerId: string,
): Promise<Reader> {
  const viewer = await client.getViewer(docId, readerId);
  return {
    ...factsOf(viewer),
    id: readerId,
    cards: inOrder(viewer.perCardTimeSpent.map((card) => ({ ...card, percent: card.viewTimePercent }))),
  };
}

interface Viewer {
  displayName?: string | undefined;
  email?: string | undefined;
  lastOpened?: string | undefined;
  cardsViewed?: number | undefined;
}

function factsOf({ displayName: name, email, lastOpened, cardsViewed }: Viewer): ReaderFacts {
  return { name, email, lastOpened, cardsViewed };
}

interface CardRow {
  cardName?: string | undefined;
  cardPosition?: number | undefined;
  percent: number;
  seconds?: number | undefined;
}

/** Sorts slides by position. If the service reports no position for a slide, its index in the service's list is used. */
function inOrder(rows: CardRow[]): CardReading[] {
  return rows
    .map(({ cardName: name = '', cardPosition, percent, seconds }, index) => ({
      ...{ name, percent, seconds },
      position: cardPosition ?? index + 1,
    }))
    .toSorted((one, other) => one.position - other.position);
}
