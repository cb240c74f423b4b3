import { expect, it } from 'vitest';
import { parseRecipients } from '../../../src/slack/kit/ask-fields/recipients.ts';

it('reads addresses however they are parted, each once', () => {
  const text = 'ana@example.com, ben@example.com;cleo@example.com\nana@example.com';
  expect(parseRecipients(text)).toEqual({
    recipients: ['ana@example.com', 'ben@example.com', 'cleo@example.com'],
    invalid: [],
  });
});

it('names those that are none', () => {
  expect(parseRecipients('ana@example.com, ben@, @cleo').invalid).toEqual(['ben@', '@cleo']);
});

it('takes an empty text for nobody', () => {
  expect(parseRecipients(' \n ')).toEqual({ recipients: [], invalid: [] });
});
