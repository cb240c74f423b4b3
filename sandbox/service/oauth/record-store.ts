import type { Clock } from '../../clock.ts';
import { readJson, storeIn } from '../../json-file.ts';

export type Payload = Record<string, unknown>;

interface Row {
  payload: Payload;
  /** Milliseconds since the epoch. Without it the record does not expire. */
  expiresAt?: number;
}

/** Records by kind and id. With a file they survive a restart. */
export interface RecordStore {
  get(kind: string, id: string): Payload | undefined;
  /** Returns the records of a kind that have not expired. */
  all(kind: string): [id: string, payload: Payload][];
  /** @param ttl seconds */
  put(kind: string, id: string, payload: Payload, ttl?: number): void;
  delete(kind: string, ids: string[]): void;
  /** Writes pending changes. */
  close(): Promise<void>;
}

/** Opens the store of a file, or one in memory for null. */
export async function openRecordStore(path: string | null, clock: Clock): Promise<RecordStore> {
  const rows = new Map<string, Row>(path ? await readJson<[string, Row][]>(path) : []);
  const isLive = (row: Row) => row.expiresAt === undefined || row.expiresAt > clock.now();
  const file = path ? storeIn(path, () => [...rows].filter(([, row]) => isLive(row))) : undefined;

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
      file?.changed();
    },
    delete(kind, ids) {
      for (const id of ids) rows.delete(`${kind} ${id}`);
      file?.changed();
    },
    close: async () => file?.close(),
  };
}
