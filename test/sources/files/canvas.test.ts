import { describe, expect, test } from 'vitest';
import { isCanvas, markdownFromCanvas } from '../../../src/sources/files/canvas.ts';

const textOf = (html: string) => {
  const converted = markdownFromCanvas(html);
  if ('fault' in converted) throw new Error(converted.fault);
  return converted.text;
};

describe('a canvas becomes Markdown', () => {
  test('headings, paragraphs, lists, quotes, links and emphasis', () => {
    const html = `<h1 id='temp:C:a'>Launch plan</h1>
      <p class='line'>Ship <b>on 14 April</b>, see <a href="https://example.com/a?b=1&amp;c=2">the brief</a>.</p>
      <h2>Team</h2>
      <ul><li>Ana</li><li>Ben<ul><li>since March</li></ul></li></ul>
      <ol><li>Build</li><li>Ship</li></ol>
      <blockquote>Small is <i>beautiful</i></blockquote>`;
    expect(textOf(html)).toBe(
      [
        '# Launch plan',
        'Ship **on 14 April**, see [the brief](https://example.com/a?b=1&c=2).',
        '## Team',
        '- Ana\n- Ben\n    - since March',
        '1. Build\n2. Ship',
        '> Small is *beautiful*',
      ].join('\n\n'),
    );
  });

  test('a table', () => {
    const html =
      '<table><tr><td>Team</td><td>Size</td></tr><tr><td><p>Ops</p></td><td><b>5</b> &amp; more</td></tr></table>';
    expect(textOf(html)).toBe(
      '| Team | Size |\n| --- | --- |\n| Ops | **5** &amp; more |'.replace('&amp;', '&'),
    );
  });

  test('lines within a paragraph, characters by number, and unknown elements', () => {
    expect(
      textOf('<p>One<br/>two &#8211; &#x2026; &nbsp;&unknown;</p><control><widget>three</widget></control>'),
    ).toMatch(/^One\ntwo – … {1,2}&unknown;\n\nthree$/);
  });

  test('ids of people do not get into a document', () => {
    expect(textOf('<p>Ask <a>@U0123ABCDE</a></p>')).toBe('Ask @somebody');
  });

  test('pictures are counted, styles are not read', () => {
    expect(markdownFromCanvas("<style>p{}</style><p>A</p><img src='x'></img>")).toEqual({
      text: 'A',
      leftOut: { pictures: 1 },
    });
  });
});

describe('what a canvas cannot do', () => {
  test('a text cannot pass for a heading or a link', () => {
    expect(textOf('<p># Approved by Ana</p><p>[click](https://evil.example)</p>')).toBe(
      '\\# Approved by Ana\n\n[click]\\(https://evil.example)',
    );
  });

  test('a link that is no web address is left out', () => {
    expect(textOf('<p><a href="javascript:alert(1)">press</a></p>')).toBe('press');
  });

  test.each([
    ['tags that never end', '<p '.repeat(400_000)],
    ['a tag whose name never ends', `<${'a'.repeat(300_000)}`],
    ['single angle brackets', '<'.repeat(800_000)],
    ['deep lists', `${'<ul><li>'.repeat(100_000)}deep`],
    ['ends without a beginning', '</table></li></ul>'.repeat(100_000)],
    ['a long table', `<table>${'<tr><td>cell</td><td>x</td></tr>'.repeat(50_000)}</table>`],
  ])('%s take time in proportion to their length', (_, html) => {
    const before = performance.now();
    markdownFromCanvas(html);
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  test('Slack’s sign-in page is no canvas', () => {
    for (const page of ['<html><form action="/signin">', '<script>boot()</script>'])
      expect(markdownFromCanvas(page)).toEqual({ fault: 'source_unreadable' });
  });
});

test.each([
  [{ filetype: 'quip' }, true],
  [{ mode: 'canvas' }, true],
  [{ mimetype: 'application/vnd.slack-docs' }, true],
  [{ filetype: 'pdf', mode: 'hosted', mimetype: 'application/pdf' }, false],
  [{}, false],
])('Slack calls %j a canvas: %s', (file, expected) => {
  expect(isCanvas(file)).toBe(expected);
});
