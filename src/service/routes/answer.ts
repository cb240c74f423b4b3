import { z } from 'zod';

/** Parts that the schemas of the service's answers share. Unknown fields are ignored, because the service sometimes adds fields. */

const object = z.record(z.string(), z.unknown());

/** Returns the fields of an answer; undefined if the answer is not an object. */
export function fieldsOf(answer: unknown): Record<string, unknown> | undefined {
  return object.safeParse(answer).data;
}

/** Schema of an id of the service. An id that is too long or has control characters is rejected, because it could not be stored. */
export const id = z.string().regex(/^\P{Cc}{1,1000}$/u);

/** Returns a function that copies the id of a new job to the field `name`. The API reference does not say which field has the id. */
export function withIdAs(name: string, ...otherNames: string[]) {
  return (answer: unknown) => {
    const fields = fieldsOf(answer);
    const found = [name, ...otherNames, 'id'].find((each) => fields?.[each]);
    return fields && found ? { ...fields, [name]: fields[found] } : answer;
  };
}

/** Schema of a URL that can be shown as a link: http or https only. */
export const webAddress = z.url({ protocol: /^https?$/ });

/** Maximum characters of a message from the service that is shown to people. */
export const MESSAGE_LIMIT = 500;

export const sentence = z.string().trim().min(1).transform(forReaders);

/** Shortens a text of the service and removes e-mail addresses and secrets, because the text may be posted in a channel. */
export function forReaders(text: string): string {
  return text
    .slice(0, MESSAGE_LIMIT)
    .replace(LINK, '$1/…')
    .replace(TOKEN, '[secret]')
    .replace(ADDRESS, '[e-mail address]');
}

/** Matches a URL with a path or query. Only its scheme and host are kept, because the URL may be an export link, which is a secret. */
const LINK = /\b(https?:\/\/[^\s/?#]+)[/?#]\S+/gi;
/** Matches API keys, bearer tokens and JSON Web Tokens. */
const TOKEN = /\bsk-[\w-]{6,}|(?<=\b(?:bearer|basic)\s+)(?=\S*\d)[\w.~+/=-]{8,}|\beyj[\w-]{8,}\.[\w.-]+/gi;

/** Matches e-mail addresses. Use it only on short texts, because the time is quadratic in the length of a word without an @. */
const ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

const NAME_LIMIT = 300;

/** Schema of an author's name. If the name is an e-mail address, only the part before the @ is kept, because a whole channel may see it. */
export const personName = z
  .string()
  .min(1)
  .transform((name) =>
    name.slice(0, NAME_LIMIT).replace(ADDRESS, (address) => address.split('@', 1)[0] ?? ''),
  );

/** Renames the service's `gammaId` and `gammaUrl` to `docId` and `docUrl`. */
export function withDocNames(answer: unknown): unknown {
  const fields = fieldsOf(answer);
  if (!fields) return answer;
  const { gammaId, gammaUrl, ...rest } = fields;
  return { ...rest, docId: rest.docId ?? gammaId, docUrl: rest.docUrl ?? gammaUrl };
}

/** Like `withDocNames`, and also accepts `id` and `url`, because some rows have these names instead. */
export function withOneIdentity(row: unknown): unknown {
  const fields = fieldsOf(withDocNames(row));
  return fields && { ...fields, docId: fields.docId ?? fields.id, docUrl: fields.docUrl ?? fields.url };
}

/** Schema of a list that drops invalid rows, so that one invalid row does not empty a menu. */
export function rows<T extends z.ZodType>(row: T) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((item): z.output<T>[] => {
      const parsed = row.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}
