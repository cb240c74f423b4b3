import { askFields } from '../kit/ask-fields/fields.ts';
import type { DigestField } from './form.ts';

/**
 * Names of the form's fields. Theme and template have the names they have in the deck form, whose searches they share; the
 * others begin with `digest_`, since a change of some of them is told to us.
 */
export const digestFields: Record<DigestField, string> = {
  channel: 'digest_channel',
  every: 'digest_every',
  weekday: 'digest_weekday',
  day: 'digest_day',
  time: 'digest_time',
  zone: 'digest_zone',
  line: 'digest_line',
  topics: 'digest_topics',
  words: 'digest_words',
  template: askFields.template.id,
  theme: askFields.theme.id,
  format: 'digest_format',
  exportAs: 'digest_export',
  threshold: 'digest_threshold',
  quiet: 'digest_quiet',
  deliver: 'digest_deliver',
  person: 'digest_person',
  link: 'digest_link',
};

/** Fields whose change draws the form anew: what is shown, and the next runs, go by them. */
export const drawingFields = ['every', 'weekday', 'day', 'time', 'zone', 'line', 'deliver'] as const;
