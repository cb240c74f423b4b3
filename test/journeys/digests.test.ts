import { describe, expect, test } from 'vitest';
import {
  asked,
  clock,
  creates,
  harness,
  nextMonday,
  openSchedule,
  runsIn,
  schedule,
  seen,
  talk,
  tellOfDigests,
  untilDigest,
  untilFirst,
  valuesOf,
} from './digest-story.ts';
import { submitForged } from './forged.ts';
import {
  hasFile,
  moreOptions,
  untilCardSays,
  untilFormSays,
  untilIdle,
  untilThreadHas,
  wordsOf,
} from './story.ts';

tellOfDigests();

describe('Ana has #general summed up every week', () => {
  test('the form knows her time zone and shows the next three runs, which follow what she chooses', async () => {
    await openSchedule();
    const first = JSON.stringify(harness.ana.view()?.view);
    expect(runsIn(first)).toEqual(Array(3).fill('Monday 9:00 AM'));
    await moreOptions(harness.ana);
    expect(JSON.stringify(harness.ana.view()?.view)).toContain('Europe/Lisbon');
    await harness.ana.fill({ 'How often': 'Every month' });
    await untilFormSays(harness.ana, /"On the"/);
    await harness.ana.fill({ 'On the': 'Last day', At: '17:30' });
    await expect
      .poll(() => runsIn(JSON.stringify(harness.ana.view()?.view)))
      .toEqual(expect.arrayContaining([expect.stringMatching(/ 5:30 PM$/)]));
    await harness.ana.fill({ 'Time zone': 'Asia/Kathmandu (GMT+5:45)' });
    await untilFormSays(harness.ana, /Asia\/Kathmandu/);
    await harness.ana.fill({ 'How often': 'Custom (cron)' });
    await untilFormSays(harness.ana, /Cron expression/);
    await harness.ana.fill({ 'Cron expression': '*/5 * * * *' });
    const { errors } = await harness.ana.submit();
    expect(errors?.digest_line).toMatch(/more than once an hour/);
    await harness.ana.close();
  });

  test('a week later the digest stands in the channel, once, with its file and how to stop it', async () => {
    await schedule();
    await talk(6);
    const before = seen();
    await nextMonday();
    const root = await untilDigest(before);
    expect(wordsOf(root)).toContain('<@U0ANA>');
    expect(wordsOf(root)).toContain('/deck digests');
    await untilThreadHas(harness, root, hasFile);
    await untilCardSays(harness, root, /#general, /);
    const create = harness.service.calls.findLast(
      ({ method, path }) => method === 'POST' && path.endsWith('/generations'),
    );
    expect(JSON.stringify(create?.body)).toContain('Decision 6: we ship on day 6.');
    expect(JSON.stringify(create?.body)).toContain('Action items');
    clock.skip(60_000);
    await untilIdle(harness);
    const there = harness.slack.messages('general').filter(({ ts }) => !before.has(ts));
    expect(there.filter((message) => /A digest set up/.test(wordsOf(message)))).toHaveLength(1);
  });

  test('a quiet week is told in one line', async () => {
    await schedule({ 'Minimum number of messages': 100 });
    const before = seen();
    await nextMonday();
    const line = await harness.ana.waitForMessage(
      (message) => !before.has(message.ts) && /It has been quiet in <#C0GENERAL>/.test(message.text),
      { channel: 'general' },
    );
    expect(wordsOf(line)).toContain('set up by <@U0ANA>');
  });

  test('one that could not be made is tried again as it was, once, and the next one goes on behind it', async () => {
    await schedule({ 'Minimum number of messages': 1 });
    await harness.ben.say('general', 'First week: we ship.');
    const end = harness.service.misbehave({
      kind: 'status',
      route: 'POST /generations',
      status: 402,
      message: 'Insufficient credits remaining',
    });
    const before = seen();
    await nextMonday();
    const failed = await untilCardSays(harness, await untilDigest(before), /Try again \(spends credits\)/);
    end();
    const seenAgain = seen();
    const paid = creates();
    await harness.ana.press(failed, 'generation_change');
    await harness.ana.press(failed, 'generation_change');
    const root = await untilDigest(seenAgain);
    await untilThreadHas(harness, root, hasFile);
    expect(harness.ana.view()).toBeNull();
    expect(asked().slice(paid)).toEqual([expect.stringContaining('First week: we ship.')]);

    await harness.ben.say('general', 'Second week: we rest.');
    const seenLast = seen();
    await nextMonday();
    await untilThreadHas(harness, await untilDigest(seenLast), hasFile);
    expect(asked().at(-1)).toContain('Second week: we rest.');
    expect(asked().at(-1)).not.toContain('First week');
  });

  test('she sees one at once, before she schedules it', async () => {
    await talk(2);
    const before = seen();
    await openSchedule();
    await harness.ana.press('view', 'digest_try');
    await untilFormSays(harness.ana, /The digest is being made/);
    await harness.ana.close();
    expect(JSON.stringify(harness.ana.view())).toContain('digest_form');
    await harness.ana.close();
    const root = await untilFirst(before);
    await untilThreadHas(harness, root, hasFile);
    expect(await harness.db.query('select * from digests')).toEqual([]);
  });

  test('she clicks twice on “Run once now”: one is made', async () => {
    await talk(2);
    const before = seen();
    const spent = creates();
    await openSchedule();
    await Promise.allSettled([
      harness.ana.press('view', 'digest_try'),
      harness.ana.press('view', 'digest_try'),
    ]);
    const root = await untilFirst(before);
    await untilThreadHas(harness, root, hasFile);
    await harness.slack.settle();
    expect(creates()).toBe(spent + 1);
    while (harness.ana.view()?.depth !== 1) await harness.ana.close();
    await harness.ana.press('view', 'digest_try');
    await untilFormSays(harness.ana, /This digest was made already/);
    expect(creates()).toBe(spent + 1);
  });

  test('it comes to her alone where she wants that', async () => {
    await talk(6);
    await openSchedule();
    await moreOptions(harness.ana);
    await harness.ana.fill({ 'Post in': 'A direct message' });
    await untilFormSays(harness.ana, /Send to/);
    expect((await harness.ana.submit()).errors).toBeUndefined();
    await untilFormSays(harness.ana, /gets a digest every/);
    await harness.ana.close();
    const before = seen(harness.ana.appDm());
    await nextMonday();
    const root = await untilDigest(before, harness.ana.appDm());
    await untilThreadHas(harness, root, hasFile);
  });
});

describe('who may have what summed up', () => {
  test('a private channel that Deckhand is not in says how to get it there', async () => {
    await openSchedule(harness.ana, 'board');
    const { errors } = await harness.ana.submit();
    expect(errors?.digest_channel).toContain('/invite @Deckhand');
    await harness.ana.close();
  });

  test('a public channel that Deckhand is not in is joined by itself', async () => {
    await schedule({}, harness.ana, 'random');
    expect(harness.slack.calls.filter(({ method }) => method === 'conversations.join')).toHaveLength(1);
  });

  test('a channel that she is not in is refused, whatever the form was made to say', async () => {
    await harness.chloe.command('general', '/leave');
    await openSchedule(harness.ana);
    const answer = await submitForged(
      harness,
      valuesOf({ digest_channel: { selected_conversation: 'C0LEADERS' } }),
      'T0SMALL',
      'U0CHLOE',
    );
    expect(JSON.stringify(answer.body)).toMatch(/You are not in this channel/);
    await harness.ana.close();
    await harness.chloe.command('general', '/join');
    expect(await harness.db.query('select * from digests')).toEqual([]);
  });

  test('what is said in private stays there: it goes to nobody else', async () => {
    await openSchedule(harness.ana, 'leaders');
    await moreOptions(harness.ana);
    await harness.ana.fill({ 'Post in': 'A direct message' });
    await untilFormSays(harness.ana, /Send to/);
    await harness.ana.fill({ 'Send to': 'U0CHLOE' });
    const { errors } = await harness.ana.submit();
    expect(errors?.digest_person).toMatch(/private channel/);
    await harness.ana.close();
  });

  test('a private digest is posted in its channel, and nobody else may open the document', async () => {
    await schedule({}, harness.ana, 'leaders');
    await talk(6, 'leaders');
    const before = seen('leaders');
    await nextMonday();
    const root = await untilDigest(before, 'leaders');
    await untilThreadHas(harness, root, hasFile);
    const create = harness.service.calls.findLast(
      ({ method, path }) => method === 'POST' && path.endsWith('/generations'),
    );
    expect(create?.body).toMatchObject({
      sharingOptions: { workspaceAccess: 'noAccess', externalAccess: 'noAccess' },
    });
  });
});

test('its template goes: Ana is told why there is no digest, and the channel is spared one that failed', async () => {
  await openSchedule();
  await moreOptions(harness.ana);
  const [template] = await harness.ana.options('template', '');
  await harness.ana.fill({ template: template?.text.text ?? '' });
  await harness.ana.submit();
  await untilFormSays(harness.ana, /gets a digest every/);
  await harness.ana.close();
  await talk(6);
  await fetch(`${harness.env.SERVICE_BASE_URL}/v1.0/gammas/${template?.value}/archive`, {
    method: 'POST',
    headers: { 'X-API-KEY': harness.env.SERVICE_API_KEY ?? '' },
  });
  const before = creates();
  const inChannel = seen();
  await nextMonday();
  const told = await harness.ana.waitForMessage((message) => /is paused/.test(wordsOf(message)), {
    channel: harness.ana.appDm(),
  });
  expect(wordsOf(told)).toMatch(/template is no longer in your workspace at Papermill/);
  expect(wordsOf(told)).toContain('Change');
  await untilIdle(harness);
  expect(creates()).toBe(before);
  expect(harness.slack.messages('general').filter(({ ts, bot }) => bot && !inChannel.has(ts))).toEqual([]);
});
