import { createHash } from 'node:crypto';
import { createCipher } from '../../src/storage/cipher.ts';

/** An encryption key as `ENCRYPTION_KEYS` has it, the same for each number. */
export function testKey(number: number): string {
  return createHash('sha256').update(`test key ${number}`).digest('base64');
}

/** Of databases that a test opens itself, with the key that apps have in tests. */
export const testCipher = createCipher([testKey(7)]);
