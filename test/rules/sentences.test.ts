import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Sentences in Slack that needed a second reading. People read others in their place, so none of them may come back. */
const REPLACED = [
  ['Deckhand took this on', undefined],
  ['Your words are kept here', 'You wrote'],
  ['It comes into #', 'Everyone in'],
  ['It comes into your direct messages', 'Only you will see it'],
  ['which is begun at once', 'What should I make?'],
  ['A text file will do', 'What should it be about?'],
  ['it may or may not be in the making', 'may or may not be on its way'],
  ['has the two choices', '*Leave it*'],
  ['could not make it.', 'couldn’t make this one'],
  ['Ask whoever manages your workspace', 'Tell an admin'],
  ['Left out since they ask', undefined],
  ['Somebody paused it', undefined],
  ['Connect anew', 'Reconnect'],
  ['Forget these defaults', 'Reset'],
  ['Make something of these words', 'Make a deck'],
  ['for everybody who has it, by AI', 'This edits the original'],
  ['What becomes of it comes', 'I’ll post the result in this thread'],
  ['can hear of new comments', 'Post new comments in the thread'],
  ['What you tick is quoted', undefined],
  ['once you are content', undefined],
  ['The whole workspace’s above', 'Admin rules'],
  ['Finished documents show in their message', 'Show the first slide on results'],
  ['Your own go before', 'Yours override'],
  ['This picture is on the card above', undefined],
] as const;

const source = globSync('src/**/*.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

it.each(REPLACED)('“%s” is replaced by “%s”', (before, now) => {
  expect(source).not.toContain(before);
  if (now) expect(source).toContain(now);
});
