import type { Log } from '../../log.ts';
import type { Doc, EditRecord, ExportRecord, GenerationRecord, ImageRecord, Workspace } from './records.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

/** Disk is written this long after a change, in milliseconds; what is changed meanwhile goes into the same write. */
const WRITE_AFTER_MS = 300;

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

export interface Store extends Tables {
  /** To be called after every change of a record: it reaches the disk a moment later. */
  changed(): void;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

export async function openStore(dataDir: string | null, log?: Log): Promise<Store> {
  const saved = dataDir === null ? {} : await readSnapshot<Partial<Record<keyof Tables, Keyed[]>>>(dataDir);
  const tables: Tables = {
    workspaces: table(saved.workspaces as Workspace[] | undefined),
    docs: table(saved.docs as Doc[] | undefined),
    generations: table(saved.generations as GenerationRecord[] | undefined),
    exports: table(saved.exports as ExportRecord[] | undefined),
    images: table(saved.images as ImageRecord[] | undefined),
    edits: table(saved.edits as EditRecord[] | undefined),
  };
  return { ...tables, ...(dataDir === null ? inMemory : writer(dataDir, tables, log)) };
}

function table<R extends Keyed>(records: R[] = []): Map<string, R> {
  return new Map(records.map((record) => [record.id, record]));
}

const inMemory = { changed: () => {}, close: async () => {} };

function writer(dataDir: string, tables: Tables, log?: Log) {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const lists = Object.fromEntries(Object.entries(tables).map(([name, map]) => [name, [...map.values()]]));
    writing = writing
      .then(() => writeSnapshot(dataDir, lists))
      .catch((err) => log?.error({ err }, 'the service stand-in could not save its state'));
    return writing;
  }

  return {
    // A timer of the machine, not of the clock that is passed in: this is about disks, whatever time the story plays at.
    changed: () => {
      timer ??= setTimeout(write, WRITE_AFTER_MS);
    },
    close: () => (timer ? write() : writing),
  };
}
