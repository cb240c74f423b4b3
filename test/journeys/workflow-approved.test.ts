import { describe, expect, test } from 'vitest';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { createsOf, directMessages, untilIdle, untilPosted } from './story.ts';
import { HOUR, tellOfWorkflows } from './workflow-story.ts';

const { harness, clock, run, untilCard, cards, confirm, untilEnded } = await tellOfWorkflows();
const { ana, ben } = harness;

describe('Ana says yes to every time', () => {
  const same = { prompt: 'The week in five slides', format: 'presentation' };

  test('and later runs with the same inputs are made without asking, at most once a day', async () => {
    const first = await run(same);
    await confirm(await untilCard('The week in five slides'), 'step_every_time');
    await untilEnded(first);
    clock.skip(HOUR);
    const again = await run(same);
    const second = await untilCard('The week in five slides');
    expect(wordsOf(second)).toContain('covers one a day. This is one more');
    expect(buttonsOf(second)).toEqual(['Make it', 'No']);
    await confirm(second, 'proposal_drop');
    await untilEnded(again);
    clock.skip(20 * HOUR);
    const later = await run({ format: 'presentation', prompt: 'The week in five slides' });
    await untilEnded(later);
    expect(later.state).toBe('completed');
    expect([cards('The week in five slides').length, createsOf(harness, 'The week in five')]).toEqual([0, 2]);
  });

  test('and a double click is told of once', async () => {
    const told = () => directMessages(ana, /From now on I make this/).length;
    const before = told();
    const launch = await run({ ...same, prompt: 'The week in seven slides' });
    const card = await untilCard('The week in seven slides');
    await Promise.all([1, 2].map(() => confirm(card, 'step_every_time')));
    await untilEnded(launch);
    await untilIdle(harness);
    expect(told() - before).toBe(1);
  });

  test('and an edited workflow asks again', async () => {
    await run({ ...same, channel: 'C0RANDOM', person: 'U0ANA', prompt: 'The week in six slides' });
    await untilCard('The week in six slides');
    expect(createsOf(harness, 'The week in six')).toBe(0);
  });

  test('but the same inputs for another person are that person’s own question', async () => {
    const before = ben.history(ben.appDm()).at(-1)?.ts ?? '';
    await run({ ...same, person: 'U0BEN' });
    await untilPosted(ben, /A workflow asks/, { channel: ben.appDm(), after: before });
  });
});
