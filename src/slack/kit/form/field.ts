import type { ViewOutput } from '@slack/bolt';
import type { InputBlock } from '@slack/types';
import type { z } from 'zod';

/** `view.state.values`: the state of each element of a view, by `block_id` and then by `action_id`. */
export type Values = ViewOutput['state']['values'];

export interface Labels {
  label: string;
  hint?: string;
  /** If true, Slack does not submit the form while the input is empty. Slack marks all other inputs as optional. */
  required?: boolean;
}

/**
 * A kind of input, such as a text input or a menu. `Raw` is the content, valid or not, such as the typed text. `Value` is the decoded
 * content, such as a number.
 */
export interface Control<Raw, Value> {
  empty: Raw;
  /** Returns the blocks of the input. @param raw content that the input shows */
  blocks(id: string, labels: Labels, raw: Raw): InputBlock[];
  /**
   * Reads the input's content from the view's state: undefined if no option is chosen, '' if the person deleted the text.
   * @param carried the part of the content that `carry` has stored in the view's metadata
   */
  read(id: string, values: Values, carried: Raw | undefined): Raw | undefined;
  /** Decodes a `Raw` to a `Value`, and encodes a `Value` to a `Raw`. The error messages of the schema are shown at the field. */
  schema: z.ZodType<Value, Raw>;
  /** Checks a `Raw` that was read from `private_metadata`, which can be forged. */
  raw: z.ZodType<Raw>;
  /** Returns the part of a `Raw` that the blocks of the view cannot hold. The view's metadata stores this part. */
  carry?(raw: Raw): Raw;
  /** Variant of the input with an option "No default", for the form of defaults. Omitted if people can clear the input. */
  asDefault?: Control<Raw | undefined, Value | undefined>;
}

/**
 * Describes one field of a form. `formOf` derives a form from a table of fields.
 * @template Context the data on which fields depend: the content of other fields, and facts such as the current time
 * @template Target the data that the whole form describes, such as an ask
 */
export interface Field<Raw, Value, Context, Target> extends Labels {
  /** The input's `block_id`, and usually its `action_id`. Slack would clear typed text if they changed when the form is redrawn. */
  id: string;
  control: Control<Raw, Value>;
  /** The section of the form that shows the field. If omitted, the field is never visible, and the view's metadata stores its content. */
  section?: string;
  /** The field's content in a new form. If omitted, the field is empty. */
  initial?: NoInfer<Raw>;
  /** Returns whether the form shows the field in this context; always true if omitted. The content of a hidden field is kept. */
  when?(context: Context): boolean;
  /** Returns properties that replace the field's own properties in this context, such as another label. */
  vary?(context: Context): Partial<Pick<Field<Raw, Value, Context, Target>, Varying>>;
  /** If true, Slack reports every change of the input to Deckhand at once (`dispatch_action`). */
  dispatch?: boolean;
  /** Error message if the field is empty. If omitted, the field may be empty. */
  missing?: string;
  /** Returns an error message that depends on other fields (the context). The control's schema returns all other error messages. */
  check?(raw: Raw, context: Context): string | undefined;
  /** Returns the properties of the target (such as an ask) that the field's value sets. Omitted for a field that changes only the form. */
  to?(value: Value, context: Context): Patch<Target>;
  /** Returns the field's value for an existing target (such as an ask); undefined if the target has none. */
  from?(target: Partial<Target>): NoInfer<Value> | undefined;
  /** Returns a phrase about the value for a summary, as mrkdwn; undefined if the summary leaves the field out. */
  say?(value: NonNullable<Value>, context: Context): string | undefined;
  /** Set if people can save a default value for this field. `name` is the field's name in lists. `say` replaces the field's own `say`. */
  default?: { name: string; say?(value: NonNullable<Value>): string };
}
type Varying = 'label' | 'hint' | 'control' | 'required' | 'section';

/** Some properties of a target, such as an ask. Patches of all fields are merged, including nested objects. */
export type Patch<Target> = { [Key in keyof Target]?: Part<Target[Key]> };
type Part<Value> = Value extends readonly unknown[] ? Value : Value extends object ? Patch<Value> : Value;

/** Returns a function that creates a field. The function lets TypeScript infer the types of a field from its control. */
export function fieldsFor<Context, Target>() {
  return <Raw, Value>(field: Field<Raw, Value, Context, Target>) => field;
}

/** Returns the functions `to` and `from` of a field that sets one property of the target, for example `...at<Ask>()('title')`. */
export function at<Target>() {
  return <Key extends keyof Target>(key: Key) => ({
    to: (value: Target[Key] | undefined) => ({ [key]: value }) as Patch<Target>,
    from: (target: Partial<Target>): Target[Key] | undefined => target[key],
  });
}

/** Returns the functions `to` and `from` of a field that sets a nested property, for example `...inside<Ask>()('images', 'model')`. */
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
