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
  /** Returns whether Deckhand is installed in the team now. By default true. */
  isInstalled?: ((team: string) => Promise<boolean>) | undefined;
}

/**
 * Holds the result of a sign-in until a code is typed in Slack. Only the browser of the sign-in shows the code, and only the person who
 * requested the link can type it. So a link that was forwarded to another person connects nothing, unless the other person passes the code
 * on.
 */
export function createConfirmation({ db, clock, isInstalled = async () => true }: ConfirmationOptions) {
  const store = createSealedStore<Waiting>(db, 'connect-unconfirmed');
  const keyOf = ({ team, person }: Actor) => `${team}/${person}`;

  return {
    /**
     * Stores a sign-in for ten minutes. It replaces an earlier sign-in of the same person. The installation is checked under the team's
     * lock, because an uninstall deletes the team's credentials under the same lock.
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

    /**
     * Returns and deletes the sign-in that waits for this person, if the code is right. Returns a failure if the code is wrong or expired. A
     * text that does not have six digits is wrong, but does not count as an attempt.
     */
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
        // Does not use `set`, because another sign-in may have replaced this one since it was read.
        else await store.replace(key, waiting, { ...waiting, wrong });
        if (isRight) return waiting.made;
        return failure(wrong >= MOST_WRONG ? 'expired' : 'wrong_code');
      });
    },
  };
}
