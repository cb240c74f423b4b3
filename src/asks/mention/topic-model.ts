import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { BUCKETS, vectorOf } from './sentence-features.ts';
import type { Topic } from './topics.ts';

/**
 * Tells what a question about Deckhand, or an order about running it, is about: a linear classifier (for each topic one support vector machine)
 * that has learned from the sentences in tools/topics/examples.txt. It looks at words, pairs of words and parts of words, so it also knows
 * sentences that are not among them. `npm run topics` trains it again.
 */

/** The file topic-model.bin, compressed: one line of JSON with these, then the rarity of each bucket (float32), then the weights (int8). */
export interface Header {
  /** Identifies the examples, so that a test can tell whether the file is made of them. */
  examples: string;
  /**
   * Each topic; `none` is that of requests and changes, `talk` that of sentences that ask for nothing. `bias` is the score of a sentence
   * without features. A stored weight times `scale` is the weight itself.
   */
  topics: { topic: Topic | 'none' | 'talk'; bias: number; scale: number }[];
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

const { topics, rarity, weights } = readModel();

/** A topic, and by how much its score is above that of a sentence about something else; negative if that is more likely. */
export interface Likely {
  topic: Topic;
  lead: number;
}

/** Returns the score of a sentence for each topic. */
function scoresOf(sentence: string) {
  const vector = vectorOf(sentence, rarity);
  return topics.map(({ topic, bias, scale }, row) => {
    const sum = vector.reduce(
      (all, [bucket, value]) => all + value * (weights[row * BUCKETS + bucket] ?? 0),
      0,
    );
    return { topic, score: sum * scale + bias };
  });
}

type Scores = ReturnType<typeof scoresOf>;
const scoreIn = (scores: Scores, wanted: Scores[number]['topic']) =>
  scores.find(({ topic }) => topic === wanted)?.score ?? 0;

/** Returns the topics that a sentence may be about, the likeliest first. */
export function likelyTopics(sentence: string): Likely[] {
  const scores = scoresOf(sentence);
  const other = Math.max(scoreIn(scores, 'none'), scoreIn(scores, 'talk'));
  return scores
    .flatMap(({ topic, score }) =>
      topic === 'none' || topic === 'talk' ? [] : [{ topic, lead: score - other }],
    )
    .sort((one, other) => other.lead - one.lead);
}

/** Returns by how much a sentence is likelier one that asks for nothing than a request; negative if a request is likelier. */
export function talkLead(sentence: string): number {
  const scores = scoresOf(sentence);
  return scoreIn(scores, 'talk') - scoreIn(scores, 'none');
}
