import type { ViewOutput } from '@slack/bolt';
import type { InputBlock } from '@slack/types';
import type { z } from 'zod';

/** `view.state.values`: the state of each element of a view, by `block_id` and then by `action_id`. */
export type Values = ViewOutput['state']['values'];

/** The text around an input. */
export interface Labels {
  label: string;
  hint?: string;
  /** If true, Slack submits the form only if the input has a value. Slack marks all other inputs as optional. */
  required?: boolean;
}

/**
 * A kind of input. `Raw` is the content of the input, valid or not, such as the typed text or the chosen option. A valid `Raw` is decoded
 * to a `Value`.
 */
export interface Control<Raw, Value> {
  empty: Raw;
  /** Returns the blocks of the input. @param raw content to show */
  blocks(id: string, labels: Labels, raw: Raw): InputBlock[];
  /**
   * Reads the input's content from the state of the view. Returns undefined if no option is chosen. Cleared text is an empty string.
   * @param carried the part of the content that `carry` has put into the metadata
   */
  read(id: string, values: Values, carried: Raw | undefined): Raw | undefined;
  /** Decodes a `Raw` to a `Value`, and encodes a `Value` to a `Raw`. Its error messages are shown at the field. */
  schema: z.ZodType<Value, Raw>;
  /** Checks a `Raw` from `private_metadata`, which may contain anything. */
  raw: z.ZodType<Raw>;
  /** Returns the part of a `Raw` that the blocks cannot hold. This part is kept in the metadata. */
  carry?(raw: Raw): Raw;
  /** The input with the option "No default", for the form of defaults. Omitted if the input can be cleared without this option, like text. */
  asDefault?: Control<Raw | undefined, Value | undefined>;
}

/**
 * Everything about one field. `formOf` derives a form from a table of fields.
 * @template Context the data on which fields depend: the content of other fields, and facts such as the current time
 * @template Target the data that the whole form describes, such as an ask
 */
export interface Field<Raw, Value, Context, Target> extends Labels {
  /** The `block_id` and `action_id`. Slack keeps typed text by these ids, so they must stay the same when the form is redrawn. */
  id: string;
  control: Control<Raw, Value>;
  /** The section of the form that shows the field. If omitted, the field is never visible and its content is kept in the metadata. */
  section?: string;
  /** The field's content in a new form. If omitted, the field is empty. */
  initial?: NoInfer<Raw>;
  /**
   * Returns true if the form has the field in this context. If omitted, the form always has the field. The content of a field is kept while
   * the form does not have the field.
   */
  when?(context: Context): boolean;
  /** Returns the properties that are different in this context, such as the label. */
  vary?(context: Context): Partial<Pick<Field<Raw, Value, Context, Target>, Varying>>;
  /** If true, Slack sends every change of the field at once (`dispatch_action`). */
  dispatch?: boolean;
  /** Error message if the field is empty. If omitted, the field may be empty. */
  missing?: string;
  /** Returns an error message that depends on the context. Other error messages come from the schema of the control. */
  check?(raw: Raw, context: Context): string | undefined;
  /** Returns the properties of the target that the value sets. Omitted for a field that changes only the form. */
  to?(value: Value, context: Context): Patch<Target>;
  /** Returns the field's value in a target; undefined if the target has none. */
  from?(target: Partial<Target>): NoInfer<Value> | undefined;
  /** Returns the phrase for the value in a summary, as mrkdwn; undefined if the summary leaves the field out. */
  say?(value: NonNullable<Value>, context: Context): string | undefined;
  /**
   * Set if people can save a default for this field. `name` is the field's name in lists of defaults. `say` returns the phrase for a
   * default; without it, the `say` of the field is used.
   */
  default?: { name: string; say?(value: NonNullable<Value>): string };
}
type Varying = 'label' | 'hint' | 'control' | 'required' | 'section';

/** A partial target. Several fields may set different properties of the same nested object. */
export type Patch<Target> = { [Key in keyof Target]?: Part<Target[Key]> };
type Part<Value> = Value extends readonly unknown[] ? Value : Value extends object ? Patch<Value> : Value;

/** Returns a function that creates a field of this context and target. It lets TypeScript infer the types of each field from its control. */
export function fieldsFor<Context, Target>() {
  return <Raw, Value>(field: Field<Raw, Value, Context, Target>) => field;
}

/** Returns `to` and `from` of a field for one property of the target: `...at<Ask>()('title')`. */
export function at<Target>() {
  return <Key extends keyof Target>(key: Key) => ({
    to: (value: Target[Key] | undefined) => ({ [key]: value }) as Patch<Target>,
    from: (target: Partial<Target>): Target[Key] | undefined => target[key],
  });
}

/** Returns `to` and `from` of a field for a property of a nested object: `...inside<Ask>()('images', 'model')`. */
export function inside<Target>() {
  return <Outer extends keyof Target, Inner extends keyof NonNullable<Target[Outer]>>(
    outer: Outer,
    inner: Inner,
  ) => ({
    to: (value: NonNullable<Target[Outer]>[Inner] | undefined) =>
      ({ [outer]: { [inner]: value } }) as Patch<Target>,
    from: (target: Partial<Target>): NonNullable<Target[Outer]>[Inner] | undefined => target[outer]?.[inner],
  });
}

/** Returns the fields in another order: first the fields in `first`, then all other fields. */
export function inOrder<Fields extends object>(fields: Fields, first: (keyof Fields & string)[]): Fields {
  const named = first.map((key) => [key, fields[key]]);
  return { ...Object.fromEntries(named), ...fields };
}
