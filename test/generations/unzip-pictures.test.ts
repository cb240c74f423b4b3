import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unzipLimits, unzipPictures } from '../../src/generations/delivery/unzip-pictures.ts';

/** What comes out of the service's zip of pictures, whatever is in it. */

const PNG = [0x89, 0x50, 0x4e, 0x47];
/** As good as a picture: bytes that do not compress. */
const picture = (size = 5_000, seed = 1) =>
  Uint8Array.from({ length: size }, (_, at) => PNG[at] ?? (at * at * seed + (at >> 3)) % 251);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deckhand-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function unzip(bytes: Uint8Array, limits = unzipLimits) {
  const path = join(folder, 'export');
  await writeFile(path, bytes);
  return unzipPictures({ path, size: bytes.length }, folder, limits);
}

const zipOf = (files: Zippable, level: 0 | 6 = 0) => zipSync(files, { level });

describe('a zip of a few pictures', () => {
  test.each([0, 6] as const)('is unpacked in the order of the names, at level %d', async (level) => {
    const names = ['10.png', '2.png', '1.PNG'];
    const files = Object.fromEntries(names.map((name, at) => [name, picture(40_000 + at, at + 1)]));
    const found = await unzip(zipOf({ ...files, 'cards/': new Uint8Array() }, level));
    expect(found?.map(({ size }) => size)).toEqual([40_002, 40_001, 40_000]);
    const [first] = found ?? [];
    expect(new Uint8Array(await readFile(first?.path ?? ''))).toEqual(files['1.PNG']);
  });

  test('writes only to its folder, whatever the names in the zip', async () => {
    const found = await unzip(zipOf({ '../../outside.png': picture(), '/etc/x.png': picture() }));
    expect(found?.every(({ path }) => path.startsWith(folder))).toBe(true);
    expect((await readdir(folder)).toSorted()).toEqual(['export', 'picture-0', 'picture-1']);
  });
});

describe('is posted as a zip', () => {
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.png`, picture(100)]));
  const bomb = new Uint8Array(30_000_000);
  bomb.set(PNG);
  const folders = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at}/`, new Uint8Array()]));
  const cut = (bytes: Uint8Array, at: number) => bytes.subarray(0, at);
  test.each([
    ['of eleven', zipOf(many)],
    ['with something else in it', zipOf({ '1.png': picture(), 'notes.txt': picture() })],
    ['of what only says that it is a picture', zipOf({ '1.png': new Uint8Array(100).fill(65) })],
    ['that is a bomb', zipOf({ '1.png': bomb }, 6)],
    ['that was cut off', cut(zipOf({ '1.png': picture(90_000) }), 50_000)],
    ['that is none', new TextEncoder().encode('<html>')],
    ['of nothing', zipOf({})],
    ['of folders without end', zipOf({ '1.png': picture(), ...folders })],
  ])('%s', async (_, bytes) => {
    expect(await unzip(bytes)).toBeNull();
  });

  test('with too many bytes in all', async () => {
    const zip = zipOf({ '1.png': picture(60_000), '2.png': picture(60_000) });
    expect(await unzip(zip, { ...unzipLimits, bytes: 100_000 })).toBeNull();
  });
});
