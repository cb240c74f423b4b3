import { expect, test } from 'vitest';
import { encodeTyped } from '../client/typed-text.ts';
import type { Team } from '../workspace/model.ts';

const team = {
  people: [
    { id: 'U1', name: 'Ana', handle: 'ana' },
    { id: 'U2', name: 'Ana López', handle: 'lopez' },
    { id: 'U9', name: 'Deckhand', handle: 'deckhand' },
  ],
  channels: [
    { id: 'C1', kind: 'channel', name: 'general', members: [] },
    { id: 'C2', kind: 'private', name: 'leadership', members: ['U1'] },
  ],
} as unknown as Team;

test('typed names of people and channels become mentions, the longest name first', () => {
  expect(encodeTyped(team, '@Deckhand ask @Ana López and @lopez in #general, @here')).toBe(
    '<@U9> ask <@U2> and <@U2> in <#C1|general>, <!here>',
  );
});

test.each(['mail ana@ana.example', '`@Deckhand`', '@Anabel', '@Anaé', '#generally'])(
  'nobody is mentioned in %s',
  (text) => expect(encodeTyped(team, text)).toBe(text),
);

test('only members of a private channel can link it', () => {
  expect(encodeTyped(team, 'in #leadership', 'U1')).toBe('in <#C2|leadership>');
  expect(encodeTyped(team, 'in #leadership', 'U2')).toBe('in #leadership');
});
