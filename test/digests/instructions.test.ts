import { expect, test } from 'vitest';
import { excessOf } from '../../src/asks/request-text.ts';
import { askFor } from '../../src/digests/ask.ts';
import { FOCUS_LIMIT, IMAGE_STYLE_LIMIT, topics } from '../../src/digests/digest.ts';
import { TONE_LIMIT } from '../../src/service/options.ts';
import { settings } from '../support/harness/digests.ts';

test('the longest settings of a digest still fit into the instructions, also for a thorough document', () => {
  const [tone, audience] = ['t', 'a'].map((letter) => letter.repeat(TONE_LIMIT));
  const longest = {
    ...settings(),
    focus: { topics: [...topics], words: 'w'.repeat(FOCUS_LIMIT) },
    choices: {
      ...{ format: 'document' as const, work: { kind: 'agent' as const }, textMode: 'preserve' as const },
      ...{ tone, audience, language: 'pt-BR', images: { style: 's'.repeat(IMAGE_STYLE_LIMIT) } },
    },
  };
  const window = { since: new Date('2026-03-02'), until: new Date('2026-03-09') };
  const channel = { name: 'c'.repeat(80), isPrivate: false };
  const ask = askFor(longest, { team: 'T1', owner: 'UANA' }, window, channel);
  expect(excessOf(ask)).toBeUndefined();
});
