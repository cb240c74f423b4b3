import { createHash } from 'node:crypto';

/** An encryption key as `ENCRYPTION_KEYS` has it, the same for each number. */
export function testKey(number: number): string {
  return createHash('sha256').update(`test key ${number}`).digest('base64');
}
