import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database, Queries } from '../storage/database.ts';
import { createStore, keysOf, takeValue } from '../storage/keyv-store.ts';
import type { SealedStore } from '../storage/sealed-store.ts';
import { type Connection, expired, type UsableConnection } from './connection.ts';

interface ExpiryOptions {
  db: Database;
  storeIn: (db: Queries) => SealedStore<Connection>;
  clock: Clock;
  log: Log;
  /** Notifies the person who had connected. Throws where nobody was notified and a later try may succeed. */
  onExpired?: ((team: string, person: string) => Promise<void>) | undefined;
  /** Called once for each connection that ends so; for metrics. */
  onLost?: (() => void) | undefined;
}

/** By team, the Slack user who is yet to be notified that the connection has expired; the name as stored. */
const PENDING_NOTICES = 'losses-untold';

export type Expiry = ReturnType<typeof createExpiry>;

/** Ends connections that the service no longer takes, and notifies a person of each once. */
export function createExpiry({ db, storeIn, clock, log, onExpired, onLost }: ExpiryOptions) {
  const store = storeIn(db);
  const pending = createStore(db, PENDING_NOTICES);
  const isExpired = async (team: string) => (await store.get(team))?.kind === 'lost';

  /** Ends a connection, unless another one has taken its place; the pending notice is written with it. */
  async function expire(team: string, connection: UsableConnection): Promise<boolean> {
    const ended = await db.transaction(async (tx) => {
      if (!(await storeIn(tx).replace(team, connection, expired(connection, clock.now())))) return false;
      await createStore(tx, PENDING_NOTICES).set(team, connection.person);
      return true;
    });
    if (!ended) return false;
    onLost?.();
    log.warn({ team }, 'the service no longer takes the credentials of a team');
    return true;
  }

  /**
   * Sends a team's pending notice. The notice is taken first: one of several processes sends it, and after one that
   * dies in sending no other does, since its message may have arrived.
   */
  async function send(team: string): Promise<void> {
    const person = await takeValue<string>(db, PENDING_NOTICES, team);
    if (!person || !(await isExpired(team))) return;
    try {
      await onExpired?.(team, person);
    } catch (err) {
      log.warn({ team, err }, 'the notice of an expired connection was not taken');
      if (await isExpired(team)) await pending.set(team, person);
    }
  }

  /** A notice that cannot be sent changes nothing about the connection: it is tried again later. */
  async function notify(team: string): Promise<void> {
    await send(team).catch((err) =>
      log.warn({ team, err }, 'the notice of an expired connection is pending'),
    );
  }

  async function notifyAll(): Promise<void> {
    for (const team of await keysOf(db, PENDING_NOTICES)) await notify(team);
  }

  return { expire, notify, notifyAll };
}
