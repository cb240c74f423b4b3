import { describe, expect, test } from 'vitest';
import { readTranscript } from '../seed/transcript.ts';

const idOf = (handle: string) => `U0${handle.toUpperCase()}`;

describe('a transcript', () => {
  test('has days, messages of several lines, replies, reactions and edits', () => {
    const text = [
      '## 12',
      '09:05 ana: First line',
      '  second line',
      '  ^ tada ben chloe',
      '  ~ edited',
      '  + plan.docx',
      '  > 09:12 ben: A reply',
      '    ```',
      '      indented',
      '    ```',
      '  > +1 08:00 ana: On the next day',
      '## now',
      '-30 ben: Just now',
    ].join('\n');
    expect(readTranscript(text, idOf)).toEqual([
      {
        at: { workdaysAgo: 12, time: '09:05' },
        user: 'U0ANA',
        text: 'First line\nsecond line',
        reactions: [{ name: 'tada', users: ['U0BEN', 'U0CHLOE'] }],
        edited: true,
        files: ['plan.docx'],
        replies: [
          { at: { workdaysAgo: 12, time: '09:12' }, user: 'U0BEN', text: 'A reply\n```\n  indented\n```' },
          { at: { workdaysAgo: 11, time: '08:00' }, user: 'U0ANA', text: 'On the next day' },
        ],
      },
      { at: { minutesAgo: 30 }, user: 'U0BEN', text: 'Just now' },
    ]);
  });

  test('is refused with the line that has no valid format', () => {
    expect(() => readTranscript('## 1\n09:00 ana: Hi\nwho said this', idOf)).toThrow('who said this');
    expect(() => readTranscript('  > 09:00 ana: Hi', idOf)).toThrow('A reply without a message before it');
  });
});
