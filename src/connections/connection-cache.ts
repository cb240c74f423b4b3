import type { Clock } from '../clock.ts';
import type { Connection } from './connection.ts';

/** Milliseconds after which another process's change is seen here at the latest. */
const BELIEVED = 15_000;

/**
 * Connections by team, read from the store now and then and not for every request: thousands of generations are
 * polled with the same few.
 */
export interface ConnectionCache {
  get(team: string): Promise<Connection | null>;
  /** What is known to be stored now. */
  put(team: string, connection: Connection | null): void;
}

export function createConnectionCache(
  read: (team: string) => Promise<Connection | undefined>,
  clock: Clock,
): ConnectionCache {
  const held = new Map<string, { connection: Promise<Connection | null>; until: number }>();
  const hold = (team: string, connection: Promise<Connection | null>) => {
    const entry = { connection, until: clock.now() + BELIEVED };
    held.set(team, entry);
    return entry;
  };

  return {
    get(team) {
      const known = held.get(team);
      if (known && known.until > clock.now()) return known.connection;
      const entry = hold(
        team,
        read(team).then((connection) => connection ?? null),
      );
      entry.connection.catch(() => {
        if (held.get(team) === entry) held.delete(team);
      });
      return entry.connection;
    },
    put: (team, connection) => void hold(team, Promise.resolve(connection)),
  };
}
