import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convert, convertApart } from './converted.ts';

/**
 * Files by real writers, which their names begin with: word processors, slide tools, LaTeX, browsers, libraries and scanners. Their Markdown
 * was read against the files; a change of it has to be read again.
 */

const FOLDER = join(import.meta.dirname, 'samples');
const names = readdirSync(FOLDER).filter((name) => /\.(docx|pptx|pdf)$/.test(name));
const kindOf = (name: string) => (name.endsWith('.pdf') ? 'pdf' : 'office');
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(FOLDER, name)));

test.each(names)('%s becomes the Markdown beside it', async (name) => {
  const converted = await convert(bytesOf(name), { kind: kindOf(name) });
  const text = 'fault' in converted ? converted.fault : converted.text;
  await expect(`${text}\n`).toMatchFileSnapshot(join(FOLDER, `${name}.md`));
});

test('in the process that the app uses, the result is the same', async () => {
  for (const name of ['libreoffice.docx', 'latex-two-columns.pdf'])
    expect(await convertApart(kindOf(name), bytesOf(name))).toEqual(
      await convert(bytesOf(name), { kind: kindOf(name) }),
    );
});
