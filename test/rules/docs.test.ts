import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What people read leads somewhere, and its pictures are those that `npm run pictures` takes. */

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('{docs,ops}/**/*.md')].map(
  (path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(path, 'utf8').replaceAll(/^```.*?^```/gms, ''),
  }),
);

/** `[words](target)` and `![words](target)`, but for what leads elsewhere. */
const targetsIn = (text: string) =>
  [...text.matchAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g)]
    .map(([, mark, words = '', target = '']) => ({ isPicture: mark === '!', words, target }))
    .filter(({ target }) => !/^(https?|mailto):/.test(target));

/** A heading's anchor as GitHub makes it. */
const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(pages)('every link in $path leads somewhere', ({ path, text }) => {
  const dead = targetsIn(text).filter(({ target }) => {
    const [file = '', anchor] = target.split('#');
    const linked = file ? posix.join(dirname(path), file) : path;
    if (!existsSync(linked)) return true;
    return anchor !== undefined && !anchorsIn(readFileSync(linked, 'utf8')).includes(anchor);
  });
  expect(dead.map(({ target }) => target)).toEqual([]);
});

/** The folders that the pages may leave out when they name a file. */
const FOLDERS = ['', 'src/'];

test.each(pages)('every source file that $path names is there', ({ text }) => {
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|sql))`/g)].map(([, name = '']) => name);
  const missing = named.filter((name) => !FOLDERS.some((folder) => existsSync(join(folder, name))));
  expect(missing).toEqual([]);
});

describe('pictures', () => {
  const shown = pages.flatMap(({ path, text }) =>
    targetsIn(text)
      .filter(({ isPicture }) => isPicture)
      .map((picture) => ({ ...picture, file: posix.join(dirname(path), picture.target) })),
  );
  // As text: the story itself needs a browser.
  const story = readFileSync('sandbox/pictures/scenes.ts', 'utf8');
  const made = [...story.matchAll(/file: '([^']+)'/g)].map(([, file]) => `docs/${file}`).toSorted();
  const there = globSync('docs/**/*.png').map((path) => path.replaceAll('\\', '/'));

  test('that are shown are those that are taken, and those that are there', () => {
    expect([...new Set(shown.map(({ file }) => file))].toSorted()).toEqual(made);
    expect(there.toSorted()).toEqual(made);
  });

  test('say in words what is on them', () => {
    expect(shown.filter(({ words }) => words.split(' ').length < 4)).toEqual([]);
  });

  test.each(there)('%s is no heavier than 200 kB', (path) => {
    expect(statSync(join(path)).size).toBeLessThan(200_000);
  });
});
