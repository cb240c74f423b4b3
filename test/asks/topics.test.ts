import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nearestTopics, questionsIn } from '../../src/asks/mention/questions.ts';
import { isOther, readModel } from '../../src/asks/mention/topic-model.ts';
import { isAdminTopic } from '../../src/asks/mention/topics.ts';
import { answers } from '../../src/slack/mention/topic-answers.ts';
import { examples, marksOf } from '../../tools/topics/train.ts';

interface Written {
  say: string;
  topic: string;
  /** Other topics whose answers would do, too. */
  also: string[];
}

describe('the topics of questions', () => {
  it('are learned from the examples of today; after a change of these, run `npm run topics`', () => {
    expect(readModel().examples).toBe(marksOf(examples()));
  });

  it('have an answer each', () => {
    const learned = readModel().topics.map(({ topic }) => topic);
    const answered = [...learned.filter((topic) => isOther(topic) || isAdminTopic(topic))];
    expect(learned.toSorted()).toEqual([...answered, ...Object.keys(answers)].toSorted());
  });

  // Written by somebody who knew the list of topics, but neither the examples nor the code. No example may be taken from it.
  const path = new URL('../slack/strangers/questions.jsonl', import.meta.url);
  const written: Written[] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

  const found = (say: string) => {
    const clear = questionsIn(say);
    return clear.length > 0 ? clear : nearestTopics(say);
  };

  it('are found, or offered beside two others, for most questions that are no examples', () => {
    const questions = written.filter(({ topic }) => topic !== 'none');
    const isRight = ({ say, topic, also }: Written) =>
      found(say).some((one) => [topic, ...also].includes(one));
    const missed = questions.filter((one) => !isRight(one));
    const wrong = missed.filter(({ say }) => found(say).length === 1);
    const list = (rows: Written[]) => rows.map(({ say }) => say).join('\n');
    expect(missed.length / questions.length, list(missed)).toBeLessThan(0.13);
    expect(wrong.length / questions.length, list(wrong)).toBeLessThan(0.03);
  });

  it('are not found in requests, changes and small talk', () => {
    const others = written.filter(({ topic }) => topic === 'none');
    const wrong = others.filter(({ say }) => questionsIn(say).length > 0);
    expect(wrong.length / others.length, wrong.map(({ say }) => say).join('\n')).toBeLessThan(0.04);
  });
});
