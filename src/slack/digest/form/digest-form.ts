import { type DigestSettings, settingsSchema } from '../../../digests/digest.ts';
import { type Schedule, scheduleSchema } from '../../../digests/schedule.ts';
import { type Entries, formOf } from '../../kit/form/form.ts';
import { digestFields } from './fields.ts';
import { whenFields } from './when-fields.ts';

/** The form of a digest. Some fields depend on the time, so callers add `now` in milliseconds since the epoch. */
export const digestForm = formOf(digestFields);
const whenForm = formOf(whenFields);

/** The entries of the form, which may have errors. */
export type DigestForm = Entries<typeof digestFields>;

/**
 * Returns the settings in a form that has no errors.
 * @throws ZodError if the form was not checked before
 */
export function settingsFromForm(form: DigestForm, now: number): DigestSettings {
  return settingsSchema.parse(digestForm.to({ ...form, now }));
}

/** Returns the schedule in the form; undefined if its fields have errors. */
export function scheduleFromForm(form: DigestForm, now: number): Schedule | undefined {
  const current = { ...form, now };
  const isValid = Object.keys(whenForm.check(current)).length === 0;
  return isValid ? scheduleSchema.parse(whenForm.to(current).schedule) : undefined;
}
