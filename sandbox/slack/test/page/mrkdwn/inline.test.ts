import { describe, expect, it } from 'vitest';
import { parseInline } from '../../../page/mrkdwn/inline.ts';

const text = (text: string) => ({ kind: 'text', text });

describe('mrkdwn inside a line', () => {
  it('reads nested bold, italic and strike', () => {
    expect(parseInline('*all _very_ ~old~*')).toEqual([
      {
        kind: 'bold',
        of: [
          text('all '),
          { kind: 'italic', of: [text('very')] },
          text(' '),
          { kind: 'strike', of: [text('old')] },
        ],
      },
    ]);
  });

  it('keeps marks inside a word, next to a space or without a partner', () => {
    for (const plain of ['snake_case_name', '2 * 3 * 4', 'a*b*c', '* not bold *', '**', 'open *end'])
      expect(parseInline(plain)).toEqual([text(plain)]);
  });

  it('ends no format inside code or a link', () => {
    expect(parseInline('*see `a*` <https://x.example/_a_|here>*')).toEqual([
      {
        kind: 'bold',
        of: [
          text('see '),
          { kind: 'code', text: 'a*' },
          text(' '),
          { kind: 'link', url: 'https://x.example/_a_', label: 'here' },
        ],
      },
    ]);
  });

  it('reads mentions, channels, links and dates in angle brackets', () => {
    expect(
      parseInline('<@U1> <#C1|general> <!here> <mailto:a@b.c|a@b.c> <!date^10^{date}^https://x.example|ten>'),
    ).toEqual([
      { kind: 'user', id: 'U1' },
      text(' '),
      { kind: 'channel', id: 'C1', name: 'general' },
      text(' '),
      { kind: 'broadcast', range: 'here' },
      text(' '),
      { kind: 'link', url: 'mailto:a@b.c', label: 'a@b.c' },
      text(' '),
      { kind: 'date', ts: 10, format: '{date}', url: 'https://x.example', fallback: 'ten' },
    ]);
  });

  it('makes no link of an address that could run a script', () => {
    expect(parseInline('<javascript:alert(1)|press>')).toEqual([text('<javascript:alert(1)|press>')]);
  });

  it('decodes the three entities once', () => {
    expect(parseInline('a &amp;lt; b &lt;c&gt;')).toEqual([text('a &lt; b <c>')]);
  });

  it('makes a link of an address without the full stop after it', () => {
    expect(parseInline('See https://x.example/a_b.')).toEqual([
      text('See '),
      { kind: 'link', url: 'https://x.example/a_b', label: null },
      text('.'),
    ]);
  });

  it('reads emoji by their names, but not the first part of a time', () => {
    expect(parseInline(':tada: at 10:30:15')).toEqual([
      { kind: 'emoji', name: 'tada' },
      text(' at 10'),
      { kind: 'emoji', name: '30' },
      text('15'),
    ]);
  });
});
