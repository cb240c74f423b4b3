import type { Topic } from '../../digests/digest.ts';
import type { Frequency } from '../../digests/schedule.ts';
import { ordinal, weekdayNames } from '../kit/schedule-words.ts';
import type { DigestForm } from './form.ts';

/** What the form's fixed menus offer: our word, and what people read. */
type Choices<Word extends string = string> = readonly (readonly [Word, string])[];

export const everyChoices: Choices<Frequency> = [
  ['day', 'Every day'],
  ['weekday', 'Monday to Friday'],
  ['week', 'Every week'],
  ['two-weeks', 'Every two weeks'],
  ['month', 'Every month'],
  ['cron', 'By a cron line'],
];

/** From Monday, as calendars of most countries have it. */
export const weekdayChoices: Choices = [1, 2, 3, 4, 5, 6, 0].map((day) => [
  String(day),
  weekdayNames[day] ?? '',
]);

export const dayChoices: Choices = [
  ...Array.from({ length: 28 }, (_, index): [string, string] => [String(index + 1), ordinal(index + 1)]),
  ...[29, 30, 31].map((day): [string, string] => [
    String(day),
    `${ordinal(day)}, or the last day of a shorter month`,
  ]),
  ['last', 'Last day'],
];

export const topicChoices: Choices<Topic> = [
  ['decisions', 'Decisions'],
  ['actions', 'Action items, with who does them'],
  ['questions', 'Open questions'],
  ['numbers', 'Numbers and dates'],
];

export const quietChoices: Choices<DigestForm['quiet']> = [
  ['say', 'Say in one line that it was quiet'],
  ['silent', 'Post nothing'],
];

export const deliverChoices: Choices<DigestForm['deliver']> = [
  ['channel', 'To the channel'],
  ['thread', 'Into one thread of the channel'],
  ['person', 'To a person'],
];
