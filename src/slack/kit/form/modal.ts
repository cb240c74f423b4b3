import type { KnownBlock, ModalView } from '@slack/types';
import type { z } from 'zod';
import { heading } from '../blocks/parts.ts';
import { plain } from '../blocks/text.ts';
import { type FormView, metadataIn } from './form.ts';

/** The groups of "More options": the section of the fields, and its heading. */
const groups = [
  ['content', 'Content'],
  ['look', 'Look'],
  ['sharing', 'Sharing'],
  ['schedule', 'Schedule'],
] as const;

/** Builds the fields behind "More options", with a heading above each group. @param draw returns the fields of a section */
export function moreOptions(isOpen: boolean, draw: (section: string) => KnownBlock[]): KnownBlock[] {
  return groups.flatMap(([section, name]) => {
    const fields = draw(section);
    return isOpen && fields.length > 0 ? [heading(name), ...fields] : fields;
  });
}

interface ModalForm {
  /** Omitted if the modal cannot be submitted. */
  callbackId?: string;
  /** At most 24 characters. The same limit applies to the labels `submit` and `close`. */
  title: string;
  submit?: string;
  /** Default: `Cancel`. */
  close?: string;
  blocks: KnownBlock[];
  /** Data of the view that no field holds, such as the id of a document. `displayIn` reads it. */
  display?: object;
  /** The entries of the fields that are not visible, as returned by the form's `carried`. */
  carried?: object;
}

export function modalForm({
  callbackId,
  title,
  submit,
  close = 'Cancel',
  blocks,
  display,
  carried,
}: ModalForm): ModalView {
  return {
    type: 'modal',
    ...(callbackId && { callback_id: callbackId }),
    title: plain(title, 24),
    ...(submit && { submit: plain(submit, 24) }),
    close: plain(close, 24),
    ...((display || carried) && { private_metadata: JSON.stringify({ ...carried, ...display }) }),
    blocks,
  };
}

/**
 * Reads the `display` of a view from its `private_metadata`, which also contains the entries of fields that are not visible. The metadata
 * can be forged. So an invalid value counts as missing, and permissions must not depend on `display`.
 * @param schema must accept an empty object
 */
export function displayIn<Display>(view: FormView, schema: z.ZodType<Display>): Display {
  return schema.safeParse(metadataIn(view.private_metadata)).data ?? schema.parse({});
}
