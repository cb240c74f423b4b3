import type { Ask } from '../../../asks/schema.ts';
import type { DigestSettings } from '../../../digests/digest.ts';
import type { Frequency } from '../../../digests/schedule.ts';
import { type Field, fieldsFor } from '../../kit/form/field.ts';
import type { Fields } from '../../kit/form/form.ts';

/** What the tables of a digest's fields are written with. */

/** What fields of a digest go by besides themselves. */
export interface Around {
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

export const field = fieldsFor<Around, DigestSettings>();

type ChoiceOf<F> =
  F extends Field<infer Raw, infer Value, infer _Around, infer _Target>
    ? Field<Raw, Value, Around, DigestSettings>
    : never;

/**
 * A field of an ask: what is chosen in it goes along with each ask of the digest. On display in no section unless it is
 * given one.
 */
export function asChoice<Raw, Value>({
  id,
  label,
  required,
  control,
  initial,
  to,
  from,
}: Field<Raw, Value, { startFrom: 'text' }, Ask>): Field<Raw, Value, Around, DigestSettings> {
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

/** Fields of an ask that a digest only carries along. */
export function asChoices<F extends Fields>(fields: F) {
  const choices = Object.entries(fields).map(([key, field]) => [key, asChoice(field)]);
  return Object.fromEntries(choices) as { [Key in keyof F]: ChoiceOf<F[Key]> };
}
