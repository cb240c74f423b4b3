import type { Defaults } from '../../defaults/defaults.ts';
import { defaultFields } from '../kit/ask-fields/ask-form.ts';
import type { Field } from '../kit/form/field.ts';
import { type Fields, formOf } from '../kit/form/form.ts';

/** Whose defaults the form shows; `channel` is the one that it was opened in. */
export type ScopeKind = 'person' | 'channel' | 'team';

/**
 * The form of one scope's defaults: the fields of an ask, each of which may be left open. Slack keeps what stands in a field
 * by its name, so that a field of another scope, which shows something else, has another one.
 */
export function settingsForm(scope: ScopeKind) {
  return formOf(
    Object.fromEntries(
      Object.entries<Fields[string]>(defaultFields).map(([key, field]) => [
        key,
        asSetting(key, field, scope),
      ]),
    ),
  );
}

function asSetting(
  key: string,
  { id, label, hint, control }: Fields[string],
  scope: ScopeKind,
): Field<unknown, unknown, object, Defaults> {
  return {
    id: `${scope}_${id}`,
    section: 'defaults',
    label,
    ...(hint && { hint }),
    control: control.asDefault ?? control,
    to: (value) => ({ [key]: value }),
    from: (defaults) => defaults[key as keyof Defaults],
  };
}
