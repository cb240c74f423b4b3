import { expect, it } from 'vitest';
import { optOutSection } from '../../../src/slack/kit/blocks/own-words.ts';
import { failureCopy } from '../../../src/slack/kit/copy/failure-copy.ts';
import { helpMessage } from '../../../src/slack/kit/copy/help.ts';
import { createHarness } from '../../support/harness/slack.ts';
import { event } from '../../support/harness/slack-requests.ts';
import { wordsOf } from '../../support/reading.ts';

const words = { serviceName: 'Gamma', optOutReaction: 'see_no_evil' };

it.each([
  ['help', () => wordsOf(helpMessage(words))],
  ['“Your words” on Home', () => wordsOf(optOutSection(false, words))],
  [
    'a thread with nothing to use',
    () => failureCopy('thread_empty', 'Gamma', { optOutReaction: 'see_no_evil' }).next,
  ],
])('Ana reads in %s how to keep a message out: with !nodeck, or with the reaction', (_, say) => {
  expect(say()).toMatch(/`!nodeck`.* `:see_no_evil:`/);
});

it('and on Home it is the one that this deployment goes by', async () => {
  const harness = createHarness({ optOutReaction: 'shushing_face' });
  await harness.send(event({ type: 'app_home_opened', user: 'UANA', channel: 'D1', tab: 'home' }));
  const home = wordsOf(harness.made('views.publish').at(-1)?.view);
  expect(home.match(/:shushing_face:/g)).toHaveLength(2);
});
