import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { scenes } from './scenes.ts';
import { openStage } from './stage.ts';

/** Takes every picture of the documentation anew: `npm run pictures`; `-- --out DIR` puts them elsewhere, to look first. */
const { values } = parseArgs({ options: { out: { type: 'string', default: 'docs' } } });

const stage = await openStage();
try {
  for (const { file, take } of scenes) {
    const path = resolve(values.out, file);
    await mkdir(dirname(path), { recursive: true });
    const bytes = await take(stage).catch(async (error: unknown) => {
      const seen = path.replace(/\.png$/, '.failed.png');
      await stage.page.screenshot({ path: seen });
      throw new Error(`${file} could not be taken; ${seen} shows what was there`, { cause: error });
    });
    await writeFile(path, bytes);
    console.log(`${file}  ${Math.round(bytes.length / 1000)} kB`);
  }
} finally {
  await stage.close();
}
