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

/** An identifier the service gave. */
export const id = z.string().min(1);

/** An address that may be shown as a link; nothing but the web's schemes. */
export const webAddress = z.url({ protocol: /^https?$/ });

/** Sentences of the service are passed on to people, at most this many characters of them. */
export const MESSAGE_LIMIT = 500;

export const sentence = z
  .string()
  .trim()
  .min(1)
  .transform((text) => text.slice(0, MESSAGE_LIMIT));

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
