import { type DigestSettings, settingsSchema } from '../../../digests/digest.ts';
import { type Schedule, scheduleSchema } from '../../../digests/schedule.ts';
import { type Entries, formOf } from '../../kit/form/form.ts';
import { digestFields } from './fields.ts';
import { whenFields } from './when-fields.ts';

/** The form of a digest. Some fields depend on the time, so calls add `now` to the form: milliseconds since the epoch. */
export const digestForm = formOf(digestFields);
const whenForm = formOf(whenFields);

/** The content of the form, valid or not. */
export type DigestForm = Entries<typeof digestFields>;

/**
 * The settings that a form without errors stands for; a fortnightly digest begins on the next such day.
 * @throws ZodError where the form was not checked before
 */
export function settingsFromForm(form: DigestForm, now: number): DigestSettings {
  return settingsSchema.parse(digestForm.to({ ...form, now }));
}

/** The schedule that the form stands for; undefined while it has errors. */
export function scheduleFromForm(form: DigestForm, now: number): Schedule | undefined {
  const current = { ...form, now };
  const isRight = Object.keys(whenForm.check(current)).length === 0;
  return isRight ? scheduleSchema.parse(whenForm.to(current).schedule) : undefined;
}
