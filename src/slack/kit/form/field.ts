import type { ViewOutput } from '@slack/bolt';
import type { InputBlock } from '@slack/types';
import type { z } from 'zod';

/** `view.state.values`: the state of each element of a view, by `block_id` and `action_id`. */
export type Values = ViewOutput['state']['values'];

/** The text around an input. */
export interface Labels {
  label: string;
  hint?: string;
  /** Slack refuses the form without it, and marks all other fields as optional. */
  required?: boolean;
}

/**
 * A kind of input. The form holds a `Raw`, valid or not: the text as it was typed, the option that was chosen. A `Raw` that
 * is right means a `Value`.
 */
export interface Control<Raw, Value> {
  empty: Raw;
  /** @param raw is filled in, so that it survives a redraw */
  blocks(id: string, labels: Labels, raw: Raw): InputBlock[];
  /**
   * Reads the blocks back. Undefined where nothing is chosen; text that was cleared is empty.
   * @param carried as `carry` made it
   */
  read(id: string, values: Values, carried: Raw | undefined): Raw | undefined;
  /** Decodes a `Raw` into a `Value` and encodes it back. Its messages are shown at the field. */
  schema: z.ZodType<Value, Raw>;
  /** Checks what comes back in `private_metadata`, which may be anything. */
  raw: z.ZodType<Raw>;
  /** The part of a `Raw` that the blocks do not hold, to be remembered while they are on display. */
  carry?(raw: Raw): Raw;
  /** The same input in the form of defaults, with a choice "No default". Left out where the input can be left empty. */
  asDefault?: Control<Raw | undefined, Value | undefined>;
}

/**
 * Everything about one field; `formOf` derives the form from a table of these.
 * @template Context the other entries that fields depend on, and what the form is told besides, such as the time
 * @template Target the data that the form as a whole stands for, such as an ask
 */
export interface Field<Raw, Value, Context, Target> extends Labels {
  /** `block_id` and `action_id`. Slack keeps typed text by them, so they stay the same whatever else is on display. */
  id: string;
  control: Control<Raw, Value>;
  /** The part of the form that shows it. A field without a section is never on display: its value is only carried. */
  section?: string;
  /** Its content in a new form; empty where left out. */
  initial?: NoInfer<Raw>;
  /** Whether the form has the field now; always, where left out. Otherwise its content is kept for later. */
  when?(context: Context): boolean;
  /** Differences in some forms. */
  vary?(context: Context): Partial<Pick<Field<Raw, Value, Context, Target>, Varying>>;
  /** Slack reports every change. */
  dispatch?: boolean;
  /** The error where it is empty. */
  missing?: string;
  /** The error that depends on other fields; the schema's messages say the rest. */
  check?(raw: Raw, context: Context): string | undefined;
  /** The part of the target that the value is; none for a field that only steers the form. */
  to?(value: Value, context: Context): Patch<Target>;
  /** The value in a target; undefined where the target says nothing of it. */
  from?(target: Partial<Target>): NoInfer<Value> | undefined;
  /** The phrase in a summary, as mrkdwn; the summary leaves the field out where there is none. */
  say?(value: NonNullable<Value>, context: Context): string | undefined;
  /** Set where people can have a default: its name in lists, and its phrase where that is not `say`'s. */
  default?: { name: string; say?(value: NonNullable<Value>): string };
}
type Varying = 'label' | 'hint' | 'control' | 'required' | 'section';

/** A part of the target. Several fields may set parts of the same object. */
export type Patch<Target> = { [Key in keyof Target]?: Part<Target[Key]> };
type Part<Value> = Value extends readonly unknown[] ? Value : Value extends object ? Patch<Value> : Value;

/** Fixes the types of the form; those of each field follow from its control. */
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

/** The fields in another order: the named ones first, then the rest of the table. */
export function inOrder<Fields extends object>(fields: Fields, first: (keyof Fields & string)[]): Fields {
  const named = first.map((key) => [key, fields[key]]);
  return { ...Object.fromEntries(named), ...fields };
}
