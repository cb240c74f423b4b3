import { isDeepStrictEqual } from 'node:util';
import type { InputBlock, KnownBlock } from '@slack/types';
import { z } from 'zod';
import { type Field, inOrder, type Patch, type Values } from './field.ts';

/** Derives a form from a table of fields: how it is drawn, read, validated, converted and summarized. */

/** A table of fields. Each section of the form shows its fields in the order of this table. */
// biome-ignore lint/suspicious/noExplicitAny: a table holds fields of any type; what comes out is typed by `Entries`
export type Fields<Context = any, Target = any> = Record<string, Field<any, any, Context, Target>>;

type RawOf<F> = F extends Field<infer Raw, infer _Value, infer _Context, infer _Target> ? Raw : never;
type ValueOf<F> = F extends Field<infer _Raw, infer Value, infer _Context, infer _Target> ? Value : never;
type ContextOf<F> = F extends Field<infer _Raw, infer _Value, infer Context, infer _Target> ? Context : never;
type TargetOf<F> = F extends Field<infer _Raw, infer _Value, infer _Context, infer Target> ? Target : never;

/** The content of all fields of a form by the field's key, valid or not. */
export type Entries<F extends Fields> = Optional<{ [Key in keyof F]: RawOf<F[Key]> }>;
type Optional<Raws> = { [Key in keyof Raws as undefined extends Raws[Key] ? never : Key]: Raws[Key] } & {
  [Key in keyof Raws as undefined extends Raws[Key] ? Key : never]?: Raws[Key];
};

/** A view with a form, as Slack sends it to Deckhand. */
export interface FormView {
  state: { values: Values };
  /** JSON with the content of fields that are not visible, and with other data of the view (`display` in modal.ts). */
  private_metadata: string;
}

/** Error messages by the `block_id` of the input at which Slack shows them. Empty if the form is valid. */
export type FieldErrors = Record<string, string>;

export interface Form<F extends Fields, Context, Target> {
  fields: F;
  /** The content of all fields in a new form. */
  initial: Entries<F>;
  /**
   * Returns the blocks of a section. A collapsed section shows only fields that the person has changed, and required fields that are empty.
   * @param foldedFrom only for a collapsed section: the content with which fields opened, if it was not their initial content
   */
  draw(
    form: Entries<F> & Context,
    section: string,
    foldedFrom?: { [Key in keyof F]?: unknown },
  ): InputBlock[];
  /** Reads the content of all fields from a view. A view can be forged, so content of a wrong type is replaced by initial content. */
  read(view: FormView): Entries<F>;
  /**
   * Returns the content of the invisible fields, for the view's metadata. Content of visible fields is left out, because it would come back
   * after a person cleared the field.
   * @param drawn the blocks of the view
   */
  carried(form: Entries<F> & Context, drawn: KnownBlock[]): object;
  /** Returns the error messages of the form. Does not check fields that are never visible, or that `when` excludes now. */
  check(form: Entries<F> & Context): FieldErrors;
  /** Returns the target (such as an ask) of the form. The caller parses it with a schema. @throws ZodError if the form has errors */
  to(form: Entries<F> & Context): Patch<Target>;
  /** Returns the content of all fields for an existing target, such as an ask. */
  from(target: Partial<Target>): Entries<F>;
  /** Encodes values, such as saved defaults, as the content of their fields. */
  entries(values: { [Key in keyof F]?: ValueOf<F[Key]> }): Partial<Entries<F>>;
  /** Returns phrases that summarize a target, such as "10 slides", as mrkdwn. @param first keys of fields whose phrases come first */
  phrases(target: Partial<Target>, first: (keyof F & string)[]): string[];
}

export function formOf<F extends Fields>(fields: F): Form<F, ContextOf<F[keyof F]>, TargetOf<F[keyof F]>> {
  type Context = ContextOf<F[keyof F]>;
  type Target = TargetOf<F[keyof F]>;
  type Whole = Entries<F> & Context;
  const rows = Object.entries(fields);
  const initial = gather((_, field) => initialOf(field));

  function gather(rawOf: (key: keyof F & string, field: Fields[string]) => unknown): Entries<F> {
    return Object.fromEntries(rows.map(([key, field]) => [key, rawOf(key, field)])) as Entries<F>;
  }

  /** Returns the fields that the form has now, after `when` has excluded fields and `vary` has changed properties of fields. */
  function present(form: Whole): { key: keyof F & string; field: Fields[string]; raw: unknown }[] {
    return rows
      .filter(([, field]) => isPresent(field, form))
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
    draw: (form, section, foldedFrom) =>
      present(form)
        .filter(({ field }) => field.section === section)
        .filter(({ key, field, raw }) => {
          if (!foldedFrom) return true;
          const usual = foldedFrom[key] ?? initialOf(field);
          return !isDeepStrictEqual(raw, usual) || (field.missing !== undefined && !isFilled(raw));
        })
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
    carried(form, drawn) {
      const shown = new Set(drawn.map(({ block_id }) => block_id));
      return Object.fromEntries(
        rows.flatMap(([key, field]) => {
          const raw: unknown = form[key];
          if (shown.has(field.id)) return field.control.carry ? [[key, field.control.carry(raw)]] : [];
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
    phrases: (target, first) => {
      const form = from(target) as Whole;
      return Object.values(inOrder(fields, first)).flatMap((field) =>
        isPresent(field, form) ? (phraseOf(field, field.from?.(target), form) ?? []) : [],
      );
    },
  };
}

/** Moves errors of invisible fields to a visible field, because Slack shows no others. @param instead id of an always visible field */
export function atFieldsOf({ state }: FormView, errors: FieldErrors, instead: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => [state.values[id] ? id : instead, error]),
  );
}

/** Returns the `action_id` of each field whose changes Slack reports at once (`dispatch`). */
export function dispatching(fields: Fields): string[] {
  return Object.values(fields).flatMap(({ id, dispatch }) => (dispatch ? [id] : []));
}

const metadata = z.record(z.string(), z.unknown());

/** Parses `private_metadata`. Returns an empty object if the text is not a JSON object. */
export function metadataIn(text: string): Record<string, unknown> {
  try {
    return metadata.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

function initialOf({ initial, control }: Fields[string]): unknown {
  return initial ?? control.empty;
}

/** Decodes a field's content. Throws if the content is invalid. For a field that is never visible, returns undefined instead. */
function decoded({ control, section }: Fields[string], raw: unknown): unknown {
  return section === undefined ? z.safeDecode(control.schema, raw).data : z.decode(control.schema, raw);
}

/** Encodes a value as the content of its field; undefined for an invalid value, such as one stored before a limit was lowered. */
function encoded({ control }: Fields[string], value: unknown): unknown {
  return z.safeEncode(control.schema, value).data;
}

function isPresent(field: Fields[string], form: unknown): boolean {
  return field.when?.(form) ?? true;
}

function phraseOf(field: Fields[string], value: unknown, form: unknown): string | undefined {
  return value === undefined ? undefined : field.say?.(value, form);
}

function isFilled(raw: unknown): boolean {
  return raw !== undefined && raw !== '';
}

function faultOf(field: Fields[string], raw: unknown, form: unknown): string | undefined {
  if (field.missing && !isFilled(raw)) return field.missing;
  const { error } = z.safeDecode(field.control.schema, raw);
  return error?.issues[0]?.message ?? field.check?.(raw, form);
}

/** Merges patches, including their nested objects. The result has no undefined properties and no empty nested objects. */
function merged(parts: object[]): object {
  const whole: Record<string, unknown> = {};
  for (const [key, value] of parts.flatMap((part) => Object.entries(part))) {
    const isNested = typeof value === 'object' && !Array.isArray(value);
    const inner = isNested ? merged([(whole[key] as object) ?? {}, value]) : value;
    if (inner !== undefined && !(isNested && Object.keys(inner).length === 0)) whole[key] = inner;
  }
  return whole;
}
