import { describe, expect, test } from 'vitest';
import { allowErrors } from '../support/log-errors.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import {
  createsOf,
  directMessages,
  firstMessagesOf,
  hasFile,
  untilIdle,
  untilPosted,
  untilThreadHas,
} from './story.ts';
import { completed, failed, HOUR, tellOfWorkflows } from './workflow-story.ts';

// A step fails inside the app, and the app stops while it replaces a card.
allowErrors(/a job failed|given up|UND_ERR_DESTROYED/);

const { harness, clock, run, untilCard, confirm, untilEnded, completions } = await tellOfWorkflows();
const { ana, ben, chloe, slack } = harness;

describe('a workflow that names Ana', () => {
  test('waits for her yes, then its document is posted, and the step gets the link and the title once', async () => {
    const launch = await run({ prompt: 'Our spring launch' });
    const card = await untilCard('Our spring launch');
    expect(buttonsOf(card)).toEqual(['Make it', 'Make it every time', 'No']);
    expect(wordsOf(card)).toContain('Everyone in <#C0GENERAL> will see it');
    expect([createsOf(harness, 'spring launch'), launch.state]).toEqual([0, 'running']);

    await confirm(card);
    const root = await untilPosted(ben, /spring launch/);
    await untilThreadHas(harness, root, hasFile, { person: ben });
    await untilEnded(launch);
    expect(launch).toEqual(completed);
    await untilIdle(harness);
    expect(completions(launch)).toEqual([['functions.completeSuccess', true]]);
    expect(createsOf(harness, 'spring launch')).toBe(1);
    // One message in the channel and one reply. The card in the direct messages is deleted.
    expect(firstMessagesOf(harness, 'spring launch')).toHaveLength(1);
    expect(slack.messages('general', root.ts).filter(({ ts }) => ts !== root.ts)).toHaveLength(1);
    expect(directMessages(ana, /A workflow asks[\s\S]*spring launch/)).toEqual([]);
  });

  test('has the number of slides and the language that its prompt names', async () => {
    const prompt = 'What was decided, in German. Eight slides for people who were not there.';
    await run({ prompt, source: 'C0GENERAL', days: 3 });
    const card = await untilCard('What was decided');
    expect(wordsOf(card)).toContain('who were not there”, from what was said in <#C0GENERAL>');
    expect(wordsOf(card)).toMatch(/Presentation · 8 slides · .*in German/);
    await confirm(card, 'proposal_drop');
  });

  test('offers her no yes for the future to a prompt that the card does not show whole', async () => {
    await run({ prompt: `Long plans ${'and more of them '.repeat(20)}` });
    expect(buttonsOf(await untilCard('Long plans'))).toEqual(['Make it', 'No']);
  });

  test('asks her once and makes one document, however often Slack sends the run', async () => {
    const first = await run({ prompt: 'The harbour fair' });
    const card = await untilCard('The harbour fair');
    await run({ prompt: 'The harbour fair' }, first.execution);
    await untilIdle(harness);
    await confirm(card);
    await run({ prompt: 'The harbour fair' }, first.execution);
    await untilEnded(first);
    await untilIdle(harness);
    expect(directMessages(ana, /A workflow asks[\s\S]*The harbour fair/)).toHaveLength(0);
    expect(createsOf(harness, 'harbour fair')).toBe(1);
    expect(completions(first)).toHaveLength(1);
  });

  test('ends with a sentence when she says no, and nothing is made', async () => {
    const refused = await run({ prompt: 'Our rivals' });
    await confirm(await untilCard('Our rivals'), 'proposal_drop');
    await untilEnded(refused);
    expect(refused).toEqual(failed(/did not say yes/));
    expect(createsOf(harness, 'Our rivals')).toBe(0);
  });

  test('ends within a day if she does not answer, and a later yes makes nothing', async () => {
    const forgotten = await run({ prompt: 'Forgotten plans' });
    const card = await untilCard('Forgotten plans');
    await untilIdle(harness);
    clock.skip(23 * HOUR);
    await untilEnded(forgotten);
    expect(forgotten).toEqual(failed(/did not say yes/));
    await confirm(card);
    await untilPosted(ana, /no longer good/, { channel: ana.appDm() });
    expect(createsOf(harness, 'Forgotten plans')).toBe(0);
  });

  test('gets the sentence that Ana reads if the service cannot make it', async () => {
    harness.service.misbehave({ kind: 'status', status: 402, route: 'POST /generations' });
    const ending = await run({ prompt: 'Too expensive' });
    await confirm(await untilCard('Too expensive'));
    await untilEnded(ending);
    expect(ending).toEqual(failed(/out of credits at Papermill/));
    await expect.poll(() => directMessages(ana, /out of credits at Papermill/)).toHaveLength(1);
    await untilIdle(harness);
    expect(slack.messages('general').filter((message) => wordsOf(message).includes('expensive'))).toEqual([]);
  });

  test('is completed after an hour and a restart', async () => {
    harness.service.misbehave({ kind: 'generation_takes', ms: HOUR, containing: 'A slow one' });
    const late = await run({ prompt: 'A slow one' });
    await confirm(await untilCard('A slow one'));
    await expect.poll(() => createsOf(harness, 'A slow one')).toBe(1);
    await slack.settle();
    await harness.restart();
    clock.skip(HOUR);
    harness.serviceClock.skip(HOUR);
    await untilEnded(late);
    await untilIdle(harness);
    expect(late).toEqual(completed);
    expect([completions(late), createsOf(harness, 'A slow one')]).toEqual([
      [['functions.completeSuccess', true]],
      1,
    ]);
  });
});

describe('a step reads and tells no more than the person whom it names may see', () => {
  test.each([
    ['a guest', { person: 'U0GUS' }, /not open to guests/],
    ['nobody of this team', { person: 'U0STRANGER' }, /works for the members/],
    ['nobody', { person: '' }, /Check the input “person”/],
    [
      'somebody outside the private channel to read',
      { person: 'U0CHLOE', source: 'C0LEADERS' },
      /only|not in/i,
    ],
    [
      'somebody outside the private channel to post in',
      { person: 'U0CHLOE', channel: 'C0LEADERS' },
      /not in/,
    ],
    ['a private channel to read and another to post in', { source: 'C0LEADERS' }, /private/],
    ['a number of days that is none', { source: 'C0GENERAL', days: 'many' }, /Check the input “days”/],
    ['a theme that is gone', { theme: 'thm_gone' }, /theme that the step names is gone/],
  ])('it names %s: it fails, and nobody is asked', async (name, inputs, sentence) => {
    const prompt = `About ${name}`;
    const ending = await run({ prompt, ...inputs });
    await untilEnded(ending);
    expect(ending).toEqual(failed(sentence));
    for (const person of [ana, ben, chloe]) expect(directMessages(person, new RegExp(prompt))).toEqual([]);
    expect(createsOf(harness, prompt)).toBe(0);
  });

  test('the title of a document about a private channel stays there', async () => {
    await ben.say('leaders', 'We buy the lighthouse.');
    const secret = await run({ prompt: 'What we decided', source: 'C0LEADERS', channel: 'C0LEADERS' });
    await confirm(await untilCard('What we decided'));
    await untilEnded(secret);
    expect(secret.outputs).toEqual({
      link: expect.stringMatching(/^http/),
      title: 'Made from a private channel',
    });
  });

  test('themes are shown to members who build a workflow, and not to guests', async () => {
    expect(await ana.askForThemes('o')).toMatchObject({
      state: 'completed',
      outputs: { options: expect.arrayContaining([expect.objectContaining({ value: expect.any(String) })]) },
    });
    expect(await slack.person('gus').askForThemes('o')).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/not open to guests/),
    });
  });
});

test('a step whose card Slack refuses fails with a sentence, and is not tried again', async () => {
  slack.misbehave({ method: 'chat.postMessage', error: 'user_not_found', times: 1 });
  const unasked = await run({ prompt: 'Nobody is asked' });
  await untilEnded(unasked);
  expect(unasked).toEqual(failed(/did not let Deckhand ask/));
});

test('a step whose card Ana refuses before Slack has confirmed its posting fails with a sentence', async () => {
  slack.misbehave({ method: 'chat.postMessage', containing: 'Not this one', cut: 'after' });
  const refused = await run({ prompt: 'Not this one' });
  await confirm(await untilCard('Not this one'), 'proposal_drop');
  await untilEnded(refused);
  expect(refused).toEqual(failed(/did not say yes/));
  await untilIdle(harness);
  expect(directMessages(ana, /Not this one/)).toEqual([]);
});

test('a step that cannot be handled fails with a sentence', async () => {
  slack.misbehave({ method: 'conversations.info', error: 'internal_error', times: 4 });
  const broken = await run({ prompt: 'Nobody hears of it' });
  await expect
    .poll(() => {
      clock.skip(30_000);
      return broken.state;
    })
    .not.toBe('running');
  expect(broken).toEqual(failed(/Something went wrong/));
});
