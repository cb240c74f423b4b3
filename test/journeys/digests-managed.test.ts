import { describe, expect, test } from 'vitest';
import { hasButton, wordsOf } from '../support/reading.ts';
import {
  creates,
  harness,
  lastTs,
  list,
  nextMonday,
  openSchedule,
  schedule,
  submitSchedule,
  talk,
  tellOfDigests,
  untilDigest,
  untilListSays,
} from './digest-story.ts';
import {
  closeForms,
  hasFile,
  moreOptions,
  privateWords,
  untilFormSays,
  untilHomeSays,
  untilPosted,
  untilThreadHas,
} from './story.ts';

/** Existing digests are listed, changed, stopped and paused. */

await tellOfDigests();
const { ana, ben, slack } = harness;

const untilFormOpens = () => ana.waitForView(({ view }) => view.callback_id === 'digest_form');

describe('Ana manages her digests', () => {
  test('with the list she pauses, resumes, changes, runs and deletes one', async () => {
    await schedule();
    await talk(2);
    await ana.press(await list(ana), 'digest_pause');
    await ana.press(await untilListSays(ana, /was paused by <@U0ANA>/), 'digest_resume');
    await ana.press(await untilListSays(ana, /<!date[^>]*next /), 'digest_change');
    await untilFormOpens();
    await ana.fill({ 'How often': 'Every day' });
    await untilFormSays(ana, /Every day/);
    expect((await ana.submit()).errors).toBeUndefined();
    await untilFormSays(ana, /Change digest.*gets a digest every day at 9:00 AM/s);
    await closeForms(ana);
    const before = lastTs();
    await ana.press(await list(ana), 'digest_run');
    await untilDigest(before);
    await ana.press(await list(ana), 'digest_delete');
    await untilListSays(ana, /The digest of <#\w+> is deleted/);
  });

  test('a double click on “Run now” makes one digest', async () => {
    await schedule();
    await talk(2);
    const [before, spent, listed] = [lastTs(), creates(), await list(ana)];
    await Promise.all([ana.press(listed, 'digest_run'), ana.press(listed, 'digest_run')]);
    const root = await untilDigest(before);
    await ana.press(listed, 'digest_run');
    await untilThreadHas(harness, root, hasFile);
    await slack.settle();
    expect(creates()).toBe(spent + 1);
  });

  test('on Home she pauses one', async () => {
    await schedule();
    await untilHomeSays(harness, ana, /^Pause$/m);
    await ana.press('home', 'digest_pause');
    await expect.poll(() => wordsOf(ana.home())).toContain('was paused by');
  });

  test('the list from which she created or changed a digest shows it', async () => {
    const empty = await list(ana);
    expect(wordsOf(empty)).toContain('No digests yet');
    await ana.press(empty, 'digest_schedule');
    await untilFormOpens();
    await ana.submit();
    const listed = await untilListSays(ana, /Every Monday/);
    expect(listed.ts).toBe(empty.ts);
    await closeForms(ana);
    await ana.press(listed, 'digest_change');
    await untilFormOpens();
    await ana.fill({ 'How often': 'Every day' });
    await ana.submit();
    expect((await untilListSays(ana, /Every day/)).ts).toBe(empty.ts);
  });

  test('if Deckhand is removed from the channel, the digest pauses, and Ana is told once and can resume it', async () => {
    const dm = { channel: ana.appDm() };
    await schedule();
    await talk(6);
    await ana.command('general', '/remove @Deckhand');
    nextMonday();
    const told = await untilPosted(ana, /is paused. Deckhand was removed/, dm);
    await ana.command('general', '/invite @Deckhand');
    await ana.press(told, 'digest_resume');
    await untilPosted(ana, /is running again/, dm);
    const before = lastTs();
    nextMonday();
    await untilDigest(before);
  });
});

describe('Ben', () => {
  test('sees Ana’s digest in the channel and whom to ask, and cannot delete it', async () => {
    await schedule();
    const shown = await list(ben);
    expect(wordsOf(shown)).toContain('<@U0ANA> or a Slack admin can change or stop it.');
    expect(hasButton(shown, 'digest_delete')).toBe(false);
  });

  test('stops a digest that Ana sends to him; she is told, and he gets no more', async () => {
    await openSchedule();
    await moreOptions(ana);
    await ana.fill({ 'Post in': 'A direct message' });
    await untilFormSays(ana, /Send to/);
    await ana.fill({ 'Send to': 'U0BEN' });
    await submitSchedule();
    await talk(6);
    const dm = ben.appDm();
    const before = lastTs(dm);
    nextMonday();
    expect(wordsOf(await untilDigest(before, dm, ben))).toContain('/deck digests');
    const listed = await list(ben, dm);
    expect(hasButton(listed, 'digest_delete')).toBe(false);
    await ben.press(listed, 'digest_decline');
    await untilPosted(ben, /no longer comes to you/, { channel: dm });
    const told = await untilPosted(ana, /stopped it/, { channel: ana.appDm() });
    expect(wordsOf(told)).toContain('in a direct message to <@U0BEN>');
    expect(hasButton(told, 'digest_resume')).toBe(false);
    await expect.poll(() => privateWords(ben, dm)).toContain('No digests yet');
    await ana.press(told, 'digest_change');
    await untilFormOpens();
  });
});
