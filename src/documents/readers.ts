import type { ServiceClient } from '../service/client.ts';
import { listAll } from '../service/paging.ts';

/** How a doc is read. Shares are percentages, 0 to 100; times are as the service writes them, ISO 8601. */

export interface CardReading {
  name: string;
  position: number;
  /** Of all readers, who came so far; of one reader, the part of their time. */
  percent: number;
  seconds?: number;
}

export interface Readers {
  /** Only the connected account's own reading is counted. */
  isOwnAlone: boolean;
  views?: number;
  people?: number;
  editors: number;
  lastOpened?: string;
  /** By day, oldest first. */
  days: { date: string; views: number }[];
  cards: CardReading[];
}

export interface ReadersByName {
  people: ReaderFacts[];
  /** There are more than are shown. */
  hasMore: boolean;
}

interface ReaderFacts {
  /** Missing where the service gives none: then no more can be asked of them. */
  id?: string;
  name?: string;
  /** To be shown to one person only. */
  email?: string;
  lastOpened?: string;
  cardsViewed?: number;
}

export interface Reader extends ReaderFacts {
  cards: CardReading[];
}

export async function readersOf(
  client: Pick<ServiceClient, 'getAnalytics' | 'getCardAnalytics'>,
  docId: string,
): Promise<Readers> {
  const [all, cards] = await Promise.all([client.getAnalytics(docId), client.getCardAnalytics(docId)]);
  const { scope, totalViews, uniqueViewers, uniqueEditors, lastOpened, dailyViews } = all;
  return {
    isOwnAlone: scope === 'self',
    ...(totalViews !== undefined && { views: totalViews }),
    ...(uniqueViewers !== undefined && { people: uniqueViewers }),
    editors: uniqueEditors,
    ...(lastOpened !== undefined && { lastOpened }),
    days: dailyViews.toSorted((one, other) => one.date.localeCompare(other.date)),
    cards: inOrder(
      cards.map(({ cardName, cardPosition, viewersPercent, viewTimeSeconds }) => ({
        ...{ cardName, cardPosition, percent: viewersPercent },
        seconds: viewTimeSeconds,
      })),
    ),
  };
}

const PAGES = 4;
const SHOWN = 40;

export async function readersByName(
  client: Pick<ServiceClient, 'listViewers'>,
  docId: string,
): Promise<ReadersByName> {
  const viewers = await listAll((page) => client.listViewers(docId, page), { maxPages: PAGES });
  const people = viewers.slice(0, SHOWN).map(({ viewerId, displayName, ...rest }) => ({
    ...(viewerId !== undefined && { id: viewerId }),
    ...(displayName !== undefined && { name: displayName }),
    ...known(rest),
  }));
  return { people, hasMore: viewers.length > SHOWN };
}

export async function readerOf(
  client: Pick<ServiceClient, 'getViewer'>,
  docId: string,
  readerId: string,
): Promise<Reader> {
  const { displayName, perCardTimeSpent, ...rest } = await client.getViewer(docId, readerId);
  return {
    id: readerId,
    ...(displayName !== undefined && { name: displayName }),
    ...known(rest),
    cards: inOrder(
      perCardTimeSpent.map(({ cardName, cardPosition, viewTimePercent }) => ({
        ...{ cardName, cardPosition, percent: viewTimePercent },
      })),
    ),
  };
}

function known(facts: {
  email?: string | undefined;
  lastOpened?: string | undefined;
  cardsViewed?: number | undefined;
}) {
  const { email, lastOpened, cardsViewed } = facts;
  return {
    ...(email !== undefined && { email }),
    ...(lastOpened !== undefined && { lastOpened }),
    ...(cardsViewed !== undefined && { cardsViewed }),
  };
}

interface CardRow {
  cardName?: string | undefined;
  cardPosition?: number | undefined;
  percent: number;
  seconds?: number;
}

function inOrder(rows: CardRow[]): CardReading[] {
  return rows
    .map(({ cardName = '', cardPosition, ...rest }, index) => ({
      name: cardName,
      position: cardPosition ?? index + 1,
      ...rest,
    }))
    .toSorted((one, other) => one.position - other.position);
}
