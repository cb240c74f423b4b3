import type { ViewOutput } from '@slack/bolt';
import type { InputBlock } from '@slack/types';
import type { z } from 'zod';

/** `view.state.values`: the state of each element of a view, by `block_id` and `action_id`. */
export type Values = ViewOutput['state']['values'];

/** The text around an input. */
export interface Labels {
  label: string;
  hint?: string;
  /** If true, Slack does not submit the form without a value. Slack marks all other fields as optional. */
  required?: boolean;
}

/**
 * A kind of input. `Raw` is its content, valid or not, such as the typed text or the chosen option. A valid `Raw` is decoded to
 * a `Value`.
 */
export interface Control<Raw, Value> {
  empty: Raw;
  /** Returns the blocks of the input. @param raw the content to show */
  blocks(id: string, labels: Labels, raw: Raw): InputBlock[];
  /**
   * Reads the content from the state of the view. Undefined if nothing is chosen; cleared text is an empty string.
   * @param carried the result of `carry`
   */
  read(id: string, values: Values, carried: Raw | undefined): Raw | undefined;
  /** Decodes a `Raw` to a `Value`, and encodes it back. Its error messages are shown at the field. */
  schema: z.ZodType<Value, Raw>;
  /** Checks a value from `private_metadata`, which may be anything. */
  raw: z.ZodType<Raw>;
  /** Returns the part of a `Raw` that the blocks cannot hold, to keep it in the metadata. */
  carry?(raw: Raw): Raw;
  /** The same input with the option "No default", for the form of defaults. Omitted if the input can be empty. */
  asDefault?: Control<Raw | undefined, Value | undefined>;
}

/**
 * Everything about one field. `formOf` derives a form from a table of them.
 * @template Context the data that fields depend on: other entries, and facts such as the current time
 * @template Target the data that the whole form describes, such as an ask
 */
export interface Field<Raw, Value, Context, Target> extends Labels {
  /** `block_id` and `action_id`. Slack keeps typed text under them, so they must not change when the form is redrawn. */
  id: string;
  control: Control<Raw, Value>;
  /** The section of the form that shows the field. If omitted, the field is never visible, and its value is kept in the metadata. */
  section?: string;
  /** The content in a new form. If omitted, the field is empty. */
  initial?: NoInfer<Raw>;
  /** Returns whether the form has the field now. If omitted, it always has. The content of an absent field is kept. */
  when?(context: Context): boolean;
  /** Returns properties that are different for this context, such as the label. */
  vary?(context: Context): Partial<Pick<Field<Raw, Value, Context, Target>, Varying>>;
  /** If true, Slack sends every change of the field (`dispatch_action`). */
  dispatch?: boolean;
  /** The error for an empty field. If omitted, the field may be empty. */
  missing?: string;
  /** Returns an error that depends on the context. Other errors come from the schema of the control. */
  check?(raw: Raw, context: Context): string | undefined;
  /** Returns the properties of the target that the value sets. Omitted for a field that only changes the form. */
  to?(value: Value, context: Context): Patch<Target>;
  /** Returns the value in a target, if it has one. */
  from?(target: Partial<Target>): NoInfer<Value> | undefined;
  /** Returns the phrase for a summary, as mrkdwn; undefined to omit the field. */
  say?(value: NonNullable<Value>, context: Context): string | undefined;
  /** Set if people can save a default for the field: its name in lists, and its phrase if `say` does not fit. */
  default?: { name: string; say?(value: NonNullable<Value>): string };
}
type Varying = 'label' | 'hint' | 'control' | 'required' | 'section';

/** A partial target. Several fields may set properties of the same nested object. */
export type Patch<Target> = { [Key in keyof Target]?: Part<Target[Key]> };
type Part<Value> = Value extends readonly unknown[] ? Value : Value extends object ? Patch<Value> : Value;

/** Sets the types of a form, so that TypeScript can infer the types of each field from its control. */
export function fieldsFor<Context, Target>() {
  return <Raw, Value>(field: Field<Raw, Value, Context, Target>) => field;
}

/** Sets and reads one property of the target: `...at<Ask>()('title')`. */
export function at<Target>() {
  return <Key extends keyof Target>(key: Key) => ({
    to: (value: Target[Key] | undefined) => ({ [key]: value }) as Patch<Target>,
    from: (target: Partial<Target>): Target[Key] | undefined => target[key],
  });
}

/** Sets and reads a property one level deeper: `...inside<Ask>()('images', 'model')`. */
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

/** Returns the fields in another order: first the named ones, then the others. */
export function inOrder<Fields extends object>(fields: Fields, first: (keyof Fields & string)[]): Fields {
  const named = first.map((key) => [key, fields[key]]);
  return { ...Object.fromEntries(named), ...fields };
}
