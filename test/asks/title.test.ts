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
  ['Bitte eine kurze Präsentation, 4 Folien, über unsere Reparaturen', 'unsere Reparaturen'],
  ['Eine Präsentation über unsere Reparaturen', 'unsere Reparaturen'],
  ['mach mir bitte 4 Folien über unsere Reparaturen', 'unsere Reparaturen'],
  ['Bitte 4 Folien über unsere Reparaturen', 'unsere Reparaturen'],
  ['Erstelle eine kurze Präsentation, vier Folien, über Tee', 'Tee'],
  ['une présentation de 5 diapos sur nos vélos', 'nos vélos'],
  ['fais une diapo sur le thé', 'le thé'],
  ['una presentación sobre el té, por favor', 'el té'],
  ['please a short deck, 5 slides, about our repairs', 'our repairs'],
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
  'Eine Woche im Leben einer Floristin',
  'ein Bericht zur Lage',
  'une histoire de la bicyclette',
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
