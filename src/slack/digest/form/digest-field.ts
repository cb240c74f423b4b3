import type { Ask } from '../../../asks/schema.ts';
import type { DigestSettings } from '../../../digests/digest.ts';
import type { Frequency } from '../../../digests/schedule.ts';
import { type Field, fieldsFor } from '../../kit/form/field.ts';
import type { Fields } from '../../kit/form/form.ts';

/** The entries of the form that other fields depend on, and the time. */
export interface FormContext {
  channel?: string | undefined;
  every: Frequency;
  weekday: string;
  time: string;
  zone: string;
  words: string;
  deliver: DigestSettings['deliverTo']['kind'];
  /** The time in milliseconds since the epoch. */
  now: number;
}

export const field = fieldsFor<FormContext, DigestSettings>();

type ChoiceOf<F> =
  F extends Field<infer Raw, infer Value, infer _Context, infer _Target>
    ? Field<Raw, Value, FormContext, DigestSettings>
    : never;

/** Returns a field of an ask as a field of a digest. Its value becomes part of each ask. It has no section, so the form does not show it. */
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

/** Returns fields of an ask as fields of a digest that its form does not show. */
export function asChoices<F extends Fields>(fields: F) {
  const choices = Object.entries(fields).map(([key, field]) => [key, asChoice(field)]);
  return Object.fromEntries(choices) as { [Key in keyof F]: ChoiceOf<F[Key]> };
}
