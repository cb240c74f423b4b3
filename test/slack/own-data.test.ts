import { expect, test } from 'vitest';
import { createHarness } from '../support/harness/slack.ts';
import { press } from '../support/harness/slack-requests.ts';

/** What Deckhand keeps about a person, sent to the person's direct messages. */

function create(documents: object[], others: Record<string, object[]> = {}) {
  let built = 0;
  const seen = new Set<string>();
  const harness = createHarness({
    once: async (team, key) => !seen.has(`${team} ${key}`) && Boolean(seen.add(`${team} ${key}`)),
    ownData: {
      async export() {
        built += 1;
        return { documents, ...others };
      },
      erase: async () => ({ pseudonym: 'erased-00000000' }),
    },
  });
  Object.assign(harness.answers, {
    'conversations.open': { channel: { id: 'D1' } },
    'files.getUploadURLExternal': { upload_url: 'https://files.slack.test/upload', file_id: 'F1' },
  });
  const comment = () => harness.made('files.completeUploadExternal')[0]?.initial_comment;
  const click = () => harness.send(press({ action_id: 'settings_own_data', value: 'me' }));
  return { harness, click, comment, built: () => built };
}

test('a double click builds the file once', async () => {
  const { click, comment, built } = create([{}]);
  await Promise.all([click(), click()]);
  expect(built()).toBe(1);
  expect(comment()).toBe('What Deckhand keeps about you: 1 document.');
});

test('of very many documents, the newest are in the file, and the message says so', async () => {
  const { click, comment } = create(Array.from({ length: 1000 }, () => ({})));
  await click();
  expect(comment()).toContain('the newest 1,000');
});

test('the message with the file says in words what it has', async () => {
  const entries = [{ namespace: 'kept_sentences' }, { namespace: 'opt-outs' }, { namespace: 'seen' }];
  const { click, comment } = create([], { entries, messages: [{}, {}] });
  await click();
  expect(comment()).toBe(
    'What Deckhand keeps about you: what you asked for last, that your messages are left out, 2 messages to you.',
  );
});
