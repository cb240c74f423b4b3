import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strFromU8, unzipSync } from 'fflate';
import { fetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { drawPicture } from '../engine/engine.ts';
import { startHarness } from './harness.ts';

const BOATS = Buffer.from(
  drawPicture('boats', { type: 'photo', themeId: 'aurora', width: 400, height: 240 }),
);

/** Serves `/boats.png`, a broken `/torn.png`, and 404 for anything else. Returns its address and what was asked for. */
async function startPictureServer() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/boats.png') return response.end(BOATS);
    if (request.url === '/torn.png') return response.end('<p>Sign in first</p>');
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('a picture’s address in the text becomes the picture, on the page and in each file', async () => {
  const { make } = await startHarness();
  const { url, asked } = await startPictureServer();
  const inputText = `# The harbour\n\nWhere we land.\n\n## Boats\n\nThree of them.\n\n![Boats at noon](${url}/boats.png)\n\n## Again\n\n${url}/boats.png`;
  const made = await make({ inputText, textMode: 'preserve', exportAs: 'pptx' });
  expect(asked).toEqual(['/boats.png']);

  const page = await (await fetch(made.gammaUrl)).text();
  expect(page.match(/<img src="data:image\/png;base64,[^"]+" alt="[^"]*">/g)).toHaveLength(2);
  expect(page).toContain('alt="Boats at noon"');

  const files = unzipSync(new Uint8Array(await (await fetch(made.exportUrl)).arrayBuffer()));
  expect(Object.values(files).filter((bytes) => BOATS.equals(bytes))).not.toHaveLength(0);
  const slides = Object.entries(files).filter(([name]) => /slides\/slide\d+\.xml$/.test(name));
  expect(slides.map(([, xml]) => strFromU8(xml)).join()).toContain('descr="Boats at noon"');

  const pdf = await make({ inputText, textMode: 'preserve', exportAs: 'pdf' });
  const bytes = Buffer.from(await (await fetch(pdf.exportUrl)).arrayBuffer());
  expect(bytes.toString('latin1')).toContain('/Subtype /Image');
});

test('a picture that cannot be fetched or read stays a link', async () => {
  const { make } = await startHarness();
  const { url } = await startPictureServer();
  const gone = `${url}/gone.jpg`;
  const torn = `${url}/torn.png`;
  const { gammaUrl } = await make({
    inputText: `# The harbour\n\n![Boats](${gone})\n\nSee ${torn} for more.`,
    textMode: 'preserve',
  });
  const page = await (await fetch(gammaUrl)).text();
  expect(page).not.toContain('<img');
  for (const address of [gone, torn]) expect(page).toContain(`href="${address}"`);
});
