import { describe, expect, it } from 'vitest';
import { parseMrkdwn } from '../../../page/mrkdwn/blocks.ts';

describe('mrkdwn by lines', () => {
  it('keeps a fence as it is, and gives it the line breaks around it', () => {
    expect(parseMrkdwn('Look:\n```\n*a* &lt;b&gt;\n```\nend')).toEqual([
      { kind: 'lines', source: 'Look:' },
      { kind: 'pre', text: '*a* <b>' },
      { kind: 'lines', source: 'end' },
    ]);
  });

  it('leaves a fence that is never closed as text', () => {
    expect(parseMrkdwn('a ```b')).toEqual([
      { kind: 'lines', source: 'a ' },
      { kind: 'lines', source: '```b' },
    ]);
  });

  it('gathers quoted lines, escaped or not', () => {
    expect(parseMrkdwn('&gt; one\n> two\nthree')).toEqual([
      { kind: 'quote', of: [{ kind: 'lines', source: 'one\ntwo' }] },
      { kind: 'lines', source: 'three' },
    ]);
  });

  it('quotes all the rest after three marks', () => {
    expect(parseMrkdwn('>>> one\ntwo')).toEqual([
      { kind: 'quote', of: [{ kind: 'lines', source: 'one\ntwo' }] },
    ]);
  });

  it('gathers bullets and numbers, with their indents', () => {
    expect(parseMrkdwn('• a\n  - b\n1. c')).toEqual([
      {
        kind: 'list',
        items: [
          { marker: '•', indent: 0, source: 'a' },
          { marker: '-', indent: 1, source: 'b' },
          { marker: '1.', indent: 0, source: 'c' },
        ],
      },
    ]);
  });
});
