import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinFiles, sectionsFault, sectionsOf } from '../../src/asks/sections.ts';
import { isFast } from '../support/processor-time.ts';

const textsOf = (text: string) => sectionsOf(text).map((section) => section.text);

describe('the texts of several files', () => {
  const table = '| a |\n| --- |\n| 1 |';

  it.each([
    [
      'slides and a table',
      ['# One\na\n\n---\n\n# Two\nb', table],
      ['# One\na', '# Two\nb', `# 2.csv\n\n${table}`],
    ],
    [
      'a report and a table',
      ['# R\n## One\n## Two', table],
      ['# R', '## One', '## Two', `## 2.csv\n\n${table}`],
    ],
    ['two reports', ['# R\n## One\n## Two', '# S\ns'], ['# R\n## One\n## Two', '# S\ns']],
    ['plain texts, which the service divides', ['a', 'b'], ['a\n\nb']],
    ['one file', ['a'], ['a']],
  ])('each begin a section if one has sections: %s', (_, texts, sections) => {
    expect(textsOf(joinFiles(texts.map((text, at) => ({ name: `${at + 1}.csv`, text }))))).toEqual(sections);
  });
});

describe('sections of a text', () => {
  it.each([
    ['text without headings', 'Our launch', ['Our launch']],
    ['empty text', ' \n', []],
    ['one heading', '# Launch\nIn May', ['# Launch\nIn May']],
    ['headings of one level', '# One\na\n# Two\nb', ['# One\na', '# Two\nb']],
    ['a title and headings below it', '# T\n## One\na\n### x\n## Two', ['# T', '## One\na\n### x', '## Two']],
    ['a lower heading before a higher one', '## One\n## Two\n# T\nx', ['## One', '## Two', '# T\nx']],
    ['text before the first heading', 'Hello\n## One\n## Two', ['Hello', '## One', '## Two']],
    [
      'lines of ---, which take precedence over headings',
      '# One\n# Two\n---\n# Three',
      ['# One\n# Two', '# Three'],
    ],
    ['lines of --- with no text between them', 'a\n---\n\n---\nb\n---', ['a', 'b']],
    ['Windows line endings', '# One\r\na\r\n# Two\r\n', ['# One\na', '# Two']],
    [
      'a code block',
      '# One\n```sh\n# no heading\n---\n```\n# Two',
      ['# One\n```sh\n# no heading\n---\n```', '# Two'],
    ],
    [
      'a code block in tildes',
      '~~~\n```\n# no\n~~~\n# One\n# Two',
      ['~~~\n```\n# no\n~~~', '# One', '# Two'],
    ],
    ['a # without a space, which is not a heading', '#hashtag\n#another', ['#hashtag\n#another']],
    ['longer lines of dashes, which do not separate sections', 'a\n----\nb', ['a\n----\nb']],
  ] as [string, string, string[]][])('%s', (_, text, sections) => {
    expect(textsOf(text)).toEqual(sections);
  });

  it('have the titles of their headings', () => {
    expect(
      sectionsOf('intro\n## *Goals* ##\n## Costs  \nx\n## C#\n## #\n').map(({ title }) => title),
    ).toEqual([undefined, '*Goals*', 'Costs', 'C#', undefined]);
  });

  it('contain all words', () => {
    const line = fc.constantFrom('# One', '## Two', 'words', '---', '```', '', '  - item');
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const kept =
          textsOf(lines.join('\n'))
            .join('\n')
            .match(/[a-z]+/gi) ?? [];
        expect(kept).toEqual(lines.join('\n').match(/[a-z]+/gi) ?? []);
      }),
    );
  });

  it.each<[string, (size: number) => string]>([
    ['spaces', (size) => `# ${' '.repeat(size)}x\n# y`],
    ['signs', (size) => '#'.repeat(size)],
    ['backticks', (size) => '`'.repeat(size)],
    ['headings', (size) => '# a\n'.repeat(size / 4)],
    ['headings with spaces', (size) => `# a${' '.repeat(490)}b\n`.repeat(size / 500)],
    ['headings with signs', (size) => `# a${'#'.repeat(490)}b\n`.repeat(size / 500)],
  ])('are found in linear time: %s', async (_, make) => {
    expect(await isFast(() => sectionsOf(make(400_000)))).toBe(true);
  });
});

it('sectionsFault says why sections cannot be kept', () => {
  expect(sectionsFault('# a\n# b', 'document', 'Your text')).toBeUndefined();
  expect(sectionsFault('a', 'document', 'Your text')).toBe(
    'Your text has no sections: no headings, and no lines of ---.',
  );
  expect(sectionsFault('# a\n'.repeat(60), 'document', 'Your text')).toBe(
    'Your text has 60 sections; 50 can be kept.',
  );
  expect(sectionsFault('# a\n'.repeat(60), 'presentation', 'Your text')).toBeUndefined();
});
