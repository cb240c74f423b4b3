import { describe, expect, it } from 'vitest';
import { ranked, wantedAt } from '../../../page/state/completion.ts';
import { parsePlace, placeHash } from '../../../page/state/place.ts';

describe('completion', () => {
  const wanted = (text: string) => wantedAt(text, text.length);

  it('completes a command only at the beginning of the text', () => {
    expect(wanted('/de')).toEqual({ kind: 'command', from: 0, query: 'de' });
    expect(wanted('/deck a')).toBeNull();
    expect(wanted('and/or')).toBeNull();
  });

  it('completes people and channels after a space', () => {
    expect(wanted('hi @be')).toEqual({ kind: 'person', from: 3, query: 'be' });
    expect(wanted('hi @Ana Ló')).toEqual({ kind: 'person', from: 3, query: 'Ana Ló' });
    expect(wanted('in #ge')).toEqual({ kind: 'channel', from: 3, query: 'ge' });
    for (const none of ['a@b', 'at 10:30', 'note: x']) expect(wanted(none)).toBeNull();
  });

  it('reads only the text before the caret', () => {
    expect(wantedAt('@be and more', 3)).toEqual({ kind: 'person', from: 0, query: 'be' });
  });

  it('puts names that begin with the query first', () => {
    expect(ranked(['Chloe Benson', 'Ben', 'Robert'], 'be', (name) => [name])).toEqual([
      'Ben',
      'Chloe Benson',
    ]);
  });
});

it('the address contains the conversation and its thread or tab', () => {
  for (const hash of ['#C1', '#C1/17.01', '#D1/messages', '#'])
    expect(placeHash(parsePlace(hash))).toBe(hash);
});
