import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database, Queries } from '../storage/database.ts';
import { createStore, keysOf, takeValue } from '../storage/keyv-store.ts';
import type { SealedStore } from '../storage/sealed-store.ts';
import { type ApiKeyConnection, asLost, type Connection, type TokenConnection } from './connection.ts';

export interface LossesOptions {
  db: Database;
  storeIn: (db: Queries) => SealedStore<Connection>;
  clock: Clock;
  log: Log;
  /** Tells who had connected. Throws where nobody was told and another time somebody may be. */
  onExpired?: ((team: string, person: string) => Promise<void>) | undefined;
}

/** By team, the Slack user who is yet to be told that the connection is lost. */
const UNTOLD = 'losses-untold';

export type Losses = ReturnType<typeof createLosses>;

/** Connections that the service no longer takes, and telling of each loss once. */
export function createLosses({ db, storeIn, clock, log, onExpired }: LossesOptions) {
  const store = storeIn(db);
  const untold = createStore(db, UNTOLD);

  /** Ends a connection, unless another one is there by now; that somebody is to be told is written with it. */
  async function end(team: string, held: TokenConnection | ApiKeyConnection): Promise<boolean> {
    const ended = await db.transaction(async (tx) => {
      if (!(await storeIn(tx).replace(team, held, asLost(held, clock.now())))) return false;
      await createStore(tx, UNTOLD).set(team, held.person);
      return true;
    });
    if (ended) log.warn({ team }, 'the service no longer takes the credentials of a team');
    return ended;
  }

  /**
   * Tells of a team's loss, if nobody did. The note of it is taken first: of several processes one tells, and one that
   * dies in telling is not followed by another, since its message may have come.
   */
  async function tell(team: string): Promise<void> {
    const person = await takeValue<string>(db, UNTOLD, team);
    if (!person || (await store.get(team))?.kind !== 'lost') return;
    try {
      await onExpired?.(team, person);
    } catch (err) {
      log.warn({ team, err }, 'a lost connection is yet to be told of');
      if ((await store.get(team))?.kind === 'lost') await untold.set(team, person);
    }
  }

  /** That it could not be told of changes nothing about the loss: it is tried again by and by. */
  async function tellSoon(team: string): Promise<void> {
    await tell(team).catch((err) => log.warn({ team, err }, 'a lost connection is yet to be told of'));
  }

  async function tellAll(): Promise<void> {
    for (const team of await keysOf(db, UNTOLD)) await tellSoon(team);
  }

  return { end, tell: tellSoon, tellAll };
}
