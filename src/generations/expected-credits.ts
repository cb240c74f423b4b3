import { type SqlBool, sql } from 'kysely';
import type { Ask } from '../asks/schema.ts';
import { keptSections } from '../asks/sections.ts';
import type { SealingQueries } from '../storage/database.ts';
import { openRow } from '../storage/sealed-columns.ts';
import { generationTables } from './store.ts';

/** The credits that an ask is expected to cost, from what the team's earlier documents have cost. */
export interface ExpectedCredits {
  /**
   * What people read: the cost of the whole ask, or of each slide if the team has made too little of this size to know how many slides the
   * service will make. Undefined if not even the cost of a slide is known.
   */
  shown: { from: number; to: number; each: 'ask' | 'slide' } | undefined;
  /** Credits that must be left: usually the median of the earlier costs, so that one expensive document does not block cheap asks. */
  usual: number;
  /** Credits to reserve: the highest expected cost, so that asks in progress exceed a limit only by the error of the estimate. */
  reserve: number;
}

/** Maximum number of documents with which an ask is compared. The team's newest documents are used. */
const COMPARED = 30;
/** Minimum number of similar documents. If there are fewer, the cost of a slide is used. */
const ENOUGH = 2;
/** Maximum number of similar documents that are used: those whose size is nearest. */
const NEAREST = 8;
/** Maximum ratio between the numbers of slides of two similar documents. */
const SAME_LENGTH = 2;
/** Maximum ratio between the lengths of two similar texts. */
const SAME_TEXT = 2.5;
/** Maximum ratio between the lengths of two long sources of which one tells a range for the other. */
const COMPARABLE = 4;
/** A text with fewer characters counts as if it had this many, because it only names a topic and the service writes the text. */
const TOPIC = 500;
/** If the highest cost is at most this many times the lowest cost, the median is expected instead of a range. */
const ONE_FIGURE = 1.25;
/** Number of slides that the service makes if the request names no number. */
const USUAL_SLIDES = 10;
/** Average number of characters of a message in a conversation's text. Used to compare a channel before its messages are read. */
const CHARACTERS_OF_MESSAGE = 200;
/** How far two costs may be apart although the texts are equally long, as a share. */
const UNSURE = 0.25;
/** Minimum number of characters of a long source for each slide. Used while the team has made nothing of such a source. */
const CHARACTERS_OF_SLIDE = 800;
/** Number of slides that are expected of a conversation or a file whose length is not known. */
const UNREAD_SLIDES = 20;
/** Maximum number of slides that the service makes of one source. */
const MOST_SLIDES = 75;

/**
 * Returns the expected cost of an ask, from the costs of the team's newest documents of this kind of work.
 * @param read what is known of the source, unless the source is the prompt: its text, or the number of its messages
 * @returns undefined if the team has made no document of this kind, or if the service does not report costs
 */
export async function expectedCredits(
  db: SealingQueries,
  ask: Priced,
  read: { text?: string | undefined; messages?: number | undefined } = {},
): Promise<ExpectedCredits | undefined> {
  // The prompts are not read, because the prompts of `COMPARED` documents can have 12,000,000 characters in total.
  const rows = await generationTables(db)
    .selectFrom('generations')
    .select(['id', 'team', 'ask', 'slideTitles'])
    .select(sql<number>`(credits ->> 'deducted')::float8`.as('cost'))
    .select(sql<boolean>`EXISTS (${ITS_CHANGES})`.as('isChanged'))
    .where('team', '=', ask.team)
    .where('state', '=', 'delivered')
    .where('work', '=', ask.work.kind)
    .where(sql<SqlBool>`credits ? 'deducted'`)
    .orderBy('createdAt', 'desc')
    .limit(COMPARED)
    .execute();
  if (rows.length === 0) return undefined;
  const past = rows.map(({ cost, isChanged, ...row }): Made => {
    const { ask: known, slideTitles } = openRow(db, 'generations', row);
    const other = (known ?? {}) as Partial<Compared> & { length?: number };
    const titles = Array.isArray(slideTitles) && !isChanged ? slideTitles.length : 0;
    const made = titles > 0 ? titles : undefined;
    const asked = other.slides ?? other.outline?.slides.length;
    return { ...sizeOf(other, other.length ?? 0), slides: asked, made, isChanged, cost };
  });
  const own = sizeOf(ask, ask.prompt?.length ?? 0, read.text?.length);
  if (!hasSlides(ask)) {
    const sameModel = past.filter(({ model }) => model === own.model);
    return whole((sameModel.length > 0 ? sameModel : past).map(({ cost }) => cost));
  }
  const counted = read.messages === undefined ? {} : { characters: read.messages * CHARACTERS_OF_MESSAGE };
  return estimate({ ...counted, ...own, slides: slidesOf(ask, read.text) }, past);
}

/** The changes of a document. After a change, its slides are no longer those that the ask has paid for. */
const ITS_CHANGES = sql`SELECT 1 FROM generations AS change WHERE change.team = generations.team AND change.doc_id = generations.doc_id
  AND change.work = 'edit' AND change.state = 'delivered'`;

/** What is known of an ask's size before it is made. */
export interface Size {
  kind: Ask['source']['kind'] | undefined;
  format: Ask['format'] | undefined;
  model: string | undefined;
  /** Number of characters of the source's text. Missing if it is not read yet. */
  characters?: number;
  /** Number of slides that were asked for; undefined if the service chooses it. */
  slides: number | undefined;
}
/** A finished document. `made`: the number of its slides; undefined if the service did not say, or if it was changed since. */
export type Made = Size & { made: number | undefined; isChanged?: boolean; cost: number };

/** Returns the traits of an ask. @param typed length of its prompt @param read length of its source's text */
function sizeOf(
  { source, format, images, characters }: Partial<Compared>,
  typed: number,
  read = characters,
): Omit<Size, 'slides'> {
  const length = source === undefined || source.kind === 'text' ? typed : read;
  const known = length === undefined ? {} : { characters: length };
  return { kind: source?.kind, format, model: images?.model, ...known };
}

/**
 * Estimates the cost of an ask from earlier documents of the same kind of work. If the number of slides is known, compares the costs of a
 * slide, otherwise the costs of documents from sources of the same kind and length. Exported for the test of its error.
 */
export function estimate(own: Size, past: Made[]): ExpectedCredits | undefined {
  if (past.length === 0) return undefined;
  const sameFormat = past.filter(({ format }) => format === own.format);
  const all = sameFormat.length >= ENOUGH ? sameFormat : past;
  const { slides } = own;
  if (slides !== undefined) {
    const near = nearest(sameFormat, (other) => ratio(slides, other.slides), SAME_LENGTH);
    // The slides of a changed document are not known, so those that are near may tell no price.
    const prices = [near.length >= ENOUGH ? near : [], all].map(pricesOf).find(({ length }) => length > 0);
    if (prices) return whole(prices.map((price) => price * slides));
    return { ...whole(all.map(({ cost }) => (cost / USUAL_SLIDES) * slides)), shown: undefined };
  }
  const near = nearest(
    sameFormat.filter((other) => other.slides === undefined && other.kind === own.kind),
    (other) => (own.characters === undefined ? 1 : ratio(lengthOf(own), lengthOf(other))),
    SAME_TEXT,
  );
  if (near.length >= ENOUGH) return whole(near.map(({ cost }) => cost));
  const long = isMuch(own) ? sameFormat.filter((other) => other.slides === undefined && isMuch(other)) : [];
  const [one] = nearest(long, (other) => ratio(lengthOf(own), lengthOf(other)), COMPARABLE);
  if (one) return scaled(own, one);
  const prices = pricesOf(all);
  const each = prices.length > 0 ? { ...rangeOf(prices), each: 'slide' as const } : undefined;
  const dearest = prices.length > 0 ? Math.max(...prices) : FIRST_CREDITS.slide;
  // A source that is not read yet may be as long as the longest one.
  const known = own.characters === undefined || !isMuch(own) ? costsOf(all) : [];
  const highest = Math.ceil(Math.max(dearest * mostSlides(own), ...known));
  // A source that is not read yet may also be short. What it costs is checked again when it is read.
  const unread = own.characters === undefined ? dearest * USUAL_SLIDES : highest;
  const usual = near.length > 0 ? Math.max(...costsOf(near)) : isMuch(own) ? unread : median(costsOf(all));
  return { shown: each, usual: Math.ceil(usual), reserve: Math.max(Math.ceil(usual), highest) };
}

/**
 * Estimates the cost of a long source from one other. The number of slides grows with the text, at most as much as the text, so the cost is
 * about between that of the other source and one in proportion to the texts.
 */
function scaled(own: Size, other: Made): ExpectedCredits {
  const grown = (lengthOf(own) ?? TOPIC) / (lengthOf(other) ?? TOPIC);
  const { cost } = other;
  const most = Math.ceil(cost * Math.max(1, grown) * (1 + UNSURE));
  const from = Math.floor(cost * Math.min(1, grown) * (1 - UNSURE));
  return { shown: { from, to: most, each: 'ask' }, usual: Math.ceil(cost * Math.sqrt(grown)), reserve: most };
}

/** Returns how many slides the service makes at most, probably, if it chooses their number. */
function mostSlides({ characters, ...own }: Pick<Size, 'kind' | 'characters'>): number {
  if (!isMuch({ characters, ...own })) return USUAL_SLIDES;
  const slides = characters === undefined ? UNREAD_SLIDES : Math.ceil(characters / CHARACTERS_OF_SLIDE);
  return Math.min(MOST_SLIDES, Math.max(USUAL_SLIDES, slides));
}

const costsOf = (past: Made[]) => past.map(({ cost }) => cost);

/** Returns the credits for each slide of documents whose number of slides is known. The service may make fewer than were asked for. */
const pricesOf = (past: Made[]) =>
  past.flatMap(({ cost, made, slides, isChanged }) => {
    const count = made ?? (isChanged ? undefined : slides);
    return count === undefined ? [] : cost / count;
  });

/** Returns the `NEAREST` documents whose ratio of sizes is at most `limit`. */
function nearest(past: Made[], ratioOf: (other: Made) => number, limit: number): Made[] {
  return past
    .filter((other) => ratioOf(other) <= limit)
    .toSorted((one, other) => ratioOf(one) - ratioOf(other))
    .slice(0, NEAREST);
}

/** Returns how many times the greater number is the smaller one. An unknown number is similar to none. */
function ratio(one: number | undefined, other: number | undefined): number {
  return one === undefined || other === undefined ? Infinity : Math.max(one, other) / Math.min(one, other);
}

const lengthOf = ({ characters }: Size) =>
  characters === undefined ? undefined : Math.max(characters, TOPIC);

function whole(costs: number[]): ExpectedCredits {
  const highest = Math.ceil(Math.max(...costs));
  const range = rangeOf(costs);
  return { shown: { ...range, each: 'ask' }, usual: Math.ceil(median(costs)), reserve: highest };
}

const median = (costs: number[]) =>
  costs.toSorted((one, other) => one - other)[Math.floor(costs.length / 2)] ?? 0;

/** Returns the lowest and the highest cost, or the median as both if the costs vary little. */
function rangeOf(costs: number[]): { from: number; to: number } {
  const [from, to] = [Math.max(1, Math.floor(Math.min(...costs))), Math.ceil(Math.max(...costs))];
  const usual = Math.ceil(median(costs));
  return to <= from * ONE_FIGURE ? { from: usual, to: usual } : { from, to };
}

/**
 * Credits reserved for each slide, and for a picture or a change (`other`), if the team has made nothing of this kind of work. The actual
 * cost replaces them later.
 */
export const FIRST_CREDITS = { slide: 4, other: 10 } as const;

/**
 * Returns the expected cost if the team has made nothing of this kind: `usual` must be left, `reserve` is reserved.
 * @param text the text of the source, if it is not the prompt
 */
export function firstCost(ask: Priced, text?: string): Pick<ExpectedCredits, 'usual' | 'reserve'> {
  if (!hasSlides(ask)) return { usual: FIRST_CREDITS.other, reserve: FIRST_CREDITS.other };
  const size = sizeOf(ask, ask.prompt?.length ?? 0, text?.length);
  const slides = slidesOf(ask, text);
  const [usual, most] = [size.characters === undefined ? USUAL_SLIDES : mostSlides(size), mostSlides(size)];
  return { usual: (slides ?? usual) * FIRST_CREDITS.slide, reserve: (slides ?? most) * FIRST_CREDITS.slide };
}

type Compared = Pick<
  Ask,
  'format' | 'slides' | 'sections' | 'outline' | 'prompt' | 'images' | 'characters'
> & {
  source: Pick<Ask['source'], 'kind'>;
};
export type Priced = Pick<Ask, 'team' | 'work'> & Partial<Compared>;

/** Returns true for documents. Pictures and changes of documents have no number of slides. */
const hasSlides = ({ work }: Priced) => work.kind === 'document' || work.kind === 'agent';

/** Returns how many slides the person chose, or how many sections the text has; undefined if the service chooses the number. */
function slidesOf({ source, ...ask }: Priced, read?: string): number | undefined {
  const text = source?.kind === 'text' ? ask.prompt : read;
  if (ask.slides !== undefined || !source) return ask.slides;
  return text === undefined ? ask.outline?.slides.length : keptSections({ ...ask, source }, text)?.length;
}

/** Returns true if the source is long, or a conversation or a file whose length is not known; false for a text that only names a topic. */
const isMuch = ({ kind, characters }: Pick<Size, 'kind' | 'characters'>) =>
  characters === undefined ? kind !== undefined && kind !== 'text' : characters > TOPIC;
