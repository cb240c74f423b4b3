import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { ReadableStream } from 'node:stream/web';
import { expect, test } from 'vitest';
import { withKnownSize } from '../../src/generations/delivery/temporary-file.ts';

const body = () => new Blob(['twelve bytes']).stream() as ReadableStream<Uint8Array>;
const leftFiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith('deckhand-export-')).length;

async function read(stream: ReadableStream<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(stream)).toString();
}

test('a download of known size goes straight through', async () => {
  const before = leftFiles();
  const text = await withKnownSize({ body: body(), size: 12 }, async (file) => {
    expect(leftFiles()).toBe(before);
    return read(file.body);
  });
  expect(text).toBe('twelve bytes');
});

test('one of unknown size is measured in a file that is gone afterwards', async () => {
  const before = leftFiles();
  const seen = await withKnownSize({ body: body() }, async (file) => ({
    size: file.size,
    text: await read(file.body),
  }));
  expect(seen).toEqual({ size: 12, text: 'twelve bytes' });
  expect(leftFiles()).toBe(before);
});

test('where the use of it fails, the stream is let go and nothing is left', async () => {
  const before = leftFiles();
  const failing = withKnownSize({ body: body() }, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(leftFiles()).toBe(before);
});
