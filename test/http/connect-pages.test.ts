import { expect, test } from 'vitest';
import { codePage, startPage } from '../../src/http/connect-pages.ts';

/** Anybody can choose the name of a person or a workspace, so a page quotes it. */

const slackUrl = 'https://northwind.slack.com/';
const person = `Ana. Your account is blocked, call ${'0 '.repeat(200)}`;
const words = ({ lines }: { lines: string[] }) => lines.join(' ');

test.each([
  ['before the sign-in', startPage('Gamma', { person, team: person, slackUrl }, 'https://x.test')],
  ['with the code', codePage('Gamma', '123456', { person, slackUrl })],
])('names on the page %s are quoted and short', (_, page) => {
  expect(words(page)).toContain('“Ana. Your account is blocked');
  expect(words(page).length).toBeLessThan(800);
  expect(words(page).replace(/“[^”]*”/g, '')).not.toContain('Ana');
});

test('a person without a name is “you”', () => {
  expect(words(codePage('Gamma', '123456', { slackUrl }))).toContain('Deckhand has sent you a message');
});
