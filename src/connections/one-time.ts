import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Cipher } from '../storage/cipher.ts';
import type { Store } from '../storage/store.ts';

/** How long a link to connect is valid, in milliseconds. A sign-in that has begun is valid for the same time. */
export const TEN_MINUTES = 10 * 60_000;

/** Returns 256 random bits in base64url. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export function isFingerprintOf(expected: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(expected), Buffer.from(fingerprint(secret)));
}

/** Stores values for ten minutes. Each value can be taken only once. */
export interface OneTime<V> {
  /** Stores a value. @returns the secret with which the value can be taken */
  save(value: V): Promise<string>;
  /** Returns the value without deleting it. */
  peek(secret: string): Promise<V | null>;
  /** Replaces the value, if it has not expired. The new value is stored for ten minutes from now. */
  replace(secret: string, value: V): Promise<void>;
  /** Returns and deletes the value. */
  take(secret: string): Promise<V | null>;
}

interface Dated<V> {
  value: V;
  until: number;
}

/** Creates a store of one-time values under the hashes of their secrets, so that a reader of the database cannot take a value. */
export function createOneTime<V>(store: Store<Dated<V>>, clock: Clock): OneTime<V> {
  const fresh = (dated: Dated<V> | undefined) => (dated && dated.until > clock.now() ? dated.value : null);
  return {
    async save(value) {
      const secret = randomSecret();
      await store.set(fingerprint(secret), { value, until: clock.now() + TEN_MINUTES }, TEN_MINUTES);
      return secret;
    },
    peek: async (secret) => fresh(await store.get(fingerprint(secret))),
    async replace(secret, value) {
      if (!fresh(await store.get(fingerprint(secret)))) return;
      await store.set(fingerprint(secret), { value, until: clock.now() + TEN_MINUTES }, TEN_MINUTES);
    },
    take: async (secret) => fresh(await store.take(fingerprint(secret))),
  };
}

interface SealedOneTimeOptions {
  cipher: Cipher;
  /** What the secret is for, for example signing in. A secret is accepted only for the purpose for which it was made. */
  purpose: string;
  /** Returns true for the first call with a key, and false for all further calls within `ttlMs`. */
  claim(key: string, ttlMs: number): Promise<boolean>;
  clock: Clock;
}

/** One-time values. The secret contains the encrypted value, which is not stored. So a client with many requests cannot fill the database. */
export interface SealedOneTime<V> {
  /** Returns a secret that contains the value and is valid for ten minutes. */
  seal(value: V): string;
  /** Decrypts the value in a secret. Returns the value and the id for `take`; null if the secret is not valid. Writes nothing. */
  open(secret: string): { value: V; id: string } | null;
  /** Returns true only for the first call with an id, even if several processes call it. */
  take(id: string): Promise<boolean>;
}

export function createSealedOneTime<V>(options: SealedOneTimeOptions): SealedOneTime<V> {
  const { cipher, purpose, claim, clock } = options;

  function read(secret: string): (Dated<V> & { id: string }) | undefined {
    try {
      return JSON.parse(cipher.open(secret, purpose));
    } catch {
      // The secret was not made by `seal` for this purpose.
      return undefined;
    }
  }

  return {
    seal(value) {
      const until = clock.now() + TEN_MINUTES;
      return cipher.seal(JSON.stringify({ id: randomSecret(), value, until }), purpose);
    },
    open(secret) {
      const dated = read(secret);
      return dated && dated.until > clock.now() ? dated : null;
    },
    take: (id) => claim(`${purpose} ${id}`, TEN_MINUTES),
  };
}
