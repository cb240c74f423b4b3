import { z } from 'zod';
import { NO_PHOTOS } from '../../../asks/mention/unsupported.ts';
import { FILES_LIMIT, fileId, type SourceFile } from '../../../asks/schema.ts';
import { PROMPT_LIMIT } from '../../../service/options.ts';
import type { SlackClient } from '../../../slack-client.ts';
import { FILE_BYTES } from '../../../sources/file.ts';
import { isRead, readEndings } from '../../../sources/files/text.ts';
import { type OfferedFile, offeredFileSchema, offeredFiles } from '../../../sources/preview.ts';
import { recordsOf, textOf } from '../../../sources/unknown-value.ts';
import { clip, listOf, thousands } from '../../../text.ts';
import { single } from '../form/controls.ts';
import type { Control } from '../form/field.ts';
import { option } from '../form/menus.ts';

const files = z.array(offeredFileSchema);
const some = { empty: [], raw: files, schema: files };

/** Returns a file input. Slack cannot prefill a file input, but keeps the attached files if the view is redrawn with the same ids. */
export function attachedFiles(): Control<OfferedFile[], OfferedFile[]> {
  return {
    ...single<OfferedFile[]>(
      () => ({ type: 'file_input', filetypes: readEndings, max_files: FILES_LIMIT }),
      ({ files = [] }) =>
        (files ?? []).map(({ id, name, size }) => ({ id, name, ...(size !== undefined && { size }) })),
    ),
    ...some,
  };
}

/** Returns checkboxes with which a person selects files that were shared in a conversation. */
export function fileChecklist(offered: OfferedFile[]): Control<string[], string[]> {
  const ids = z.array(fileId);
  const options = offered.map(({ id, name, size }) =>
    option({ id, name, description: size === undefined ? undefined : sizeText(size) }),
  );
  return {
    ...single<string[]>(
      (raw) => {
        const initial = options.filter(({ value }) => value && raw.includes(value));
        return { type: 'checkboxes', options, ...(initial.length > 0 && { initial_options: initial }) };
      },
      ({ selected_options }) => (selected_options ?? []).map(({ value }) => value),
    ),
    empty: [],
    raw: ids,
    schema: ids,
  };
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${thousands(Math.ceil(bytes / 1_000))} KB`
    : `${thousands(Math.ceil(bytes / 1_000_000))} MB`;
}

const PLAIN = /\.(md|markdown|txt|[ct]sv)$/i;
/** Maximum bytes of a plain text file. UTF-8 has at most 4 bytes per character, so a larger file always exceeds `PROMPT_LIMIT`. */
const PLAIN_BYTES = PROMPT_LIMIT * 4;

/** The attached files of a message. */
export interface Attached {
  /** The files that Deckhand reads. */
  files?: SourceFile[];
  /** Sentences that tell the asker which attached files are not used, and why. */
  fileNotes?: string[];
  /** True if there are files other than pictures, and Deckhand can read none of them. `fileNotes` then say what to send instead. */
  isNoneRead?: boolean;
}

const SEND_ANOTHER =
  'I read Word, PowerPoint, PDF, Markdown, text and CSV files that are uploaded to Slack. Send your message again with one of these.';

/**
 * Returns up to `FILES_LIMIT` files of a message that can be used for a document, and notes for the asker about files that are left out.
 * @param canvases true if Slack canvases can be used, too
 */
export async function attachedTo(event: object, client: SlackClient, canvases: boolean): Promise<Attached> {
  const all = recordsOf('files' in event ? event.files : undefined);
  const offered = (await offeredFiles(all, client, canvases)).map(({ id, name }) => ({ id, name }));
  const used = offered.slice(0, FILES_LIMIT);
  const isUsed = (id: unknown) => used.some((file) => file.id === id);
  const unused = all.filter(({ id }) => !isUsed(id));
  const others = unused.filter(({ mimetype }) => !textOf(mimetype).startsWith('image/'));
  const left = others.map(({ name }) => `“${clip(textOf(name), 60)}”`);
  const why = offered.length > FILES_LIMIT ? `I use up to ${FILES_LIMIT} files` : 'I can’t read everything';
  const isNoneRead = used.length === 0 && left.length > 0;
  const leftOut = isNoneRead
    ? `I can’t read ${listOf(left, 5)}. ${SEND_ANOTHER}`
    : `${why}; left out: ${listOf(left, 5)}.`;
  const notes = [
    ...(others.length < unused.length ? [NO_PHOTOS] : []),
    ...(left.length > 0 ? [leftOut] : []),
  ];
  return {
    ...(used.length > 0 && { files: used }),
    ...(notes.length > 0 && { fileNotes: notes }),
    ...(isNoneRead && { isNoneRead }),
  };
}

/** Returns the error message for the first attached file that has a wrong type or size; undefined if there is none. */
export function filesFault(attached: OfferedFile[]): string | undefined {
  for (const file of attached) {
    const fault = fileFault(file);
    if (fault) return attached.length > 1 ? `“${clip(file.name, 60)}”: ${fault}` : fault;
  }
  return undefined;
}

function fileFault(file: OfferedFile): string | undefined {
  const name = clip(file.name, 80);
  if (!isRead(file.name)) {
    return `“${name}” is not a file that Deckhand reads. Save it as .docx, .pptx, .pdf, .md, .txt or .csv and attach that.`;
  }
  if (file.size === 0) return 'This file is empty.';
  if (PLAIN.test(file.name) && (file.size ?? 0) > PLAIN_BYTES)
    return `This file is too long: up to ${thousands(PROMPT_LIMIT)} characters fit. Shorten it.`;
  return (file.size ?? 0) > FILE_BYTES
    ? `This file is too large: up to ${FILE_BYTES / 1_000_000} MB can be read. Attach a smaller part of it.`
    : undefined;
}
