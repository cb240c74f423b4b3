import { describe, expect, it } from 'vitest';
import { parseMrkdwn } from '../../../page/mrkdwn/blocks.ts';

describe('mrkdwn by lines', () => {
  it('does not format a code block, and drops the line breaks around it', () => {
    expect(parseMrkdwn('Look:\n```\n*a* &lt;b&gt;\n```\nend')).toEqual([
      { kind: 'lines', source: 'Look:' },
      { kind: 'pre', text: '*a* <b>' },
      { kind: 'lines', source: 'end' },
    ]);
  });

  it('keeps a code block that is never closed as text', () => {
    expect(parseMrkdwn('a ```b')).toEqual([
      { kind: 'lines', source: 'a ' },
      { kind: 'lines', source: '```b' },
    ]);
  });

  it('joins quoted lines, escaped or not', () => {
    expect(parseMrkdwn('&gt; one\n> two\nthree')).toEqual([
      { kind: 'quote', of: [{ kind: 'lines', source: 'one\ntwo' }] },
      { kind: 'lines', source: 'three' },
    ]);
  });

  it('quotes everything after three marks', () => {
    expect(parseMrkdwn('>>> one\ntwo')).toEqual([
      { kind: 'quote', of: [{ kind: 'lines', source: 'one\ntwo' }] },
    ]);
  });
});
