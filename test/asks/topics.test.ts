import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { likelyTopic, readModel } from '../../src/asks/mention/topic-model.ts';
import { isAdminTopic, type Topic } from '../../src/asks/mention/topics.ts';
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
    const answered = [...learned.filter((topic) => topic === 'none' || isAdminTopic(topic as Topic))];
    expect(learned.toSorted()).toEqual([...answered, ...Object.keys(answers)].toSorted());
  });

  // Written by somebody who knew the list of topics, but neither the examples nor the code. No example may be taken from it.
  const path = new URL('../slack/strangers/questions.jsonl', import.meta.url);
  const written: Written[] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

  it('are found for most questions that are no examples', () => {
    const questions = written.filter(({ topic }) => topic !== 'none');
    const wrong = questions.filter(
      ({ say, topic, also }) => ![topic, ...also].includes(likelyTopic(say).topic),
    );
    expect(wrong.length / questions.length, wrong.map(({ say }) => say).join('\n')).toBeLessThan(0.15);
  });

  it('are not found in requests, changes and small talk', () => {
    const others = written.filter(({ topic }) => topic === 'none');
    const wrong = others.filter(({ say }) => likelyTopic(say).lead > 0);
    expect(wrong.length / others.length, wrong.map(({ say }) => say).join('\n')).toBeLessThan(0.04);
  });
});
