import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Seals secrets for the database. */
export interface Cipher {
  /** `context` is the storage key: what was sealed for one place cannot be opened in another. */
  seal(text: string, context: string): string;
  /** @throws CipherError where the value was altered, moved, or sealed with a key that is not here. */
  open(sealed: string, context: string): string;
  /** True where it was sealed with a key that is here and no longer the first. */
  isOutdated(sealed: string): boolean;
}

export class CipherError extends Error {
  override name = 'CipherError';
}

const KEY_BYTES = 32;
/** The size NIST SP 800-38D recommends for GCM: a random one is safe for 2^32 values per key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/**
 * AES-256-GCM with the keys of ENCRYPTION_KEYS, each 32 bytes in base64: the first seals, all open.
 * A sealed value is `v1.<key id>.<nonce, ciphertext and tag in base64url>`.
 */
export function createCipher(keys: string[]): Cipher {
  if (keys.length === 0) throw new CipherError('No encryption key is set.');
  const ring = keys.map(readKey);
  const byId = new Map(ring.map((entry) => [entry.id, entry.key]));
  const [first] = ring as [Entry];

  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${first.id}.${body.toString('base64url')}`;
    },
    open(sealed, context) {
      const { id, body } = parse(sealed);
      const key = byId.get(id);
      if (!key) throw new CipherError(`The value is sealed with key ${id}, which is not in ENCRYPTION_KEYS.`);
      return decrypt(key, body, context);
    },
    isOutdated(sealed) {
      const [version, id = ''] = sealed.split('.');
      return version === VERSION && id !== first.id && byId.has(id);
    },
  };
}

interface Entry {
  id: string;
  key: Buffer;
}

function readKey(text: string, index: number): Entry {
  const key = Buffer.from(text.trim(), 'base64');
  const isCanonical = key.toString('base64').replaceAll('=', '') === text.trim().replace(/=+$/, '');
  if (key.length !== KEY_BYTES || !isCanonical) {
    throw new CipherError(`Encryption key ${index + 1} is not ${KEY_BYTES} bytes in base64.`);
  }
  // Names the key without giving away anything of it.
  return { id: createHash('sha256').update('deckhand key id').update(key).digest('hex').slice(0, 8), key };
}

function parse(sealed: string): { id: string; body: Buffer } {
  const [version, id, body, ...rest] = sealed.split('.');
  if (version !== VERSION || !id || !body || rest.length > 0)
    throw new CipherError('The value is not sealed.');
  return { id, body: Buffer.from(body, 'base64url') };
}

function decrypt(key: Buffer, body: Buffer, context: string): string {
  if (body.length < NONCE_BYTES + TAG_BYTES) throw new CipherError('The sealed value is cut short.');
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw new CipherError('The sealed value was altered, or belongs to another place.');
  }
}
