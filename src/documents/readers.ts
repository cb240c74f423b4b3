import type { ServiceClient } from '../service/client.ts';
import { listAll } from '../service/routes/page.ts';

/** Statistics of how people read a document. Percentages are from 0 to 100. Times (`lastOpened`) are strings in ISO 8601. */

export interface CardReading {
  name: string;
  position: number;
  /** Percentage of all readers who reached the slide. For one reader (`Reader`), percentage of the reader's time spent on the slide. */
  percent: number;
  seconds?: number | undefined;
}

export interface Readers {
  /** True if the service counts only views by the connected account. */
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
  /** True if the document has more readers than `people` contains. */
  hasMore: boolean;
}

interface ReaderFacts {
  /** The reader's id at the service. Without an id, `readerOf` cannot return more about the reader. */
  id?: string | undefined;
  name?: string | undefined;
  /** The reader's e-mail address. Show it only to the person who requested the list of readers. */
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

/** Maximum number of pages of the service's list of readers that are read. */
const PAGES = 4;
/** Maximum number of readers that `readersByName` returns. */
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
