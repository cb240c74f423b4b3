import { describe, expect, it } from 'vitest';
import { newAsk } from '../../src/asks/new-ask.ts';

const actor = { team: 'T1', person: 'UANA' };
const destination = { channel: 'C1' };
const text = { actor, source: { kind: 'text' }, words: ' Spring launch ', destination } as const;
const thread = { ...text, source: { kind: 'thread', channel: 'C1', ts: '1.1' } } as const;

describe('newAsk', () => {
  it('needs only words', () => {
    expect(newAsk(text)).toEqual({
      team: 'T1',
      person: 'UANA',
      work: { kind: 'document' },
      source: { kind: 'text' },
      prompt: 'Spring launch',
      format: 'presentation',
      exportAs: 'pptx',
      destination,
    });
  });

  it('prefers choices to defaults', () => {
    const ask = newAsk({
      ...text,
      choices: { format: 'document', slides: 3, language: undefined },
      defaults: { format: 'social', language: 'de', theme: { id: 'ocean', name: 'Ocean' } },
    });
    expect(ask).toMatchObject({ format: 'document', slides: 3, language: 'de', theme: { id: 'ocean' } });
  });

  it.each([
    ['presentation', 'pptx'],
    ['document', 'pdf'],
    ['social', 'png'],
    ['webpage', undefined],
  ] as const)('if no file is named, exports a %s as %s', (format, file) => {
    expect(newAsk({ ...text, choices: { format } }).exportAs).toBe(file);
  });

  it('exports no file if the choice or default is none', () => {
    expect(newAsk({ ...text, defaults: { exportAs: 'none' } })).not.toHaveProperty('exportAs', 'pptx');
    expect(newAsk({ ...text, choices: { exportAs: 'png' }, defaults: { exportAs: 'none' } }).exportAs).toBe(
      'png',
    );
  });

  it('cuts none of the words, because admission says if they are too long', () => {
    const words = 'a'.repeat(30_000);
    expect(newAsk({ ...thread, words }).prompt).toBe(words);
    expect(newAsk({ ...text, words }).prompt).toBe(words);
  });

  it('throws if a choice exceeds the service’s limits', () => {
    expect(() => newAsk({ ...text, choices: { slides: 76 } })).toThrow();
  });
});
