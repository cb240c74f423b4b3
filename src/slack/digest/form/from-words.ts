import type { DigestForm } from './digest-form.ts';

/** The parts of the value of a button "New digest" that the form takes over. asks/mention/digest-words.ts writes the value. */
const PARTS = new Map([
  ['channel', /^C[A-Z0-9]{1,30}$/],
  ['every', /^(?:day|weekday|week|two-weeks|month)$/],
  ['weekday', /^[0-6]$/],
  ['deliver', /^person$/],
  ['time', /^(?:[01]\d|2[0-3]):[0-5]\d$/],
]);

/** Returns the entries in the value of a button "New digest". The value can be forged, so parts that are not valid are left out. */
export function entriesIn(
  value = '',
): Partial<Pick<DigestForm, 'channel' | 'every' | 'weekday' | 'deliver' | 'time'>> {
  const given = value.split(' ').map((part) => part.split('='));
  return Object.fromEntries(given.filter(([name = '', said = '']) => PARTS.get(name)?.test(said)));
}
