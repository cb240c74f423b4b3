import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { JWK } from 'oidc-provider';
import type { RecordStore } from './record-store.ts';

export interface Keys {
  /** Private ES256 key that signs access tokens. */
  signing: JWK;
  /** Signs the cookies of the sign-in pages. */
  cookies: string;
}

/** Returns the server's keys. They are created once and stored, so that tokens stay valid after a restart. */
export function keysOf(store: RecordStore): Keys {
  const kept = store.get('Keys', 'current');
  if (kept) return kept as unknown as Keys;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = {
    signing: { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' } as JWK,
    cookies: randomBytes(32).toString('base64url'),
  };
  store.put('Keys', 'current', keys as unknown as Record<string, unknown>);
  return keys;
}
