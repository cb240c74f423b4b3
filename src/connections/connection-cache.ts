import type { Clock } from '../clock.ts';
import type { Connection } from './connection.ts';

/** Milliseconds after which another process's change is seen here at the latest. */
const BELIEVED = 5_000;

/**
 * Connections by team, read from the store now and then and not for every request: thousands of generations are
 * polled with the same few. That there is none, or a lost one, is never believed: somebody may just have connected,
 * and what waited for it is on its way.
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

  function hold(team: string, connection: Promise<Connection | null>): void {
    const entry = { connection, until: clock.now() + BELIEVED };
    const drop = () => {
      if (held.get(team) === entry) held.delete(team);
    };
    held.set(team, entry);
    connection.then((found) => (!found || found.kind === 'lost') && drop(), drop);
  }

  return {
    get(team) {
      const known = held.get(team);
      if (known && known.until > clock.now()) return known.connection;
      const reading = read(team).then((connection) => connection ?? null);
      hold(team, reading);
      return reading;
    },
    put: (team, connection) => hold(team, Promise.resolve(connection)),
  };
}
