import type { Ask } from '../../../asks/schema.ts';
import type { Format } from '../../../service/options.ts';
import type { OfferedFile } from '../../../sources/preview.ts';
import { escaped, oneLine } from '../blocks/text.ts';
import { at, fieldsFor, inside } from '../form/field.ts';
import type { TalkSource } from './fields.ts';
import type { PromptParts } from './prompt.ts';

/** Helpers for the table of the fields of an ask. */

/** The data on which the fields of an ask depend. */
export interface AskContext {
  source?: TalkSource | undefined;
  startFrom: 'text' | 'template';
  file?: OfferedFile[];
  /** True if the form changes an ask whose source is files. */
  isGiven?: boolean | undefined;
  /** The titles of the sections of the text. Undefined until the form has listed them. */
  sectionTitles?: string[] | undefined;
  sections?: 'kept' | 'free' | undefined;
  /** Ids of the selected files of the conversation. */
  files?: string[];
  /** Files of the conversation that the asker may select. */
  offered?: OfferedFile[] | undefined;
  channel?: string | undefined;
  into?: { channel: string; ts: string } | undefined;
  recipientAccess?: string | undefined;
  format?: Format;
  prompt?: PromptParts;
  /** The number of slides, as typed. */
  cards?: string;
  making?: 'quick' | 'thorough';
  seenBy?: 'here' | 'me' | undefined;
  /** Name of the service. Set only when the form is drawn. */
  service?: string;
  /** True if the form shows the field for a file. The prompt is then optional, because a file can replace it. */
  offersFile?: boolean;
}

export const field = fieldsFor<AskContext, Ask>();
export const own = at<Ask>();
export const within = inside<Ask>();

/** A `when` condition. Hides a field if the document is made from a template. */
export function fromText({ startFrom }: AskContext): boolean {
  return startFrom === 'text';
}

/** A `when` condition. Hides a field for thorough documents, because the service's agent does not support the field's choice. */
export function ifQuick({ making }: AskContext): boolean {
  return making !== 'thorough';
}

/** A `when` condition. Hides a field if the service divides the text itself. */
export function hasSections(form: AskContext): boolean {
  return fromText(form) && ifQuick(form) && !form.source;
}

/** Escapes the name of an item, such as a theme or a file, for mrkdwn. */
export function nameOf({ name }: { name: string }): string {
  return escaped(oneLine(name), 75);
}
