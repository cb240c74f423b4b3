import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CipherError, createCipher } from '../../src/storage/cipher.ts';

const newKey = () => randomBytes(32).toString('base64');
const old = newKey();
const current = newKey();

describe('sealing', () => {
  it('decrypts any text that it encrypted', () => {
    const cipher = createCipher([current]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        const sealed = cipher.seal(text, context);
        expect(cipher.open(sealed, context)).toBe(text.toWellFormed());
      }),
    );
  });

  it('compresses long texts, and detects a changed compression marker', () => {
    const cipher = createCipher([current]);
    const text = 'so it goes, and on it goes. '.repeat(10_000);
    const sealed = cipher.seal(text, 'T1');
    expect(sealed.length).toBeLessThan(text.length / 10);
    expect(cipher.open(sealed, 'T1')).toBe(text);
    expect(() => cipher.open(sealed.replace('.z.', '.'), 'T1')).toThrow(CipherError);
    const short = cipher.seal('secret', 'T1').replace(/\.(?=[^.]*$)/, '.z.');
    expect(() => cipher.open(short, 'T1')).toThrow(CipherError);
  });

  it('reveals nothing of the text, and encrypts it differently each time', () => {
    const cipher = createCipher([current]);
    const [one, two] = [cipher.seal('xoxb-secret', 'T1'), cipher.seal('xoxb-secret', 'T1')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('xoxb');
  });

  it('decrypts a value only in its own context', () => {
    const cipher = createCipher([current]);
    const sealed = cipher.seal('secret', 'tokens:T1');
    expect(() => cipher.open(sealed, 'tokens:T2')).toThrow(CipherError);
  });

  it('detects every changed character', () => {
    const cipher = createCipher([current]);
    const sealed = cipher.seal('secret', 'T1');
    const start = sealed.lastIndexOf('.') + 1;
    // The last character of base64url may have unused bits.
    for (let at = start; at < sealed.length - 1; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const altered = sealed.slice(0, at) + other + sealed.slice(at + 1);
      expect(() => cipher.open(altered, 'T1')).toThrow(CipherError);
    }
    expect(() => cipher.open(sealed.slice(0, -8), 'T1')).toThrow(CipherError);
    expect(() => cipher.open('plain text', 'T1')).toThrow('not sealed');
  });
});

describe('rotating keys', () => {
  it('encrypts with the first key and decrypts with all', () => {
    const before = createCipher([old]).seal('secret', 'T1');
    const rotated = createCipher([current, old]);
    expect(rotated.open(before, 'T1')).toBe('secret');
    expect(createCipher([current]).open(rotated.seal('new', 'T1'), 'T1')).toBe('new');
  });

  it('throws LostKeyError with the id of a removed key', () => {
    const before = createCipher([old]).seal('secret', 'T1');
    const open = () => createCipher([current]).open(before, 'T1');
    expect(open).toThrow(/sealed with key [0-9a-f]{8}, which is not in ENCRYPTION_KEYS/);
    expect(open).not.toThrow(old);
  });
});

describe('keys', () => {
  it.each([
    ['short', randomBytes(16).toString('base64')],
    ['long', randomBytes(48).toString('base64')],
    ['text', 'not base64 at all!'],
    ['empty', ''],
  ])('refuses a key that is %s, without quoting it', (_, key) => {
    const create = () => createCipher([current, key]);
    expect(create).toThrow('Encryption key 2 is not 32 bytes in base64.');
  });

  it('refuses an empty list of keys', () => {
    expect(() => createCipher([])).toThrow('No encryption key');
  });
});
