import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { scenes } from './scenes.ts';
import { openStage } from './stage.ts';
import { differences, steady, type Words, written } from './words.ts';

/**
 * Takes all pictures of the documentation: `npm run pictures`. With `-- --check` it writes nothing, and fails if a scene does
 * not work any more or shows other words than words.txt.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const DOCS = resolve(import.meta.dirname, '../../docs');
const WORDS = join(DOCS, 'pictures/words.txt');

const words: Words = new Map();
const stage = await openStage();
try {
  for (const { file, take } of scenes) {
    const { png, words: read } = await take(stage).catch(async (error: unknown) => {
      const path = join(tmpdir(), `failed-${file.replaceAll('/', '-')}`);
      await stage.page.screenshot({ path });
      throw new Error(`${file} could not be taken. ${path} shows the page.`, { cause: error });
    });
    words.set(file, read.map(steady));
    if (values.check) continue;
    await mkdir(dirname(join(DOCS, file)), { recursive: true });
    await writeFile(join(DOCS, file), png);
    console.log(`${file}  ${Math.round(png.length / 1000)} kB`);
  }
} finally {
  await stage.close();
}

if (values.check) {
  const changed = differences(await readFile(WORDS, 'utf8'), words);
  if (changed.length > 0) {
    console.error(`These pictures are out of date. Run npm run pictures.\n\n${changed.join('\n\n')}`);
    process.exitCode = 1;
  }
} else await writeFile(WORDS, written(words));
