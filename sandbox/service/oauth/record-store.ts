import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../clock.ts';

export type Payload = Record<string, unknown>;

interface Row {
  payload: Payload;
  /** Milliseconds since the epoch; without it the record stays. */
  expiresAt?: number;
}

/** Records by kind and id. With a file they outlive the process: a change is on disk before its promise resolves. */
export interface RecordStore {
  get(kind: string, id: string): Payload | undefined;
  /** Every live record of a kind. */
  all(kind: string): [id: string, payload: Payload][];
  /** @param ttl seconds */
  put(kind: string, id: string, payload: Payload, ttl?: number): Promise<void>;
  delete(kind: string, ids: string[]): Promise<void>;
}

/** Opens the store kept in `file` (made when missing), or one in memory when `file` is null. */
export async function openRecordStore(file: string | null, clock: Clock): Promise<RecordStore> {
  const rows = new Map<string, Row>(file ? await readSnapshot(file) : []);
  const isLive = (row: Row) => row.expiresAt === undefined || row.expiresAt > clock.now();
  const save = file
    ? coalesced(() =>
        writeSnapshot(
          file,
          [...rows].filter(([, row]) => isLive(row)),
        ),
      )
    : noop;

  return {
    get(kind, id) {
      const row = rows.get(`${kind} ${id}`);
      return row && isLive(row) ? structuredClone(row.payload) : undefined;
    },
    all(kind) {
      return [...rows]
        .filter(([key, row]) => key.startsWith(`${kind} `) && isLive(row))
        .map(([key, row]) => [key.slice(kind.length + 1), structuredClone(row.payload)]);
    },
    put(kind, id, payload, ttl) {
      const expiry = ttl === undefined ? {} : { expiresAt: clock.now() + ttl * 1000 };
      rows.set(`${kind} ${id}`, { payload: structuredClone(payload), ...expiry });
      return save();
    },
    delete(kind, ids) {
      for (const id of ids) rows.delete(`${kind} ${id}`);
      return save();
    },
  };
}

async function noop() {}

async function readSnapshot(file: string): Promise<[string, Row][]> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A reader sees the old snapshot or the new one, never half of one. */
async function writeSnapshot(file: string, rows: [string, Row][]) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(rows), { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

/** One write at a time; calls made during a write share the next one. */
function coalesced(write: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= running.catch(noop).then(() => {
      running = next ?? running;
      next = null;
      return write();
    });
    return next;
  };
}
