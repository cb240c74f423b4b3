import { describe, expect, it } from 'vitest';
import { wrapSelection } from '../../../page/composer/textEditing.ts';
import { ranked, wantedAt } from '../../../page/state/completion.ts';
import { decodeText, encodeText } from '../../../page/state/form/encode.ts';
import { parsePlace, placeHash } from '../../../page/state/place.ts';
import type { Workspace } from '../../../protocol.ts';

const names = {
  app: { name: 'Deckhand', botUserId: 'U9' },
  people: [
    { id: 'U1', name: 'Ana', handle: 'ana' },
    { id: 'U2', name: 'Ana López', handle: 'lopez' },
  ],
  conversations: [{ id: 'C1', kind: 'channel', name: 'general' }],
} as unknown as Workspace;

describe('what is typed', () => {
  it('names people and channels as Slack keeps them, the longest name first', () => {
    expect(encodeText('@Deckhand ask @ana López and @lopez in #general, @here', names)).toBe(
      '<@U9> ask <@U2> and <@U2> in <#C1>, <!here>',
    );
  });

  it('names nobody inside a word, an address or code', () => {
    for (const plain of ['mail ana@ana.example', '`@Deckhand`', '@Anabel', '#generally'])
      expect(encodeText(plain, names)).toBe(plain);
  });

  it('comes back for editing as it was typed', () => {
    const typed = '@Ana López: see https://x.example & #general';
    const sent = '<@U2>: see <https://x.example> &amp; <#C1|general>';
    expect(decodeText(sent, names)).toBe(typed);
  });
});

describe('completion', () => {
  const wanted = (text: string) => wantedAt(text, text.length);

  it('is wanted for a command only at the very beginning', () => {
    expect(wanted('/de')).toEqual({ kind: 'command', from: 0, query: 'de' });
    expect(wanted('/deck a')).toBeNull();
    expect(wanted('and/or')).toBeNull();
  });

  it('is wanted for people, channels and emoji behind a space', () => {
    expect(wanted('hi @be')).toEqual({ kind: 'person', from: 3, query: 'be' });
    expect(wanted('hi @Ana Ló')).toEqual({ kind: 'person', from: 3, query: 'Ana Ló' });
    expect(wanted('in #ge')).toEqual({ kind: 'channel', from: 3, query: 'ge' });
    expect(wanted('yes :ta')).toEqual({ kind: 'emoji', from: 4, query: 'ta' });
    for (const none of ['a@b', 'at 10:30', 'note: x', 'yes :']) expect(wanted(none)).toBeNull();
  });

  it('looks only at what stands before the caret', () => {
    expect(wantedAt('@be and more', 3)).toEqual({ kind: 'person', from: 0, query: 'be' });
  });

  it('puts names that begin with it before those that hold it as a later word', () => {
    expect(ranked(['Chloe Benson', 'Ben', 'Robert'], 'be', (name) => [name])).toEqual([
      'Ben',
      'Chloe Benson',
    ]);
  });
});

describe('formatting', () => {
  it('goes around the selection, and keeps it', () => {
    expect(wrapSelection('a bold word', { selectionStart: 2, selectionEnd: 6 }, '*')).toEqual({
      text: 'a *bold* word',
      caret: 3,
      end: 7,
    });
  });

  it('goes before each line for quotes and lists', () => {
    expect(wrapSelection('one\ntwo\nthree', { selectionStart: 5, selectionEnd: 9 }, '> ').text).toBe(
      'one\n> two\n> three',
    );
  });
});

it('an address holds conversation, thread or tab', () => {
  for (const hash of ['#C1', '#C1/17.01', '#D1/about', '#']) expect(placeHash(parsePlace(hash))).toBe(hash);
});
