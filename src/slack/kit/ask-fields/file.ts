import { z } from 'zod';
import { fileId } from '../../../asks/schema.ts';
import { PROMPT_LIMIT } from '../../../service/options.ts';
import { clip, thousands } from '../../../text.ts';
import { single } from '../form/controls.ts';
import type { Control } from '../form/field.ts';

const attached = z.object({
  id: fileId,
  name: z.string(),
  /** bytes, where Slack says it */
  size: z.number().optional(),
});

export type AttachedFile = z.output<typeof attached>;

/** Slack cannot fill it in; on a redraw it keeps the attached file, since the ids stay. */
export function textFile(): Control<AttachedFile | undefined, AttachedFile | undefined> {
  return {
    ...single<AttachedFile | undefined>(
      () => ({ type: 'file_input', filetypes: ['md', 'markdown', 'txt'], max_files: 1 }),
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

const TEXT_FILE = /\.(md|markdown|txt)$/i;
/** A character takes at most four bytes in UTF-8, so a larger file certainly has too many. */
const FILE_BYTES = PROMPT_LIMIT * 4;

/** The error that a file's name and size give away. */
export function fileFault(file: AttachedFile | undefined): string | undefined {
  if (!file) return undefined;
  if (!TEXT_FILE.test(file.name)) {
    return `“${clip(file.name, 80)}” is not an .md or .txt file. Save the text as one of these and attach that.`;
  }
  if (file.size === 0) return 'This file is empty.';
  return (file.size ?? 0) > FILE_BYTES
    ? `This file is too long: up to ${thousands(PROMPT_LIMIT)} characters fit. Shorten it.`
    : undefined;
}
