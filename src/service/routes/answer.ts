import { z } from 'zod';

/** Shared by the schemas of answers. Unknown fields are ignored everywhere: the service adds some now and then. */

/** An optional field of an answer: missing, null and unreadable all count as not there. */
export function lenient<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

const object = z.record(z.string(), z.unknown());

/** The fields of an answer that is an object; undefined of any other. */
export function fieldsOf(answer: unknown): Record<string, unknown> | undefined {
  return object.safeParse(answer).data;
}

/** An identifier the service gave; one with a NUL in it, or of any length, cannot be kept. */
export const id = z.string().regex(/^\P{Cc}{1,1000}$/u);

/** An address that may be shown as a link; nothing but the web's schemes. */
export const webAddress = z.url({ protocol: /^https?$/ });

/** Sentences of the service are passed on to people, at most this many characters of them. */
export const MESSAGE_LIMIT = 500;

export const sentence = z.string().trim().min(1).transform(passedOn);

/**
 * A text of the service as a whole channel may read it: of a bearable length, and without e-mail addresses, which are one
 * person's to see.
 */
export function passedOn(text: string): string {
  return text.slice(0, MESSAGE_LIMIT).replace(ADDRESS, '[e-mail address]');
}

/** Searched for in short texts alone: in a long word without an @ it would look from each letter to the end. */
const ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

const NAME_LIMIT = 300;

/** Who wrote or owns something, for others to read. Of somebody who goes by their e-mail address, what stands before the @. */
export const personName = z
  .string()
  .min(1)
  .transform((name) =>
    name.slice(0, NAME_LIMIT).replace(ADDRESS, (address) => address.split('@', 1)[0] ?? ''),
  );

/** Live answers spell some fields by the service's own name (`gammaId`, `gammaUrl`); here they are `docId`, `docUrl`. */
export function withDocNames(answer: unknown): unknown {
  const fields = fieldsOf(answer);
  if (!fields) return answer;
  const { gammaId, gammaUrl, ...rest } = fields;
  return { ...rest, docId: rest.docId ?? gammaId, docUrl: rest.docUrl ?? gammaUrl };
}

/** The same where the doc's id and address may also come as `id` and `url`. */
export function withOneIdentity(row: unknown): unknown {
  const fields = fieldsOf(withDocNames(row));
  return fields && { ...fields, docId: fields.docId ?? fields.id, docUrl: fields.docUrl ?? fields.url };
}

/** A list whose unreadable rows are left out: one odd row must not empty a whole picker. */
export function rows<T extends z.ZodType>(row: T) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((item): z.output<T>[] => {
      const parsed = row.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}
