import type { Log } from '../log.ts';
import type { Database, SealingQueries } from '../storage/database.ts';
import { createStore, type Store } from '../storage/store.ts';
import { type Connection, expired, type UsableConnection } from './connection.ts';

interface ExpiryOptions {
  db: Database;
  storeIn: (db: SealingQueries) => Store<Connection>;
  log: Log;
  /** Notifies the person who made the connection. Throws if nobody was notified and a later try may succeed. */
  onExpired?: ((team: string, person: string) => Promise<void>) | undefined;
  /** Called once for each expired connection; for metrics. */
  onLost?: (() => void) | undefined;
}

/** Namespace in `kv`. The key is the team; the value is the Slack user who has not been notified yet. */
const PENDING_NOTICES = 'expiry-notices';

export type Expiry = ReturnType<typeof createExpiry>;

/** Ends connections that the service no longer accepts, and notifies the person who made each of them, once. */
export function createExpiry({ db, storeIn, log, onExpired, onLost }: ExpiryOptions) {
  const store = storeIn(db);
  const pending = createStore<string>(db, PENDING_NOTICES);
  const isExpired = async (team: string) => (await store.get(team))?.kind === 'expired';

  /** Ends a connection, unless another one has replaced it, and writes the pending notice in the same transaction. */
  async function expire(team: string, connection: UsableConnection): Promise<boolean> {
    const ended = await db.transaction(async (tx) => {
      if (!(await storeIn(tx).replace(team, connection, expired(connection)))) return false;
      await createStore<string>(tx, PENDING_NOTICES).set(team, connection.person);
      return true;
    });
    if (!ended) return false;
    onLost?.();
    log.warn({ team }, 'the service no longer accepts the credentials of a team');
    return true;
  }

  /**
   * Sends a team's pending notice. The notice is deleted first, so that only one process sends it. If that process dies while sending, the
   * notice is not sent again, because it may have arrived.
   */
  async function send(team: string): Promise<void> {
    const person = await pending.take(team);
    if (!person || !(await isExpired(team))) return;
    try {
      await onExpired?.(team, person);
    } catch (err) {
      log.warn({ team, err }, 'the notice of an expired connection could not be sent');
      if (await isExpired(team)) await pending.set(team, person);
    }
  }

  /** Sends a team's pending notice. An error is only logged, because the notice is tried again later. */
  async function notify(team: string): Promise<void> {
    await send(team).catch((err) =>
      log.warn({ team, err }, 'the notice of an expired connection will be sent later'),
    );
  }

  async function notifyAll(): Promise<void> {
    for (const team of await pending.keys()) await notify(team);
  }

  return { expire, notify, notifyAll };
}
