import type { Ask } from '../../../asks/schema.ts';
import type { DigestSettings } from '../../../digests/digest.ts';
import type { Frequency } from '../../../digests/schedule.ts';
import { type Field, fieldsFor } from '../../kit/form/field.ts';
import type { Fields } from '../../kit/form/form.ts';

/** Building blocks of the table of a digest's fields. */

/** The entries that fields of a digest depend on, and the time. */
export interface FormContext {
  channel?: string | undefined;
  every: Frequency;
  weekday: string;
  time: string;
  zone: string;
  words: string;
  deliver: DigestSettings['deliverTo']['kind'];
  /** milliseconds since the epoch */
  now: number;
}

export const field = fieldsFor<FormContext, DigestSettings>();

type ChoiceOf<F> =
  F extends Field<infer Raw, infer Value, infer _Context, infer _Target>
    ? Field<Raw, Value, FormContext, DigestSettings>
    : never;

/**
 * A field of an ask whose value goes along with each ask of the digest. The caller gives it a section, unless it is only
 * carried.
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

/** Fields of an ask that a digest only carries. */
export function asChoices<F extends Fields>(fields: F) {
  const choices = Object.entries(fields).map(([key, field]) => [key, asChoice(field)]);
  return Object.fromEntries(choices) as { [Key in keyof F]: ChoiceOf<F[Key]> };
}
