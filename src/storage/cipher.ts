import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Encrypts ("seals") values for the database and decrypts ("opens") them. */
export interface Cipher {
  /** Encrypts a text. @param context where the value is stored, for example its table, column and row. `open` needs the same context */
  seal(text: string, context: string): string;
  /** Decrypts a value. @throws CipherError if it was altered or `context` is wrong, LostKeyError if its key is not in ENCRYPTION_KEYS */
  open(sealed: string, context: string): string;
  /** Returns a keyed hash of a text for each key, in the order of the keys. Without a key, nobody can test guesses of the text. */
  hashes(text: string): string[];
  /** Every value that is encrypted with the first key begins with these characters: the version of the format, and the key's id. */
  readonly prefix: string;
  /** Ids of the keys in ENCRYPTION_KEYS. An encrypted value contains the id of its key. */
  readonly keys: readonly string[];
}

export class CipherError extends Error {
  override name: string = 'CipherError';
}

export class LostKeyError extends CipherError {
  override name = 'LostKeyError';
  /** Id of the key that encrypted the value. It is a hash and does not reveal the key. */
  readonly key: string;
  constructor(key: string) {
    super(`The value is sealed with key ${key}, which is not in ENCRYPTION_KEYS.`);
    this.key = key;
  }
}

const KEY_BYTES = 32;
/** Size of a nonce in bytes, as NIST SP 800-38D recommends for GCM. Random nonces are safe for 2^32 values per key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** Returns whether a text looks like a value that `Cipher.seal` has returned. Only its first characters are checked. */
export const isSealed = (text: string) => text.startsWith(`${VERSION}.`);

/** Texts of at least this many characters are compressed before encryption, because PostgreSQL cannot compress encrypted values. */
const PACKED_FROM = 1_000;
const PACKED = 'z';
/** Options of the compression. Level 1 is the fastest (about 100 MB a second). Speed matters, because compression blocks the process. */
const PACKING = { level: 1 };

/**
 * Creates a cipher (AES-256-GCM) with the keys of ENCRYPTION_KEYS (32 bytes in base64). The first key encrypts, all keys can decrypt.
 * An encrypted value is `v1.<key id>.<nonce, ciphertext and tag in base64url>`, with `z.` after the key id if the text was compressed.
 */
export function createCipher(keys: string[]): Cipher {
  if (keys.length === 0) throw new CipherError('No encryption key is set.');
  const ring = keys.map(readKey);
  const byId = new Map(ring.map((entry) => [entry.id, entry.key]));
  const [first] = ring as [Entry];

  const prefix = `${VERSION}.${first.id}.`;

  return {
    prefix,
    keys: [...byId.keys()],
    seal(text, context) {
      const isPacked = text.length >= PACKED_FROM;
      const bytes = isPacked ? deflateRawSync(text, PACKING) : Buffer.from(text);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(context, isPacked));
      const body = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
      return `${prefix}${isPacked ? `${PACKED}.` : ''}${body.toString('base64url')}`;
    },
    open(sealed, context) {
      const { id, isPacked, body } = parse(sealed);
      const key = byId.get(id);
      if (!key) throw new LostKeyError(id);
      const bytes = decrypt(key, body, boundTo(context, isPacked));
      return (isPacked ? inflateRawSync(bytes) : bytes).toString('utf8');
    },
    hashes: (text) =>
      ring.map(({ key }) => createHmac('sha256', key).update(`deckhand hash:${text}`).digest('hex')),
  };
}

interface Entry {
  id: string;
  key: KeyObject;
}

function readKey(text: string, index: number): Entry {
  const key = Buffer.from(text.trim(), 'base64');
  const isCanonical = key.toString('base64').replaceAll('=', '') === text.trim().replace(/=+$/, '');
  if (key.length !== KEY_BYTES || !isCanonical) {
    throw new CipherError(`Encryption key ${index + 1} is not ${KEY_BYTES} bytes in base64.`);
  }
  const id = createHash('sha256').update('deckhand key id').update(key).digest('hex').slice(0, 8);
  return { id, key: createSecretKey(key) };
}

/** Returns GCM's additional data: the context, after `z:` if the text was compressed. With other data, decryption fails. */
const boundTo = (context: string, isPacked: boolean) =>
  Buffer.from(isPacked ? `${PACKED}:${context}` : context);

function parse(sealed: string): { id: string; isPacked: boolean; body: Buffer } {
  const [version, id, ...rest] = sealed.split('.');
  const isPacked = rest.length === 2 && rest[0] === PACKED;
  const body = rest[isPacked ? 1 : 0];
  if (version !== VERSION || !id || !body || rest.length > (isPacked ? 2 : 1))
    throw new CipherError('The value is not sealed.');
  return { id, isPacked, body: Buffer.from(body, 'base64url') };
}

function decrypt(key: KeyObject, body: Buffer, boundTo: Buffer): Buffer {
  if (body.length < NONCE_BYTES + TAG_BYTES) throw new CipherError('The sealed value is cut short.');
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(boundTo);
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]);
  } catch {
    throw new CipherError('The sealed value was altered, or belongs to another place.');
  }
}
