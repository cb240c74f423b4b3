import { join } from 'node:path';
import { type JsonFile, readJson, storeIn } from '../../json-file.ts';
import type { Log } from '../../log.ts';
import type { Doc, EditRecord, ExportRecord, GenerationRecord, ImageRecord, Workspace } from './records.ts';

interface Keyed {
  id: string;
}

interface Tables {
  workspaces: Map<string, Workspace>;
  docs: Map<string, Doc>;
  generations: Map<string, GenerationRecord>;
  exports: Map<string, ExportRecord>;
  images: Map<string, ImageRecord>;
  edits: Map<string, EditRecord>;
}

export interface Store extends Tables, JsonFile {}

/** Opens the store of a folder, or one in memory for null. */
export async function openStore(dataDir: string | null, log?: Log): Promise<Store> {
  const path = dataDir && join(dataDir, 'service.json');
  const saved = path ? await readJson<Partial<Record<keyof Tables, Keyed[]>>>(path) : undefined;
  const tables: Tables = {
    workspaces: table(saved?.workspaces as Workspace[] | undefined),
    docs: table(saved?.docs as Doc[] | undefined),
    generations: table(saved?.generations as GenerationRecord[] | undefined),
    exports: table(saved?.exports as ExportRecord[] | undefined),
    images: table(saved?.images as ImageRecord[] | undefined),
    edits: table(saved?.edits as EditRecord[] | undefined),
  };
  const lists = () =>
    Object.fromEntries(Object.entries(tables).map(([name, map]) => [name, [...map.values()]]));
  return { ...tables, ...(path ? storeIn(path, lists, log) : inMemory) };
}

function table<R extends Keyed>(records: R[] = []): Map<string, R> {
  return new Map(records.map((record) => [record.id, record]));
}

const inMemory: JsonFile = { changed: () => {}, close: async () => {} };
