import { beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../../sandbox/slack/protocol.ts';
import { buttonsOf, wordsOf } from '../support/reading.ts';
import { deleteAs } from './document-story.ts';
import { forThisFile } from './for-this-file.ts';
import { createHarness } from './harness.ts';
import {
  answerTo,
  closeForms,
  createsOf,
  hasFile,
  untilCardSays,
  untilFormSays,
  untilIdle,
  untilPosted,
  untilThreadHas,
} from './story.ts';

/** Ana has something made for herself, and shares it when she likes it. */

const harness = await forThisFile(createHarness());
const { ana, ben, slack } = harness;
const dm = ana.appDm();
beforeEach(() => closeForms(ana, ben));

/** Ana asks in a channel, and presses *Just for me*. @returns the result in her direct messages */
async function justForMe(channel: string, words: string, about = words): Promise<Message> {
  const proposal = await answerTo(ana, `/deck ${words}`, channel);
  await ana.press(proposal, 'proposal_make_for_person');
  const root = await untilPosted(ana, new RegExp(about), { channel: dm, thread: null });
  return untilCardSays(harness, root, /Share to channel…/);
}

async function share(card: Message, channel: string) {
  await ana.press(card, 'document_share');
  await ana.waitForView(({ view }) => view.callback_id === 'document_share_form');
  expect(wordsOf(ana.view()?.view)).toContain('If I’m not in a public channel yet, I join it.');
  await ana.fill({ share_channel: channel });
  return ana.submit();
}

const inChannel = (channel: string, words: string) =>
  slack.messages(channel).filter((message) => wordsOf(message).includes(words));

describe('a document that Ana has made just for her', () => {
  test('is in her direct messages only, until she shares it: then the channel gets one message and one file', async () => {
    const card = await justForMe('general', 'our winter plan for the harbour');
    await untilThreadHas(harness, card, hasFile);
    await untilIdle(harness);
    expect(inChannel('general', 'winter plan')).toEqual([]);

    expect(await share(card, 'C0GENERAL')).toMatchObject({ ok: true });
    await untilFormSays(ana, /Everyone in <#C0GENERAL> will see it/);
    const shared = await untilPosted(ben, /winter plan[\s\S]*Change it…/);
    await untilThreadHas(harness, shared, hasFile);
    await untilIdle(harness);
    expect(createsOf(harness, 'winter plan')).toBe(1);
    expect(buttonsOf(shared)).toContain('Change it…');
    expect(buttonsOf(shared)).not.toContain('Share to channel…');

    // Sharing it once more posts nothing.
    await closeForms(ana);
    await share(card, 'C0GENERAL');
    await untilIdle(harness);
    expect(
      inChannel('general', 'winter plan').filter(({ ts, thread_ts = ts }) => thread_ts === ts),
    ).toHaveLength(1);
    expect(slack.files('general', shared.ts)).toHaveLength(1);
    // Her list has it once.
    const listed = wordsOf(await answerTo(ana, '/deck recent'));
    expect(listed.match(/winter plan/g)).toHaveLength(1);

    await closeForms(ana);
    await deleteAs(ana, card, 'our winter plan for the harbour');
    await untilCardSays(harness, shared, /This document was deleted/);
    await untilCardSays(harness, card, /This document was deleted/);
  });

  test('stays in a private channel if it was made from what was said there', async () => {
    await ana.say('leaders', 'We close the harbour office in May.');
    const card = await justForMe('leaders', 'slides of the last two weeks', 'Working on|Made by AI');
    const refused = await share(card, 'C0GENERAL');
    expect(refused.errors?.share_channel).toMatch(/private/);
    await untilIdle(harness);
    expect(wordsOf(slack.messages('general'))).not.toContain('harbour office');

    await closeForms(ana);
    const { ts: before = '' } = slack.messages('leaders').at(-1) ?? {};
    expect(await share(card, 'C0LEADERS')).toMatchObject({ ok: true });
    await untilPosted(ben, /Made by AI/, { channel: 'leaders', after: before });
    const audit = "SELECT who, via FROM audit WHERE what = 'shared' AND object LIKE 'C0LEADERS=% posted'";
    expect(await harness.db.query(audit)).toEqual([{ who: 'U0ANA', via: 'share form' }]);
  });

  test('is not posted where she or Deckhand cannot post', async () => {
    const card = await justForMe('general', 'our quiet plan for the pier');
    for (const channel of ['C0BOARD', 'C0NOWHERE']) {
      await closeForms(ana);
      await ana.press(card, 'document_share');
      await ana.waitForView(({ view }) => view.callback_id === 'document_share_form');
      const refused = await ana
        .fill({ share_channel: channel })
        .then(() => ana.submit())
        .catch((error: Error) => ({ errors: { share_channel: error.message } }));
      expect(refused.errors?.share_channel).toBeTruthy();
    }
    await untilIdle(harness);
    expect(inChannel('board', 'quiet plan')).toEqual([]);
  });
});
