import type { KnownBlock, ModalView } from '@slack/types';
import type { z } from 'zod';
import { heading } from '../blocks/parts.ts';
import { plain } from '../blocks/text.ts';
import { type FormView, metadataIn } from './form.ts';

/** The groups of "More options": the `section` of the fields in the group, and the group's heading. */
const groups = [
  ['content', 'Content'],
  ['look', 'Look'],
  ['sharing', 'Sharing'],
  ['schedule', 'Schedule'],
] as const;

/** Returns the blocks of "More options", with headings if `isOpen` is true. @param draw returns the blocks of a section's fields */
export function moreOptions(isOpen: boolean, draw: (section: string) => KnownBlock[]): KnownBlock[] {
  return groups.flatMap(([section, name]) => {
    const fields = draw(section);
    return isOpen && fields.length > 0 ? [heading(name), ...fields] : fields;
  });
}

interface ModalForm {
  /** Omitted if the modal cannot be submitted. */
  callbackId?: string;
  /** At most 24 characters, like the labels `submit` and `close`. */
  title: string;
  submit?: string;
  /** Label of the button that closes the modal. Default: `Cancel`. */
  close?: string;
  blocks: KnownBlock[];
  /** Data of the view that is not in a field, such as a document's id. The view's metadata stores it; `displayIn` reads it. */
  display?: object;
  /** The content of the fields that are not visible, which the form's function `carried` returns. It is stored in the view's metadata. */
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
 * Reads the `display` data of a view. Invalid data counts as missing. Permissions must not depend on the data, because it can be forged.
 * @param schema must accept an empty object
 */
export function displayIn<Display>(view: FormView, schema: z.ZodType<Display>): Display {
  return schema.safeParse(metadataIn(view.private_metadata)).data ?? schema.parse({});
}
