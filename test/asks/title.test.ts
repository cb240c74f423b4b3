import { expect, test } from 'vitest';
import { titleIn } from '../../src/asks/title.ts';

test.each([
  [
    'hey there:) I need to present our spring campaign to wholesale buyers next Tuesday, can you help?',
    'our spring campaign to wholesale buyers next Tuesday',
  ],
  [
    'Guten Morgen! Könntest du mir bitte eine Präsentation über unsere Frühjahrskampagne machen, 7 Folien, für den Vertrieb?',
    'unsere Frühjahrskampagne, für den Vertrieb',
  ],
  ['our renewals, sorry for the typo', 'our renewals'],
  ['Hallo zusammen, ich brauche eine kurze Präsentation über Tee, danke', 'Tee'],
  ['Bonjour ! Pourriez-vous me faire une présentation sur nos tarifs, s’il vous plaît ?', 'nos tarifs'],
  ['hi, could you please make us a deck about pricing? thanks', 'pricing'],
  ['our autumn collection for wholesale buyers, please', 'our autumn collection for wholesale buyers'],
  ['We need a short presentation on onboarding', 'onboarding'],
  ['I would need a board update', 'board update'],
  ['I need a pitch for Alpinhuset by Thursday', 'pitch for Alpinhuset by Thursday'],
])('the title of “%s”', (prompt, title) => {
  expect(titleIn(prompt)).toBe(title);
});

test.each([
  'our spring launch',
  'why do we ship so late?',
  'hi-fi systems for beginners',
  'Hello Kitty and her fans',
  'Hallo Welt in zehn Sprachen',
  'We need to hire two engineers',
  'tea, 7 slides of history and 3 of taste',
  'please',
  'hi there',
  'Can you help? A guide for support',
  'How we say sorry for delays',
])('“%s” is a title as it is', (prompt) => {
  expect(titleIn(prompt)).toBe(prompt);
});

test('a long text is searched in linear time', () => {
  for (const part of ['hi, ', ',, ', ' please', ', 7 slides', '!?'])
    expect(titleIn(part.repeat(100_000)).length).toBeGreaterThan(0);
});
