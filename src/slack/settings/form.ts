import type { Defaults } from '../../defaults/defaults.ts';
import { defaultFields } from '../kit/ask-fields/ask-form.ts';
import type { Field } from '../kit/form/field.ts';
import { type Fields, formOf } from '../kit/form/form.ts';

/** The owner of the defaults; `channel` is the one that the form was opened in. */
export type ScopeKind = 'person' | 'channel' | 'team';

/**
 * The form of one scope's defaults: fields of an ask, each of which may be left open. Slack keeps the content of a field by
 * its id, so the same field has another id in another scope.
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
