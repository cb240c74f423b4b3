import type { Ask } from '../../../asks/schema.ts';
import type { DigestSettings } from '../../../digests/digest.ts';
import type { Frequency } from '../../../digests/schedule.ts';
import { type Field, fieldsFor } from '../../kit/form/field.ts';
import type { Fields } from '../../kit/form/form.ts';

/** Entries of the form on which other fields depend, and the current time. */
export interface FormContext {
  channel?: string | undefined;
  every: Frequency;
  weekday: string;
  time: string;
  zone: string;
  words: string;
  deliver: DigestSettings['deliverTo']['kind'];
  /** The current time, in milliseconds since the epoch. */
  now: number;
}

export const field = fieldsFor<FormContext, DigestSettings>();

type ChoiceOf<F> =
  F extends Field<infer Raw, infer Value, infer _Context, infer _Target>
    ? Field<Raw, Value, FormContext, DigestSettings>
    : never;

/**
 * Converts a field of an ask to a field of a digest. The field's value becomes part of each ask of the digest. The field has no section,
 * so the form shows it only if the caller adds a section.
 */
export function asChoice<Raw, Value>({
  id,
  label,
  required,
  control,
  initial,
  to,
  from,
}: Field<Raw, Value, { startFrom: 'text' }, Ask>): Field<Raw, Value, FormContext, DigestSettings> {
  return {
    id,
    label,
    ...(required && { required }),
    control,
    ...(initial !== undefined && { initial }),
    to: (value) => ({ choices: to?.(value, { startFrom: 'text' }) }),
    from: ({ choices }) => choices && from?.(choices),
  };
}

/** Converts fields of an ask to fields of a digest that the digest's form does not show. */
export function asChoices<F extends Fields>(fields: F) {
  const choices = Object.entries(fields).map(([key, field]) => [key, asChoice(field)]);
  return Object.fromEntries(choices) as { [Key in keyof F]: ChoiceOf<F[Key]> };
}
