import type { InputBlock } from '@slack/types';
import { z } from 'zod';
import { type Field, inOrder, type Patch, type Values } from './field.ts';

/** Everything that a form does, derived from the table of its fields. Nothing here knows what a form is about. */

/** A table of fields; the order is that on display within each section. */
// biome-ignore lint/suspicious/noExplicitAny: a table holds fields of any type; what comes out is typed by `RawsOf`
export type Fields<Around = any, Target = any> = Record<string, Field<any, any, Around, Target>>;

type RawOf<F> = F extends Field<infer Raw, infer _Value, infer _Around, infer _Target> ? Raw : never;
type ValueOf<F> = F extends Field<infer _Raw, infer Value, infer _Around, infer _Target> ? Value : never;
type AroundOf<F> = F extends Field<infer _Raw, infer _Value, infer Around, infer _Target> ? Around : never;
type TargetOf<F> = F extends Field<infer _Raw, infer _Value, infer _Around, infer Target> ? Target : never;

/** What a person has put into a form so far, valid or not. */
export type Entries<F extends Fields> = Optional<{ [Key in keyof F]: RawOf<F[Key]> }>;
type Optional<Raws> = { [Key in keyof Raws as undefined extends Raws[Key] ? never : Key]: Raws[Key] } & {
  [Key in keyof Raws as undefined extends Raws[Key] ? Key : never]?: Raws[Key];
};

/** A view that was drawn from the form, as Slack gives it back. */
export interface FormView {
  state: { values: Values };
  /** See metadata.ts. */
  private_metadata: string;
}

/** What is wrong with a form, keyed by the block at which Slack says it; empty where it is right. */
export type FieldErrors = Record<string, string>;

export interface Form<F extends Fields, Around, Target> {
  fields: F;
  initial: Entries<F>;
  /** @param only `filled` where the section is folded: nothing that a person has set is ever out of sight */
  draw(form: Entries<F> & Around, section: string, only?: 'filled'): InputBlock[];
  /** Everything in a view comes from the person's Slack: what is not right counts as not there. */
  read(view: FormView): Entries<F>;
  /** What is not on display. A value in both places could bring back what was cleared. */
  carried(form: Entries<F> & Around): object;
  check(form: Entries<F> & Around): FieldErrors;
  /**
   * What the form stands for, still to be parsed as a whole.
   * @throws ZodError where the form was not checked before
   */
  to(form: Entries<F> & Around): Patch<Target>;
  from(target: Partial<Target>): Entries<F>;
  /** Entries from values by the names of the fields, such as defaults; none for what is left out. */
  entries(values: { [Key in keyof F]?: ValueOf<F[Key]> }): Partial<Entries<F>>;
  /** True where something stands in a field of the section. */
  isFilled(form: Entries<F>, section: string): boolean;
  /** Phrases on the target, as mrkdwn. @param first fields that are spoken of before the others */
  said(target: Partial<Target>, first: (keyof F & string)[]): string[];
}

export function formOf<F extends Fields>(fields: F): Form<F, AroundOf<F[keyof F]>, TargetOf<F[keyof F]>> {
  type Around = AroundOf<F[keyof F]>;
  type Target = TargetOf<F[keyof F]>;
  type Whole = Entries<F> & Around;
  const rows = Object.entries(fields);
  const initial = gather((_, field) => initialOf(field));

  function gather(rawOf: (key: keyof F & string, field: Fields[string]) => unknown): Entries<F> {
    return Object.fromEntries(rows.map(([key, field]) => [key, rawOf(key, field)])) as Entries<F>;
  }

  /** The fields that the form has now, each as it is in this form. */
  function present(form: Whole): { key: keyof F & string; field: Fields[string]; raw: unknown }[] {
    return rows
      .filter(([, field]) => isThere(field, form))
      .map(([key, field]) => ({ key, field: { ...field, ...field.vary?.(form) }, raw: form[key] }));
  }

  function from(target: Partial<Target>): Entries<F> {
    return gather((_, field) => {
      const value = field.from?.(target);
      return value === undefined ? initialOf(field) : (encoded(field, value) ?? initialOf(field));
    });
  }

  return {
    fields,
    initial,
    draw: (form, section, only) =>
      present(form)
        .filter(({ field, raw }) => field.section === section && (only !== 'filled' || isFilled(raw)))
        .flatMap(({ field, raw }) =>
          field.control
            .blocks(field.id, field, raw)
            .map((block) => ({ ...block, ...(field.dispatch && { dispatch_action: true }) })),
        ),
    read({ state: { values }, private_metadata }) {
      const carried = metadataIn(private_metadata);
      return gather((key, field) => {
        const remembered = field.control.raw.safeParse(carried[key]).data;
        const shown = values[field.id] !== undefined;
        const raw = shown ? field.control.read(field.id, values, remembered) : remembered;
        return raw ?? initialOf(field);
      });
    },
    carried(form) {
      const onDisplay = present(form).flatMap(({ key, field }) => (field.section ? [key] : []));
      return Object.fromEntries(
        rows.flatMap(([key, field]) => {
          const raw: unknown = form[key];
          if (onDisplay.includes(key)) return field.control.carry ? [[key, field.control.carry(raw)]] : [];
          return raw === undefined || raw === initialOf(field) ? [] : [[key, raw]];
        }),
      );
    },
    check: (form) =>
      Object.fromEntries(
        present(form).flatMap(({ field, raw }) => {
          const fault = field.section !== undefined && faultOf(field, raw, form);
          return fault ? [[field.id, fault]] : [];
        }),
      ),
    to: (form) =>
      merged(
        present(form).map(({ field, raw }) => field.to?.(decoded(field, raw), form) ?? {}),
      ) as Patch<Target>,
    from,
    entries: (values) =>
      Object.fromEntries(
        rows.flatMap(([key, field]) => {
          const raw = values[key] === undefined ? undefined : encoded(field, values[key]);
          return raw === undefined ? [] : [[key, raw]];
        }),
      ) as Partial<Entries<F>>,
    isFilled: (form, section) =>
      Object.entries(form).some(([key, raw]) => fields[key]?.section === section && isFilled(raw)),
    said: (target, first) => {
      const form = from(target) as Whole;
      return Object.values(inOrder(fields, first)).flatMap((field) =>
        isThere(field, form) ? (phraseOf(field, field.from?.(target)) ?? []) : [],
      );
    },
  };
}

/** The fields of a table whose every change Slack tells us, by `action_id`. */
export function dispatching(fields: Fields): string[] {
  return Object.values(fields).flatMap(({ id, dispatch }) => (dispatch ? [id] : []));
}

export function metadataIn(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

function initialOf({ initial, control }: Fields[string]): unknown {
  return initial ?? control.empty;
}

/** People cannot mend what is never on display: there, what is wrong counts as not there. */
function decoded({ control, section }: Fields[string], raw: unknown): unknown {
  return section === undefined ? z.safeDecode(control.schema, raw).data : z.decode(control.schema, raw);
}

/** Undefined for a value that cannot stand in the field, such as one that was kept under older rules. */
function encoded({ control }: Fields[string], value: unknown): unknown {
  return z.safeEncode(control.schema, value).data;
}

function isThere(field: Fields[string], form: unknown): boolean {
  return field.when?.(form) ?? true;
}

function phraseOf(field: Fields[string], value: unknown): string | undefined {
  return value === undefined ? undefined : field.say?.(value);
}

function isFilled(raw: unknown): boolean {
  return raw !== undefined && raw !== '';
}

/** What to mend first. */
function faultOf(field: Fields[string], raw: unknown, form: unknown): string | undefined {
  if (field.missing && !isFilled(raw)) return field.missing;
  const { error } = z.safeDecode(field.control.schema, raw);
  return error?.issues[0]?.message ?? field.check?.(raw, form);
}

/** One object of parts that may lie in the same places; without what is undefined, and without what is empty for that. */
function merged(parts: object[]): object {
  const whole: Record<string, unknown> = {};
  for (const [key, value] of parts.flatMap((part) => Object.entries(part))) {
    if (value === undefined) continue;
    if (typeof value !== 'object' || Array.isArray(value)) {
      whole[key] = value;
      continue;
    }
    const inner = Object.entries(value).filter(([, each]) => each !== undefined);
    if (inner.length > 0) whole[key] = { ...(whole[key] as object), ...Object.fromEntries(inner) };
  }
  return whole;
}
