import { expect, test } from 'vitest';
import { newDigestIn, newDigestValue } from '../../src/asks/mention/digest-words.ts';

test.each([
  [
    'a digest of <#C7|revenue> every Friday at 4 pm',
    { channel: 'C7', every: 'week', weekday: '5', time: '16:00' },
  ],
  [
    'sum up <#C7|revenue> every friday at 4pm for me',
    { channel: 'C7', every: 'week', weekday: '5', time: '16:00', deliver: 'person' },
  ],
  ['digests every friday at 16:00', { every: 'week', weekday: '5', time: '16:00' }],
  ['daily summary of <#C7|top-5> at 9', { channel: 'C7', every: 'day', time: '09:00' }],
  ['every two weeks on Monday, 8.30 Uhr', { every: 'two-weeks', weekday: '1', time: '08:30' }],
  ['Monday to Friday at 12am', { every: 'weekday', time: '00:00' }],
  ['a monthly recap of our top 5 customers', { every: 'month' }],
  [
    'a digest every friday at 3, short',
    { every: 'week', weekday: '5', time: '15:00', words: 'Keep it short.' },
  ],
  ['a digest every friday at 5.30', { every: 'week', weekday: '5', time: '17:30' }],
  ['a digest every day at 6 o’clock', { every: 'day', time: '18:00' }],
  ['a digest every day at 7', { every: 'day', time: '07:00' }],
  ['a digest every day at 3am', { every: 'day', time: '03:00' }],
  ['a digest every day at 03:00', { every: 'day', time: '03:00' }],
  ['a digest every day, 5 Uhr', { every: 'day', time: '05:00' }],
  ['a digest every morning at 6', { every: 'day', time: '06:00' }],
  ['my digests', {}],
])('the form of “%s” begins with what was said', (words, entries) => {
  expect(newDigestIn(newDigestValue(words))).toEqual(entries);
});

test('a forged value changes nothing that the form does not offer', () => {
  expect(newDigestIn('new channel=D1 every=hour weekday=9 time=25:00 person=U2 __proto__=x')).toEqual({});
  expect(newDigestIn(undefined)).toEqual({});
});
