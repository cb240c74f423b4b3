import { type DigestSettings, settingsSchema } from '../../../digests/digest.ts';
import { type Schedule, scheduleSchema } from '../../../digests/schedule.ts';
import { type Entries, formOf } from '../../kit/form/form.ts';
import { digestFields } from './fields.ts';
import { whenFields } from './when-fields.ts';

/** The form of a digest. Some fields depend on the current time, so callers pass `now`, in milliseconds since the epoch. */
export const digestForm = formOf(digestFields);
const whenForm = formOf(whenFields);

/** The content of all fields of the form, valid or not. */
export type DigestForm = Entries<typeof digestFields>;

/** Returns the settings of the digest that the form describes. @throws ZodError if the form has errors */
export function settingsFromForm(form: DigestForm, now: number): DigestSettings {
  return settingsSchema.parse(digestForm.to({ ...form, now }));
}

/** Returns the schedule that the form describes; undefined if a field of the schedule has an error. */
export function scheduleFromForm(form: DigestForm, now: number): Schedule | undefined {
  const current = { ...form, now };
  const isValid = Object.keys(whenForm.check(current)).length === 0;
  return isValid ? scheduleSchema.parse(whenForm.to(current).schedule) : undefined;
}
