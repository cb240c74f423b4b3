import type { Log } from '../log.ts';
import type { Database, SealingQueries } from '../storage/database.ts';
import { createStore, type Store } from '../storage/store.ts';
import { type Connection, expired, type UsableConnection } from './connection.ts';

interface ExpiryOptions {
  db: Database;
  storeIn: (db: SealingQueries) => Store<Connection>;
  log: Log;
  /** Notifies the person who made the connection. Throws if another attempt may succeed. */
  onExpired?: ((team: string, person: string) => Promise<void>) | undefined;
  /** Called once for each expired connection; for metrics. */
  onLost?: (() => void) | undefined;
}

/** Namespace of the pending notices in the table `kv`. The key is the team. The value is the Slack user to notify. */
const PENDING_NOTICES = 'expiry-notices';

export type Expiry = ReturnType<typeof createExpiry>;

/** Ends connections that the service no longer accepts. The person who made the connection is notified once. */
export function createExpiry({ db, storeIn, log, onExpired, onLost }: ExpiryOptions) {
  const store = storeIn(db);
  const pending = createStore<string>(db, PENDING_NOTICES);
  const isExpired = async (team: string) => (await store.get(team))?.kind === 'expired';

  /** Ends a connection and stores the notice for its person in one transaction. Returns false if the connection was replaced meanwhile. */
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

  /** Sends a team's pending notice. Deletes it first, so that neither a second process nor a restart sends it again. */
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
