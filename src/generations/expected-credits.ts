import { type SqlBool, sql } from 'kysely';
import type { Ask } from '../asks/schema.ts';
import { keptSections } from '../asks/sections.ts';
import type { SealingQueries } from '../storage/database.ts';
import { openRow } from '../storage/sealed-columns.ts';
import { generationTables } from './store.ts';

/** The credits that an ask is expected to cost: at least `from` and at most `to`. Based on what earlier documents have cost. */
export interface ExpectedCredits {
  from: number;
  to: number;
  /** The credits to reserve: usually the median of the earlier costs, so that one expensive document does not block cheap asks. */
  usual: number;
}

/** Maximum number of documents with which an ask is compared. The team's newest documents are used. */
const COMPARED = 30;
/** Minimum number of similar documents. If there are fewer, the ask is compared with all documents of the same kind of work. */
const ENOUGH = 2;
/** Maximum difference between the numbers of slides of two similar asks. */
const SAME_LENGTH = 3;
/** Maximum ratio between the lengths of two similar typed texts. */
const SAME_TEXT = 4;
/** A typed text with fewer characters counts as if it had this many, because it only names a topic and the service writes the text. */
const TOPIC = 500;
/** If the highest cost is at most this many times the lowest cost, the median is expected instead of a range. */
const ONE_FIGURE = 1.25;
/** Number of slides that the service makes if the request names no number. */
const USUAL_SLIDES = 10;

/**
 * Returns the expected cost of an ask, from the costs of similar documents of the team. If fewer than `ENOUGH` are similar, uses all
 * documents of the same kind of work, and converts their costs to the ask's number of slides. Only the newest documents are read.
 * @param text the text of the source, if the source is not the prompt
 * @returns undefined if the team has made no document of this kind, or if the service does not report costs
 */
export async function expectedCredits(
  db: SealingQueries,
  ask: Priced,
  text?: string,
): Promise<ExpectedCredits | undefined> {
  // The prompts are not read, because the prompts of `COMPARED` documents can have 12,000,000 characters in total.
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
    const made = Array.isArray(slideTitles) && slideTitles.length > 0 ? slideTitles.length : undefined;
    // Compare the numbers of slides that people asked for, because the service may make and charge fewer.
    return { ...other, cost, length: lengthOf(other, other.length), slides: other.slides ?? made };
  });
  const own = { ...ask, slides: slidesOf(ask, text), length: lengthOf(ask, ask.prompt?.length) };
  const alike = made.filter((other) => isAlike(own, other));
  const isEnough = alike.length >= ENOUGH;
  // Without enough similar documents, a long source may be expensive. So reserve the highest cost, and assume at least `USUAL_SLIDES`.
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

/** Credits reserved for each slide if the team has made nothing of this kind of work. The actual cost replaces them later. */
const CREDITS_OF_SLIDE = 4;
/** Credits reserved for a picture or a change if the team has made none. */
const CREDITS_OF_OTHERS = 10;

/** The expected cost of an ask if the team has made nothing of its kind before. */
export interface FirstCost {
  reserve: number;
  /** Credits that must be left. Undefined for pictures, changes and topics without a number of slides. They may use the last credits. */
  needed: number | undefined;
}

/** Returns the expected cost if the team has made nothing of this kind. @param text the text of the source, if it is not the prompt */
export function firstCost(ask: Priced, text?: string): FirstCost {
  if (ask.work.kind !== 'document' && ask.work.kind !== 'agent')
    return { reserve: CREDITS_OF_OTHERS, needed: undefined };
  const slides = slidesOf(ask, text);
  const reserve = (slides ?? USUAL_SLIDES) * CREDITS_OF_SLIDE;
  const isKnown = slides !== undefined || isMuch({ ...ask, length: lengthOf(ask, ask.prompt?.length) });
  return { reserve, needed: isKnown ? reserve : undefined };
}

type Compared = Pick<Ask, 'format' | 'slides' | 'sections' | 'prompt'> & {
  source: Pick<Ask['source'], 'kind'>;
};
export type Priced = Pick<Ask, 'team' | 'work'> & Partial<Compared>;

/** Returns how many slides the person chose, or how many sections the text has; undefined if the service chooses the number. */
function slidesOf({ source, ...ask }: Priced, text = ask.prompt ?? ''): number | undefined {
  return ask.slides ?? (source && keptSections({ ...ask, source }, text)?.length);
}

/** Returns the number of characters by which typed texts are compared, at least `TOPIC`. Returns `TOPIC` for all other sources. */
function lengthOf({ source }: Partial<Compared>, characters = 0): number {
  return source?.kind === 'text' ? Math.max(characters, TOPIC) : TOPIC;
}

type Traits = Partial<Compared> & { length: number; slides: number | undefined };

/** Returns true if the source is a long text, a conversation or a file; false for a short text, which only names a topic. */
const isMuch = ({ source, length }: Pick<Traits, 'source' | 'length'>) =>
  length > TOPIC || (source !== undefined && source.kind !== 'text');

function isAlike(one: Traits, other: Traits): boolean {
  const [shorter = 0, longer = 0] = [one.length, other.length].toSorted((a, b) => a - b);
  if (one.format !== other.format || longer > shorter * SAME_TEXT) return false;
  if (one.slides === undefined) return other.slides === undefined && one.source?.kind === other.source?.kind;
  return other.slides !== undefined && Math.abs(one.slides - other.slides) <= SAME_LENGTH;
}
