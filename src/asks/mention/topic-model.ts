import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { BUCKETS, vectorOf } from './sentence-features.ts';
import type { Topic } from './topics.ts';

/**
 * Tells what a sentence is: a question or an order with a topic, an order to the open card, a remark, or a request. A linear classifier (for
 * each label one support vector machine) has learned it from the sentences in tools/topics/examples.txt. It looks at words, pairs of words
 * and parts of words, so it also knows sentences that are not among them. `npm run topics` trains it again.
 */

/** Orders to an open card that name no detail. */
const cardOrders = [
  'drop',
  'startOver',
  'undecided',
  'onlyMe',
  'inChannel',
  'openCards',
  'complaint',
] as const;
export type CardOrder = (typeof cardOrders)[number];
const isCardOrder = (label: Label): label is CardOrder => cardOrders.some((one) => one === label);

/**
 * What a sentence is that has no topic: an order to the open card, an order to post a result in a channel (`share`), something that asks for
 * nothing (`talk`), or a request or a change (`none`).
 */
export type Other = CardOrder | 'share' | 'talk' | 'none';
export const isOther = (label: Label): label is Other =>
  isCardOrder(label) || ['share', 'talk', 'none'].includes(label);
export type Label = Topic | Other;

/** The file topic-model.bin, compressed: one line of JSON with these, then the rarity of each bucket (float32), then the weights (int8). */
export interface Header {
  /** Identifies the examples, so that a test can tell whether the file is made of them. */
  examples: string;
  /** What a sentence can be. `bias` is the score of a sentence without features. A stored weight times `scale` is the weight itself. */
  topics: { topic: Label; bias: number; scale: number }[];
  /** Of two classes: changes of the open card, with a score above 0, and requests for new documents. Its weights are the last ones. */
  change: { bias: number; scale: number };
}

/** The file with the trained classifier. */
const MODEL = new URL('topic-model.bin', import.meta.url);

/** Reads the trained file. */
export function readModel(): Header & { rarity: Float32Array; weights: Int8Array } {
  const bytes = gunzipSync(readFileSync(MODEL));
  const end = bytes.indexOf('\n') + 1;
  const header: Header = JSON.parse(bytes.toString('utf8', 0, end));
  const rarity = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset + end, bytes.byteOffset + end + 4 * BUCKETS),
  );
  return { ...header, rarity, weights: new Int8Array(bytes.buffer, bytes.byteOffset + end + 4 * BUCKETS) };
}

const { topics, change, rarity, weights } = readModel();

/** A topic, and by how much its score is above that of a sentence about something else; negative if that is more likely. */
export interface Likely {
  topic: Topic;
  lead: number;
}

/** Returns the score of a sentence. @param row index of the weights */
function scoreOf(
  vector: ReturnType<typeof vectorOf>,
  row: number,
  { bias, scale }: Header['change'],
): number {
  const start = row * BUCKETS;
  let sum = 0;
  for (const [bucket, value] of vector) sum += value * (weights[start + bucket] ?? 0);
  return sum * scale + bias;
}

/** How a sentence scores: for each label, the likeliest first, and as a change of the open card. */
interface Scored {
  ranked: { topic: Label; score: number }[];
  change: number;
}

/** The scores of the last sentences. Several rules need those of the same one. */
const scored = new LRUCache<string, Scored>({
  max: 50,
  memoMethod(sentence) {
    const vector = vectorOf(sentence, rarity);
    const ranked = topics
      .map(({ topic, ...machine }, row) => ({ topic, score: scoreOf(vector, row, machine) }))
      .sort((one, other) => other.score - one.score);
    return { ranked, change: scoreOf(vector, topics.length, change) };
  },
});

/** Returns the score of a label. */
const scoreIn = (ranked: Scored['ranked'], wanted: Label) =>
  ranked.find(({ topic }) => topic === wanted)?.score ?? 0;

/** Returns the topics that a sentence may be about, the likeliest first. */
export function likelyTopics(sentence: string): Likely[] {
  const { ranked } = scored.memo(sentence);
  // What is said to a card is often near a question about it, so `cardOrderIn` compares it.
  const other = Math.max(scoreIn(ranked, 'none'), scoreIn(ranked, 'talk'), scoreIn(ranked, 'share'));
  return ranked.flatMap(({ topic, score }) => (isOther(topic) ? [] : [{ topic, lead: score - other }]));
}

/** Returns by how much a sentence is likelier one that asks for nothing than a request; negative if a request is likelier. */
export function talkLead(sentence: string): number {
  const { ranked } = scored.memo(sentence);
  return scoreIn(ranked, 'talk') - scoreIn(ranked, 'none');
}

/** By how much a sentence must be likelier one that asks for nothing (see `talkLead`), so that it becomes neither a card nor a part of one. */
export const CLEARLY_TALK = 0.4;

/** Minimum distance between the scores of an order and of what is next likely. */
const CLEAR = 0.1;

/** Matches a refusal that is negated: "don't drop it", "no need to cancel". */
export const NEGATED =
  /\b(?:do ?n[o’']t|do not|dont|never|no need to|not|n[’']|no l[oa]) ?(?:drop|delete|discard|cancel|stop|start over|annule|canceles)\b|\bnicht (?:l[oö]schen|verwerfen|abbrechen)/iu;

/** Returns the order to an open card that a sentence clearly is. */
export function cardOrderIn(sentence: string): CardOrder | undefined {
  const [first, second] = scored.memo(sentence).ranked;
  if (!first || !second || !isCardOrder(first.topic)) return undefined;
  return first.score - second.score > CLEAR && !NEGATED.test(sentence) ? first.topic : undefined;
}

/** Returns by how much a sentence is likelier a change of the open card than a request for a new document; negative if a request is likelier. */
export const changeLead = (sentence: string): number => scored.memo(sentence).change;

/** Returns true for a request to take the last change back. */
export function isUndo(sentence: string): boolean {
  const [first] = likelyTopics(sentence);
  return first?.topic === 'undo' && first.lead > 0;
}

/** Returns the likeliest label of a sentence. */
const bestOf = (sentence: string): Label => scored.memo(sentence).ranked[0]?.topic ?? 'none';

/** By how much a sentence must be likelier a change than a request (see `changeLead`), so that it is one also without an open card. */
const CLEARLY_CHANGE = 0.3;
/** What a change of a card may also be. */
const MAY_CHANGE: ReadonlySet<Label> = new Set(['none', 'file', 'onlyMe', 'inChannel'] as const);

/** Returns true for a sentence that is likely a change of a card, also if it is not known whether one is open. */
export function isLikelyChange(sentence: string): boolean {
  return MAY_CHANGE.has(bestOf(sentence)) && changeLead(sentence) > CLEARLY_CHANGE;
}

/** Returns true for a sentence that is likely an order to post a finished document in a channel. */
export function isLikelyShare(sentence: string): boolean {
  return bestOf(sentence) === 'share';
}
