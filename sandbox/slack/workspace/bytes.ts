import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The bytes of files by file id. Previews have the ids `<id>-1`, `<id>-2`, … */
export interface Bytes {
  put(id: string, bytes: Uint8Array): Promise<void>;
  get(id: string): Promise<Uint8Array | null>;
  remove(id: string): Promise<void>;
}

export function bytesInMemory(): Bytes {
  const held = new Map<string, Uint8Array>();
  return {
    put: async (id, bytes) => void held.set(id, bytes),
    get: async (id) => held.get(id) ?? null,
    remove: async (id) => void held.delete(id),
  };
}

/** Stores each in a file. It is written under another name first, so that nobody reads an incomplete file. */
export function bytesOnDisk(folder: string): Bytes {
  const pathOf = (id: string) => join(folder, id);
  return {
    async put(id, bytes) {
      await mkdir(folder, { recursive: true });
      await writeFile(`${pathOf(id)}.part`, bytes);
      await rename(`${pathOf(id)}.part`, pathOf(id));
    },
    get: (id) => readFile(pathOf(id)).catch(() => null),
    remove: (id) => rm(pathOf(id), { force: true }),
  };
}
