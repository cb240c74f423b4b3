import { randomInt } from 'node:crypto';
import type { Actor } from '../actor.ts';
import type { Clock } from '../clock.ts';
import { type Database, withLock } from '../storage/database.ts';
import { createSealedStore } from '../storage/store.ts';
import type { NewConnection } from './connection.ts';
import { type ConnectFailure, failure } from './failures.ts';
import { fingerprint, isFingerprintOf, TEN_MINUTES } from './one-time.ts';
import { lockOf } from './repository.ts';

/** A completed sign-in that waits until its code is typed in Slack. Until then, its credentials are not used. */
interface Waiting {
  made: NewConnection;
  /** Hash of the code. */
  code: string;
  /** Number of wrong codes that were typed. */
  wrong: number;
  /** When the sign-in expires, in milliseconds since the epoch. */
  until: number;
}

/** Number of wrong codes after which a sign-in is deleted, because six digits could otherwise be guessed. */
const MOST_WRONG = 5;

interface ConfirmationOptions {
  db: Database;
  clock: Clock;
  /** Returns whether Deckhand is installed in the team. If omitted, every team counts as installed. */
  isInstalled?: ((team: string) => Promise<boolean>) | undefined;
}

/** Holds a sign-in until the person who requested the link types the code in Slack. So a forwarded link alone does not connect a team. */
export function createConfirmation({ db, clock, isInstalled = async () => true }: ConfirmationOptions) {
  const store = createSealedStore<Waiting>(db, 'connect-unconfirmed');
  const keyOf = ({ team, person }: Actor) => `${team}/${person}`;

  return {
    /**
     * Stores a sign-in for ten minutes. An uninstall holds the same lock, so nothing is stored after an uninstall.
     * @returns the code; null if Deckhand is not installed in the team
     */
    async hold(actor: Actor, made: NewConnection): Promise<string | null> {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const waiting = { made, code: fingerprint(code), wrong: 0, until: clock.now() + TEN_MINUTES };
      return withLock(db, lockOf(actor.team), async () => {
        if (!(await isInstalled(actor.team))) return null;
        await store.set(keyOf(actor), waiting, TEN_MINUTES);
        return code;
      });
    },

    /** Returns and deletes this person's sign-in if the code is right. A text that does not have six digits is not counted in `wrong`. */
    async take(actor: Actor, code: string): Promise<NewConnection | ConnectFailure> {
      const key = keyOf(actor);
      const digits = code.normalize('NFKC').replace(/\D/g, '');
      if (digits.length !== 6) return failure('wrong_code');
      return withLock(db, `confirm ${key}`, async () => {
        const waiting = await store.get(key);
        if (!waiting || waiting.until <= clock.now()) return failure('expired');
        const isRight = isFingerprintOf(waiting.code, digits);
        const wrong = waiting.wrong + 1;
        if (isRight || wrong >= MOST_WRONG) await store.delete(key);
        // `replace` is used, because `set` could overwrite a newer sign-in of this person.
        else await store.replace(key, waiting, { ...waiting, wrong });
        if (isRight) return waiting.made;
        return failure(wrong >= MOST_WRONG ? 'expired' : 'wrong_code');
      });
    },
  };
}
