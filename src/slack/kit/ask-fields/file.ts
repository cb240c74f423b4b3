import { z } from 'zod';
import { fileId } from '../../../asks/schema.ts';
import { PROMPT_LIMIT } from '../../../service/options.ts';
import { FILE_BYTES } from '../../../sources/file.ts';
import { recordsOf, textOf } from '../../../sources/unknown-value.ts';
import { clip, thousands } from '../../../text.ts';
import { single } from '../form/controls.ts';
import type { Control } from '../form/field.ts';

const attached = z.object({
  id: fileId,
  name: z.string(),
  /** Size in bytes. Undefined if Slack does not send it. */
  size: z.number().optional(),
});

export type AttachedFile = z.output<typeof attached>;

/** Returns a file input. Slack cannot prefill it, but keeps the attached file when the view is updated with the same ids. */
export function attachedFile(): Control<AttachedFile | undefined, AttachedFile | undefined> {
  return {
    ...single<AttachedFile | undefined>(
      () => ({ type: 'file_input', filetypes: READ, max_files: 1 }),
      ({ files }) => {
        const [file] = files ?? [];
        return file && { id: file.id, name: file.name, ...(file.size !== undefined && { size: file.size }) };
      },
    ),
    empty: undefined,
    raw: attached.optional(),
    schema: attached.optional(),
  };
}

/** Endings of the files that Deckhand reads. */
const READ = ['docx', 'pptx', 'pdf', 'md', 'markdown', 'txt', 'csv', 'tsv'];
const PLAIN = /\.(md|markdown|txt|[ct]sv)$/i;
/** Bytes. A character has at most four bytes in UTF-8, so a larger file certainly exceeds the limit. */
const PLAIN_BYTES = PROMPT_LIMIT * 4;

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** Returns the first file of a message that Deckhand reads; undefined if there is none. */
export function fileIn(event: object): { id: string; name: string } | undefined {
  const files = recordsOf('files' in event ? event.files : undefined);
  const named = files.map(({ id, name }) => ({ id: textOf(id), name: textOf(name) }));
  return named.find(({ name }) => READ.includes(endingOf(name)));
}

/** Returns the error for a file with a wrong type or size. */
export function fileFault(file: AttachedFile | undefined): string | undefined {
  if (!file) return undefined;
  const name = clip(file.name, 80);
  if (!READ.includes(endingOf(file.name))) {
    return `“${name}” is not a file that Deckhand reads. Save it as .docx, .pptx, .pdf, .md, .txt or .csv and attach that.`;
  }
  if (file.size === 0) return 'This file is empty.';
  if (PLAIN.test(file.name) && (file.size ?? 0) > PLAIN_BYTES)
    return `This file is too long: up to ${thousands(PROMPT_LIMIT)} characters fit. Shorten it.`;
  return (file.size ?? 0) > FILE_BYTES
    ? `This file is too large: up to ${FILE_BYTES / 1_000_000} MB can be read. Attach a smaller part of it.`
    : undefined;
}
