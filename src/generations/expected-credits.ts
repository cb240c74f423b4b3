import { type SqlBool, sql } from 'kysely';
import type { Ask } from '../asks/schema.ts';
import { keptSections } from '../asks/sections.ts';
import type { SealingQueries } from '../storage/database.ts';
import { openRow } from '../storage/sealed-columns.ts';
import { generationTables } from './store.ts';

/** Credits that an ask is expected to cost, based on earlier documents. `from` and `to` are equal if these cost about the same. */
export interface ExpectedCredits {
  from: number;
  to: number;
  /** The number of credits that is reserved. It is usually the median, so that one expensive document does not block cheap asks. */
  usual: number;
}

/** Maximum number of a team's newest documents with which an ask is compared. */
const COMPARED = 30;
/** Minimum number of similar documents. If there are fewer, the ask is compared with all documents of the same kind of work. */
const ENOUGH = 2;
/** Two asks are similar if their numbers of slides differ by at most this number. */
const SAME_LENGTH = 3;
/** Two typed texts are similar if the longer one has at most this many times the characters of the other. */
const SAME_TEXT = 4;
/** Texts with fewer characters count as texts of this length, because all of them are topics about which the service writes the text. */
const TOPIC = 500;
/** If the highest cost is at most this many times the lowest, the median is returned instead of a range. */
const ONE_FIGURE = 1.25;
/** Number of slides that the service makes if a request does not name a number. */
const USUAL_SLIDES = 10;

/**
 * Returns the expected cost of an ask, based on the costs of the team's newest documents of the same kind and length. If fewer than `ENOUGH`
 * are similar, the costs of all newest documents are used, converted to the ask's number of slides if it is known. For a long text, a
 * conversation or a file, the highest of these costs is then expected, for at least `USUAL_SLIDES` slides.
 * @param text the text of the source, if it is not the prompt
 * @returns undefined if the team has made no document of this kind, or if the service does not report costs
 */
export async function expectedCredits(
  db: SealingQueries,
  ask: Priced,
  text?: string,
): Promise<ExpectedCredits | undefined> {
  // Does not select the prompts, because those of `COMPARED` documents can have 12,000,000 characters together.
  const rows = await generationTables(db)
    .selectFrom('generations')
    .select(['id', 'team', 'ask', 'slideTitles'])
    .select(sql<number>`(credits ->> 'deducted')::float8`.as('cost'))
    .where('team', '=', ask.team)
    .where('state', '=', 'delivered')
    .where('work', '=', ask.work.kind)
    .where(sql<SqlBool>`credits ? 'deducted'`)
    .orderBy('createdAt', 'desc')
    .limit(COMPARED)
    .execute();
  const made = rows.map(({ cost, ...row }) => {
    const { ask: known, slideTitles } = openRow(db, 'generations', row);
    const other = (known ?? {}) as Partial<Compared> & { length?: number };
    const slides = Array.isArray(slideTitles) && slideTitles.length > 0 ? slideTitles.length : other.cards;
    return { ...other, cost, length: lengthOf(other, other.length), slides };
  });
  const own = { ...ask, slides: slidesOf(ask, text), length: lengthOf(ask, ask.prompt?.length) };
  const alike = made.filter((other) => isAlike(own, other));
  const isEnough = alike.length >= ENOUGH;
  const isDear = !isEnough && isMuch(own);
  const expectedSlides = (slides: number) => own.slides ?? (isDear ? Math.max(slides, USUAL_SLIDES) : slides);
  const costs = isEnough
    ? alike.map(({ cost }) => cost)
    : made.map(({ cost, slides = USUAL_SLIDES }) => (cost * expectedSlides(slides)) / slides);
  if (costs.length === 0) return undefined;
  const sorted = costs.toSorted((one, other) => one - other);
  const [from, to] = [Math.floor(sorted[0] ?? 0), Math.ceil(sorted.at(-1) ?? 0)];
  const median = Math.ceil(sorted[Math.floor(sorted.length / 2)] ?? 0);
  if (to <= from * ONE_FIGURE) return { from: median, to: median, usual: median };
  return { from, to, usual: isDear ? to : median };
}

/**
 * Credits that are reserved for each slide, and for a picture or a change of a document, if the team has made none before. They are
 * estimates, because the service names no prices. If the document costs less, only its cost counts after it is made.
 */
const CREDITS_OF_SLIDE = 4;
const CREDITS_OF_OTHERS = 10;

/** The expected cost of a team's first ask of a kind: a document, a picture or a change of a document. */
export interface FirstCost {
  /** Credits to reserve. */
  reserve: number;
  /**
   * Credits that must be left. Undefined for a topic without a number of slides, a picture or a change: such an ask is allowed while any
   * credits are left, because otherwise a team with a small budget could never find out what the service costs.
   */
  needed: number | undefined;
}

/** Returns the expected cost of a team's first ask of a kind. @param text the text of the source, if it is not the prompt */
export function firstCost(ask: Priced, text?: string): FirstCost {
  if (ask.work.kind !== 'document' && ask.work.kind !== 'agent')
    return { reserve: CREDITS_OF_OTHERS, needed: undefined };
  const slides = slidesOf(ask, text);
  const reserve = (slides ?? USUAL_SLIDES) * CREDITS_OF_SLIDE;
  const isKnown = slides !== undefined || isMuch({ ...ask, length: lengthOf(ask, ask.prompt?.length) });
  return { reserve, needed: isKnown ? reserve : undefined };
}

type Compared = Pick<Ask, 'format' | 'cards' | 'sections' | 'prompt'> & {
  source: Pick<Ask['source'], 'kind'>;
};
export type Priced = Pick<Ask, 'team' | 'work'> & Partial<Compared>;

/** Returns the number of slides: the number that the person chose, or the number of sections; undefined if the service chooses it. */
function slidesOf({ source, ...ask }: Priced, text = ask.prompt ?? ''): number | undefined {
  return ask.cards ?? (source && keptSections({ ...ask, source }, text)?.length);
}

/** Returns the number of characters that counts for a typed text; see `TOPIC`. Other sources have no length before they are read. */
function lengthOf({ source }: Partial<Compared>, characters = 0): number {
  return source?.kind === 'text' ? Math.max(characters, TOPIC) : TOPIC;
}

type Traits = Partial<Compared> & { length: number; slides: number | undefined };

/** Returns true if an ask is about more than a topic: a long text, a conversation or a file. */
const isMuch = ({ source, length }: Pick<Traits, 'source' | 'length'>) =>
  length > TOPIC || (source !== undefined && source.kind !== 'text');

function isAlike(one: Traits, other: Traits): boolean {
  const [shorter = 0, longer = 0] = [one.length, other.length].toSorted((a, b) => a - b);
  if (one.format !== other.format || longer > shorter * SAME_TEXT) return false;
  if (one.slides === undefined) return other.cards === undefined && one.source?.kind === other.source?.kind;
  return other.slides !== undefined && Math.abs(one.slides - other.slides) <= SAME_LENGTH;
}
