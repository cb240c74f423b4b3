import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import { expect, test } from 'vitest';
import { deleteLeftFiles, withKnownSize } from '../../src/generations/delivery/files.ts';

const body = () => new Blob(['twelve bytes']).stream() as ReadableStream<Uint8Array>;
const leftFiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith('deckhand-export-')).length;

async function read(stream: ReadableStream<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(stream)).toString();
}

test('a download of known size is not written to a file', async () => {
  const before = leftFiles();
  const text = await withKnownSize({ body: body(), size: 12 }, async (file) => {
    expect(leftFiles()).toBe(before);
    return read(file.body);
  });
  expect(text).toBe('twelve bytes');
});

test('a download of unknown size is written to a file first, which is deleted afterwards', async () => {
  const before = leftFiles();
  const seen = await withKnownSize({ body: body() }, async (file) => ({
    size: file.size,
    text: await read(file.body),
  }));
  expect(seen).toEqual({ size: 12, text: 'twelve bytes' });
  expect(leftFiles()).toBe(before);
});

test('if the callback fails, the stream is cancelled and the file deleted', async () => {
  const before = leftFiles();
  const failing = withKnownSize({ body: body() }, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(leftFiles()).toBe(before);
});

test('files of a killed process are deleted, but none that may be in use or are another user’s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-files-'));
  const now = Date.now();
  const leave = (name: string, hoursAgo: number) => {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, 'export'), 'Project Aquamarine');
    const at = new Date(now - hoursAgo * 3_600_000);
    utimesSync(path, at, at);
  };
  leave('deckhand-export-old', 13);
  leave('deckhand-export-new', 1);
  leave('somebody-elses', 13);
  await deleteLeftFiles(now, folder);
  expect(readdirSync(folder)).toEqual(['deckhand-export-new', 'somebody-elses']);
  await deleteLeftFiles(now, join(folder, 'missing'));
  rmSync(folder, { recursive: true });
});
