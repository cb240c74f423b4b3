import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Cipher } from '../storage/cipher.ts';
import type { SealedStore } from '../storage/sealed-store.ts';

/** Milliseconds for which a link to connect, or a sign-in under way, is good. */
export const TEN_MINUTES = 10 * 60_000;

/** 256 random bits, which nobody guesses. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export function isFingerprintOf(expected: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(expected), Buffer.from(fingerprint(secret)));
}

/** Values stored for ten minutes, each to be taken once. */
export interface OneTime<V> {
  /** @returns the secret by which it is found */
  save(value: V): Promise<string>;
  /** Gives the value and leaves it. */
  peek(secret: string): Promise<V | null>;
  /** Writes another value in place of the one there, good for ten minutes from now. */
  replace(secret: string, value: V): Promise<void>;
  take(secret: string): Promise<V | null>;
}

interface Dated<V> {
  value: V;
  until: number;
}

/** Stored by fingerprint: a person who reads the database cannot use what is in it. */
export function createOneTime<V>(store: SealedStore<Dated<V>>, clock: Clock): OneTime<V> {
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

export interface SealedOneTimeOptions {
  cipher: Cipher;
  /** What the values are for: one sealed for something else is not taken. */
  purpose: string;
  /** True for the first claim of a key alone. */
  claim(key: string, ttlMs: number): Promise<boolean>;
  clock: Clock;
}

/**
 * The same for values that anybody may ask for: each travels sealed in its own secret, and nothing is written before one
 * comes back. Its holder cannot read it.
 */
export function createSealedOneTime<V>(options: SealedOneTimeOptions): Pick<OneTime<V>, 'save' | 'take'> {
  const { cipher, purpose, claim, clock } = options;

  function open(secret: string): (Dated<V> & { id: string }) | undefined {
    try {
      return JSON.parse(cipher.open(secret, purpose));
    } catch {
      // Anybody can send anything.
      return undefined;
    }
  }

  return {
    async save(value) {
      const until = clock.now() + TEN_MINUTES;
      return cipher.seal(JSON.stringify({ id: randomSecret(), value, until }), purpose);
    },
    async take(secret) {
      const dated = open(secret);
      if (!dated || dated.until <= clock.now()) return null;
      return (await claim(`${purpose} ${dated.id}`, TEN_MINUTES)) ? dated.value : null;
    },
  };
}
