import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { BUCKETS, featuresOf, vectorOf } from '../../src/asks/mention/sentence-features.ts';
import type { Header, Label } from '../../src/asks/mention/topic-model.ts';
import { conversations } from '../../test/slack/conversations.ts';

/**
 * Trains src/asks/mention/topic-model.ts from examples.txt and, as sentences about something else, from what people say in the tests. It takes some seconds, and the result depends on nothing else.
 *
 * For each topic, a support vector machine with squared hinge loss is trained by dual coordinate descent (Hsieh and others: A dual coordinate
 * descent method for large-scale linear SVM, 2008).
 */

interface Example {
  /** Not set if only an open card tells what the sentence is: "as PDF please" can be a change of it, or about the file of a document. */
  topic: Label | undefined;
  sentence: string;
  /** True for a change of the open card, false for a request for a new document. Not set if the example does not say which. */
  isChange?: boolean;
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Returns all examples: in the file, the sentences of a topic follow its name in brackets. */
export function examples(): Example[] {
  let label = 'none' as Label | 'change' | 'request';
  const written = read('examples.txt')
    .split('\n')
    .flatMap((line): Example[] => {
      const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
      if (name) label = name as typeof label;
      if (name || line.trim() === '') return [];
      return [
        label === 'change' || label === 'request'
          ? {
              topic: label === 'change' && NAMES_FILE.test(line) ? undefined : 'none',
              sentence: line,
              isChange: label === 'change',
            }
          : { topic: label, sentence: line },
      ];
    });
  const known = new Set(written.map(({ sentence }) => sentence));
  const said = turns();
  const labels: Record<string, Omit<Example, 'sentence'>> = {
    changed: { topic: 'none', isChange: true },
    card: { topic: 'none', isChange: false },
    made: { topic: 'none', isChange: false },
    dropped: { topic: 'drop' },
    talk: { topic: 'talk' },
  };
  const heard = said.flatMap(({ outcome, sentence }): Example[] => {
    const found = labels[outcome];
    if (!found || known.has(sentence) || (outcome === 'talk' && sentence.endsWith('?'))) return [];
    const isUnclear = outcome === 'changed' && NAMES_FILE.test(sentence);
    return [{ ...found, sentence, ...(isUnclear && { topic: undefined }) }];
  });
  return [...written, ...new Map(heard.map((example) => [example.sentence, example])).values()];
}

/** Matches a change of a card that could be about the file of a document, too. */
const NAMES_FILE = /\b(?:pdf|pptx?|powerpoint|png|file)\b/i;

/** Returns what people say in the tests, and what becomes of it. */
function turns(): { sentence: string; outcome: string }[] {
  const lines = ['sentences', 'conversations'].flatMap((name) =>
    read(`../../test/slack/strangers/${name}-seen.jsonl`).trim().split('\n'),
  );
  const strangers = lines
    .map((line) => JSON.parse(line))
    .flatMap((talk) => talk.turns ?? [talk])
    .map(({ say, expect }) => ({
      sentence: say.replace(/@Deckhand\s*/i, '').replace(/^\/deck /, ''),
      outcome: expect.outcome,
    }));
  const others = conversations.flat().map(([sentence, answer]) => ({
    sentence,
    outcome: answer.split(' ')[0] ?? '',
  }));
  return [...strangers, ...others];
}

/** Returns what identifies examples. */
export const marksOf = (all: Example[]) =>
  createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16);

/** What an error costs, compared with a simple model. Higher values fit the examples more closely. */
const COST = 2;
/** How often each example is looked at. */
const ROUNDS = 20;
/** What an error costs for an example of the topic, compared with one of another topic, of which there are many more. */
const OF_TOPIC = 3;
/** What an error costs for a change of a card, compared with a request, of which there are more. */
const OF_CHANGE = 2;
/** Weights of up to this size, of 127, become 0, which makes the file smaller and changes no result. */
const SMALL = 2;

/** A sentence as a vector: the value of each of its buckets. */
interface Vector {
  buckets: Uint16Array;
  values: Float64Array;
}

function train(all: Example[]): void {
  const seenIn = new Float32Array(BUCKETS);
  for (const { sentence } of all)
    for (const bucket of featuresOf(sentence).keys()) seenIn[bucket] = (seenIn[bucket] ?? 0) + 1;
  const rarity = seenIn.map((count) => (count === 0 ? 0 : Math.log((all.length + 1) / (count + 1)) + 1));
  const vectors = all.map(({ sentence }): Vector => {
    const vector = vectorOf(sentence, rarity);
    return {
      buckets: Uint16Array.from(vector, ([bucket]) => bucket),
      values: Float64Array.from(vector, ([, value]) => value),
    };
  });
  /** Trains a machine with the examples that are of its class (true) or of another one (false). */
  const trained = (isOf: (example: Example) => boolean | undefined, cost: number) => {
    const used = all.map(isOf).flatMap((is, at) => (is === undefined ? [] : [{ at, is: is ? 1 : -1 }]));
    return machineFor(
      used.map(({ at }) => vectors[at] ?? NOTHING),
      used.map(({ is }) => is),
      cost,
    );
  };
  const labels = [...new Set(all.flatMap(({ topic }) => topic ?? []))];
  const machines = labels.map((label) => ({
    topic: label,
    ...trained(
      ({ topic }) => (topic ? topic === label : undefined),
      label === 'none' || label === 'talk' ? 1 : OF_TOPIC,
    ),
  }));
  const change = trained(({ isChange }) => isChange, OF_CHANGE);
  const header: Header = {
    examples: marksOf(all),
    topics: machines.map(({ topic, bias, scale }) => ({ topic, bias, scale })),
    change: { bias: change.bias, scale: change.scale },
  };
  const parts = [
    Buffer.from(`${JSON.stringify(header)}\n`),
    Buffer.from(rarity.buffer),
    ...[...machines, change].map(({ weights }) => Buffer.from(weights.buffer)),
  ];
  const path = new URL('../../src/asks/mention/topic-model.bin', import.meta.url);
  writeFileSync(path, gzipSync(Buffer.concat(parts), { level: 9 }));
}

/**
 * Trains the machine of one topic.
 * @param isOf 1 for each of its examples, -1 for each other
 * @param cost what an error costs for one of its examples
 */
function machineFor(
  vectors: Vector[],
  isOf: number[],
  cost: number,
): { bias: number; scale: number; weights: Int8Array } {
  const weights = new Float64Array(BUCKETS);
  const duals = new Float64Array(vectors.length);
  const next = numbers(1);
  let bias = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const at of shuffled(vectors.length, next)) {
      const [{ buckets, values } = NOTHING, is = 1, dual = 0] = [vectors[at], isOf[at], duals[at]];
      let score = bias;
      for (let index = 0; index < buckets.length; index += 1)
        score += (values[index] ?? 0) * (weights[buckets[index] ?? 0] ?? 0);
      const slack = 1 / (2 * COST * (is > 0 ? cost : 1));
      // The vector and its bias have length 1 each, so 2 is the square of their length.
      const better = Math.max(0, dual - (is * score - 1 + slack * dual) / (2 + slack));
      if (better === dual) continue;
      duals[at] = better;
      const change = (better - dual) * is;
      bias += change;
      for (let index = 0; index < buckets.length; index += 1) {
        const bucket = buckets[index] ?? 0;
        weights[bucket] = (weights[bucket] ?? 0) + change * (values[index] ?? 0);
      }
    }
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  return { bias, scale, weights: bytes.map((weight) => (Math.abs(weight) <= SMALL ? 0 : weight)) };
}

const NOTHING: Vector = { buckets: new Uint16Array(), values: new Float64Array() };

/** Returns a source of numbers from 0 to 1 that look random, and are the same each time (a linear congruential generator). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the numbers below `count` in a mixed order. */
function shuffled(count: number, next: () => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, at) => at);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}

if (import.meta.main) train(examples());
