import { describe, expect, test } from 'vitest';
import {
  copies,
  creates,
  harness,
  list,
  nextMonday,
  openSchedule,
  pressAs,
  schedule,
  seen,
  talk,
  tellOfDigests,
  untilDigest,
  untilListSays,
} from './digest-story.ts';
import {
  closeForms,
  hasFile,
  moreOptions,
  untilFormSays,
  untilHomeSays,
  untilThreadHas,
  wordsOf,
} from './story.ts';

/** Digests that are there: seen, changed, stopped, and pausing by themselves. */

tellOfDigests();

describe('what there is can be managed', () => {
  test('paused, resumed, run, changed and deleted from the list', async () => {
    await schedule();
    await talk(2);
    await harness.ana.press(await list(harness.ana), 'digest_pause');
    const paused = await untilListSays(harness.ana, /is paused/);
    await harness.ana.press(paused, 'digest_resume');
    const resumed = await untilListSays(harness.ana, /<!date[^>]*next /);
    await harness.ana.press(resumed, 'digest_change');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
    await harness.ana.fill({ 'How often': 'Every day' });
    await untilFormSays(harness.ana, /Every day/);
    expect((await harness.ana.submit()).errors).toBeUndefined();
    await untilFormSays(harness.ana, /gets a digest every day at 9:00 AM/);
    await harness.ana.close();
    const before = seen();
    await harness.ana.press(await list(harness.ana), 'digest_run');
    await untilDigest(before);
    await harness.ana.press(await list(harness.ana), 'digest_delete');
    await untilListSays(harness.ana, /The digest of <#\w+> is deleted/);
  });

  test('a double click on “Run now” makes one, and the second click is told so', async () => {
    await schedule();
    await talk(2);
    const before = seen();
    const spent = creates();
    const listed = await list(harness.ana);
    await Promise.all([harness.ana.press(listed, 'digest_run'), harness.ana.press(listed, 'digest_run')]);
    const root = await untilDigest(before);
    await harness.ana.press(listed, 'digest_run');
    await untilThreadHas(harness, root, hasFile);
    await harness.slack.settle();
    expect(creates()).toBe(spent + 1);
  });

  test('on Home, too', async () => {
    await schedule();
    const [digest] = await harness.db.query<{ id: string }>('select id from digests');
    await untilHomeSays(harness, harness.ana, new RegExp(digest?.id ?? ''));
    await harness.ana.press('home', 'digest_pause');
    await expect.poll(() => JSON.stringify(harness.ana.home())).toContain('is paused');
  });

  test('Ben sees Ana’s in the channel, and whom to ask; he cannot stop it himself', async () => {
    await schedule();
    const shown = await list(harness.ben);
    expect(wordsOf(shown)).toContain('<@U0ANA> or a Slack admin can change or stop it.');
    expect(JSON.stringify(shown.blocks)).not.toContain('digest_delete');
  });

  test('what Ana sends to Ben, he can stop; she is told, and it does not come any more', async () => {
    await openSchedule();
    await moreOptions(harness.ana);
    await harness.ana.fill({ 'Post in': 'A direct message' });
    await untilFormSays(harness.ana, /Send to/);
    await harness.ana.fill({ 'Send to': 'U0BEN' });
    expect((await harness.ana.submit()).errors).toBeUndefined();
    await untilFormSays(harness.ana, /gets a digest every/);
    await harness.ana.close();
    await talk(6);
    const dm = harness.ben.appDm();
    const before = seen(dm);
    await nextMonday();
    const root = await untilDigest(before, dm, harness.ben);
    expect(wordsOf(root)).toContain('/deck digests');
    const listed = await list(harness.ben, dm);
    expect(JSON.stringify(listed.blocks)).not.toContain('digest_delete');
    await harness.ben.press(listed, 'digest_decline');
    await harness.ben.waitForMessage(({ text }) => /no longer comes to you/.test(text), { channel: dm });
    const told = await harness.ana.waitForMessage(({ text }) => /stopped it/.test(text), {
      channel: harness.ana.appDm(),
    });
    expect(wordsOf(told)).toContain('in a direct message to <@U0BEN>');
    expect(JSON.stringify(told.blocks)).not.toContain('digest_resume');
    await expect.poll(() => harness.ben.ephemerals(dm).map(wordsOf).join()).toContain('No digests yet');
    await harness.ana.press(told, 'digest_change');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
  });

  test('the list from which a digest was set up or changed shows it', async () => {
    const empty = await list(harness.ana);
    expect(wordsOf(empty)).toContain('No digests yet');
    await harness.ana.press(empty, 'digest_schedule');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
    await harness.ana.submit();
    const listed = await untilListSays(harness.ana, /Every Monday/);
    expect(listed.ts).toBe(empty.ts);
    await closeForms(harness.ana);
    await harness.ana.press(listed, 'digest_change');
    await harness.ana.waitForView(({ view }) => view.callback_id === 'digest_form');
    await harness.ana.fill({ 'How often': 'Every day' });
    await harness.ana.submit();
    expect((await untilListSays(harness.ana, /Every day/)).ts).toBe(empty.ts);
  });

  test('eleven digests: each can be reached, page by page, those of the channel first', async () => {
    await schedule({}, harness.ben);
    await schedule({ At: '09:30' }, harness.ana, 'leaders');
    await copies(9);
    const first = await list(harness.ana);
    const [, ofChannel] = first.blocks as object[];
    expect(JSON.stringify(ofChannel)).toContain('<#C0GENERAL>');
    await harness.ana.press(first, 'digest_turn');
    const second = await untilListSays(harness.ana, /to 11 of 11/);
    expect(wordsOf(second)).toContain('09:30');
    await harness.ana.press(second, 'digest_pause');
    expect(wordsOf(await untilListSays(harness.ana, /is paused/))).toContain('to 11 of 11');
    await untilHomeSays(harness, harness.ana, /of 10"/);
    await harness.ana.press('home', 'digest_turn');
    await expect.poll(() => JSON.stringify(harness.ana.home())).toContain('to 10 of 10"');
  });

  test('he cannot stop hers by a request that his client would not send', async () => {
    await schedule();
    const [digest] = await harness.db.query<{ id: string }>('select id from digests');
    for (const action of ['digest_pause', 'digest_delete', 'digest_run', 'digest_decline']) {
      await pressAs('U0BEN', action, digest?.id ?? '');
    }
    await harness.slack.settle();
    expect(await harness.db.query('select state from digests')).toEqual([{ state: 'active' }]);
  });

  test('Deckhand is removed from the channel: it pauses, tells Ana once, and goes on when she resumes it', async () => {
    await schedule();
    await talk(6);
    await harness.ana.command('general', '/remove @Deckhand');
    await nextMonday();
    const told = await harness.ana.waitForMessage(
      (message) => /is paused. Deckhand was removed/.test(message.text),
      {
        channel: harness.ana.appDm(),
      },
    );
    await harness.ana.command('general', '/invite @Deckhand');
    await harness.ana.press(told, 'digest_resume');
    await harness.ana.waitForMessage((message) => /is running again/.test(message.text), {
      channel: harness.ana.appDm(),
    });
    const before = seen();
    await nextMonday();
    await untilDigest(before);
  });

  test('an archived channel pauses it, too', async () => {
    await schedule({}, harness.ana, 'attic');
    await harness.ana.command('attic', '/archive');
    await nextMonday();
    await harness.ana.waitForMessage((message) => /The channel is archived/.test(message.text), {
      channel: harness.ana.appDm(),
    });
  });
});
