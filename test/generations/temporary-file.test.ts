import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import { expect, test } from 'vitest';
import { deleteLeftFiles, withKnownSize } from '../../src/generations/delivery/temporary-file.ts';

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

test('what a killed process has left is deleted, and nothing that may be in use or is another’s', async () => {
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
  leave('deckhand-restore-old', 13);
  leave('deckhand-export-new', 1);
  leave('somebody-elses', 13);
  await deleteLeftFiles(now, folder);
  expect(readdirSync(folder)).toEqual(['deckhand-export-new', 'somebody-elses']);
  await deleteLeftFiles(now, join(folder, 'missing'));
  rmSync(folder, { recursive: true });
});
