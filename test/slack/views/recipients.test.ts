import { expect, it } from 'vitest';
import { parseRecipients } from '../../../src/slack/kit/ask-fields/more-fields.ts';

it('splits addresses at any separator, without duplicates', () => {
  const text = 'ana@example.com, ben@example.com;cleo@example.com\nana@example.com';
  expect(parseRecipients(text)).toEqual({
    recipients: ['ana@example.com', 'ben@example.com', 'cleo@example.com'],
    invalid: [],
  });
});

it('returns words that are not addresses', () => {
  expect(parseRecipients('ana@example.com, ben@, @cleo').invalid).toEqual(['ben@', '@cleo']);
});

it.each([
  'müller@example.de',
  'a@münchen.de',
  'användare@exempel.se',
  '用户@例子.公司',
  "o'brien+deck@mail.example.co.uk",
  'ana@xn--mnchen-3ya.de',
  'ana@example.xn--p1ai',
])('%s is an address', (address) => {
  expect(parseRecipients(address)).toEqual({ recipients: [address], invalid: [] });
});

it.each(['ana', '@example.com', 'ana@example', 'ana@@example.com', '.ana@example.com', 'a..b@example.com'])(
  '%s is none',
  (word) => {
    expect(parseRecipients(word)).toEqual({ recipients: [], invalid: [word] });
  },
);

it('returns no recipients for an empty text', () => {
  expect(parseRecipients(' \n ')).toEqual({ recipients: [], invalid: [] });
});
