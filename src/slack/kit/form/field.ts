import type { ViewOutput } from '@slack/bolt';
import type { InputBlock } from '@slack/types';
import type { z } from 'zod';

/** `view.state.values`: what stands in the blocks of a view, by `block_id` and `action_id`. */
export type Values = ViewOutput['state']['values'];

/** The words around an input block. */
export interface Labels {
  label: string;
  hint?: string;
  /** Slack itself asks for it; of the other fields Slack says "(optional)". */
  required?: boolean;
}

/**
 * A kind of input. `Raw` is what the form holds, valid or not: text as it was typed, what a menu has chosen. `Value` is what
 * that means once it is right.
 */
export interface Control<Raw, Value> {
  empty: Raw;
  /** @param raw is filled in, so that no redraw loses it */
  blocks(id: string, labels: Labels, raw: Raw): InputBlock[];
  /**
   * What stands in the blocks. Slack calls nothing chosen `undefined`, text that was cleared comes as an empty one.
   * @param carried what `carry` put aside
   */
  read(id: string, values: Values, carried: Raw | undefined): Raw | undefined;
  /** From `Raw` to `Value` and back. People read its messages. */
  schema: z.ZodType<Value, Raw>;
  /** For what comes back from `private_metadata`, which may be anything. */
  raw: z.ZodType<Raw>;
  /** What has to be remembered of a field that is on display; of one that is hidden, all is. */
  carry?(raw: Raw): Raw;
  /** The same input in the form of defaults, where it can say "No default"; without this, left empty it says that. */
  asDefault?: Control<Raw | undefined, Value | undefined>;
}

/**
 * A field of a form, all of it: `formOf` derives the rest. Methods get the form around the field.
 * @template Around what fields may go by: the entries of others, and what the form is told of its surroundings
 * @template Target what the form as a whole stands for, such as an ask
 */
export interface Field<Raw, Value, Around, Target> extends Labels {
  /** `block_id` and `action_id`. Slack keeps what was typed by it, so it stays the same whatever else is shown. */
  id: string;
  control: Control<Raw, Value>;
  /** Where it is drawn. A field without a section is never on display and only carries its value along. */
  section?: string;
  /** Before anybody fills it in. Left out: empty. */
  initial?: NoInfer<Raw>;
  /** Whether the form has this field now; always, where left out. A field that it has not is kept for later. */
  when?(around: Around): boolean;
  /** What is different in some forms. */
  vary?(around: Around): Partial<Pick<Field<Raw, Value, Around, Target>, Varying>>;
  /** Slack tells us of every change. */
  dispatch?: boolean;
  /** What is said where nothing stands in it. */
  missing?: string;
  /** What is wrong with it beside others; what is wrong by itself is the schema's. */
  check?(raw: Raw, around: Around): string | undefined;
  to?(value: Value, around: Around): Patch<Target>;
  from?(target: Partial<Target>): NoInfer<Value> | undefined;
  /** In a sentence on what was asked for, as mrkdwn; left out, it is not spoken of. */
  say?(value: NonNullable<Value>): string | undefined;
  /** Present where people can set a default: what it is called in a list, and how a default is said if not by `say`. */
  default?: { name: string; say?(value: NonNullable<Value>): string };
}
type Varying = 'label' | 'hint' | 'control' | 'section';

/** A part of the target; parts of several fields may lie in the same object. */
export type Patch<Target> = { [Key in keyof Target]?: Part<Target[Key]> };
type Part<Value> = Value extends readonly unknown[] ? Value : Value extends object ? Patch<Value> : Value;

/** Names the form that fields belong to, so that the type of each follows from its control. */
export function fieldsFor<Around, Target>() {
  return <Raw, Value>(field: Field<Raw, Value, Around, Target>) => field;
}

/** A field whose value stands in the target under its own name: `...at<Ask>()('title')`. */
export function at<Target>() {
  return <Key extends keyof Target>(key: Key) => ({
    to: (value: Target[Key] | undefined) => ({ [key]: value }) as Patch<Target>,
    from: (target: Partial<Target>): Target[Key] | undefined => target[key],
  });
}

/** As `at`, one level deeper: `...inside<Ask>()('images', 'model')`. */
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

/** Fields in another order: the named ones first, the rest as they stand in the table. */
export function inOrder<Fields extends object>(fields: Fields, first: (keyof Fields & string)[]): Fields {
  const named = first.map((key) => [key, fields[key]]);
  return { ...Object.fromEntries(named), ...fields };
}
