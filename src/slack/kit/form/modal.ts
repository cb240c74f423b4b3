import type { KnownBlock, ModalView } from '@slack/types';
import type { z } from 'zod';
import { plain } from '../blocks/text.ts';
import { type FormView, metadataIn } from './form.ts';

interface ModalForm {
  /** Missing if the modal cannot be submitted. */
  callbackId?: string;
  /** At most 24 characters, like the labels of the buttons. */
  title: string;
  submit?: string;
  /** If omitted, `Cancel`. */
  close?: string;
  blocks: KnownBlock[];
  /** The state of the view besides its fields, which `displayIn` reads. */
  display?: object;
  /** The entries of the fields that are not visible, from the form's `carried`. */
  carried?: object;
}

/** Returns a modal. */
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
 * Reads the state of a view from its `private_metadata`, which also has the entries of fields that are not visible. The metadata
 * can be forged, so an invalid value counts as missing, and permissions must not depend on the state.
 * @param schema must accept an empty object
 */
export function displayIn<Display>(view: FormView, schema: z.ZodType<Display>): Display {
  return schema.safeParse(metadataIn(view.private_metadata)).data ?? schema.parse({});
}
