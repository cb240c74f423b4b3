import { describe, expect, it } from 'vitest';
import { newAsk, STEERING_LIMIT } from '../../src/asks/new-ask.ts';

const actor = { team: 'T1', person: 'UANA' };
const destination = { channel: 'C1' };
const text = { actor, source: { kind: 'text' }, words: ' Spring launch ', destination } as const;
const thread = { ...text, source: { kind: 'thread', channel: 'C1', ts: '1.1' } } as const;

describe('an ask from words', () => {
  it('needs nothing but them', () => {
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

  it('takes what was chosen before what is usual', () => {
    const ask = newAsk({
      ...text,
      choices: { format: 'document', cards: 3, language: undefined },
      defaults: { format: 'social', language: 'de', theme: { id: 'ocean', name: 'Ocean' } },
    });
    expect(ask).toMatchObject({ format: 'document', cards: 3, language: 'de', theme: { id: 'ocean' } });
  });

  it('comes as a PDF where it is no presentation, and without a file where none is wanted', () => {
    expect(newAsk({ ...text, choices: { format: 'document' } }).exportAs).toBe('pdf');
    expect(newAsk({ ...text, defaults: { exportAs: 'none' } })).not.toHaveProperty('exportAs', 'pptx');
    expect(newAsk({ ...text, choices: { exportAs: 'png' }, defaults: { exportAs: 'none' } }).exportAs).toBe(
      'png',
    );
  });

  it('steers a source with no more words than the service takes as instructions', () => {
    const words = 'a'.repeat(STEERING_LIMIT + 1);
    expect(newAsk({ ...thread, words }).prompt).toHaveLength(STEERING_LIMIT);
    expect(newAsk({ ...text, words }).prompt).toHaveLength(STEERING_LIMIT + 1);
  });

  it('is not made of what the service would not take', () => {
    expect(() => newAsk({ ...text, choices: { cards: 76 } })).toThrow();
  });
});
