import type { Ask } from '../../../asks/schema.ts';
import type { Format } from '../../../service/options.ts';
import type { OfferedFile } from '../../../sources/preview.ts';
import { escaped, oneLine } from '../blocks/text.ts';
import { at, fieldsFor, inside } from '../form/field.ts';
import type { TalkSource } from './fields.ts';
import type { PromptParts } from './prompt.ts';

/** Helpers for `askFields`, the table of the form fields for an ask (what a person wants made). */

/** What the fields of an ask depend on: the content of other fields, and facts about the form. */
export interface AskContext {
  source?: TalkSource | undefined;
  startFrom: 'text' | 'template';
  file?: OfferedFile[];
  /** True if the form edits an ask that has files as its source. */
  isGiven?: boolean | undefined;
  /** Titles of the sections in the person's text, if the form lists them for editing. */
  sectionTitles?: string[] | undefined;
  sections?: 'kept' | 'free' | undefined;
  /** Ids of the files whose checkboxes are selected in the form. */
  files?: string[];
  /** Files of the conversation that the form offers as checkboxes. */
  offered?: OfferedFile[] | undefined;
  channel?: string | undefined;
  into?: { channel: string; ts: string } | undefined;
  recipientAccess?: string | undefined;
  /** True if an admin's rule forbids access for people outside the workspace at the service. */
  isClosedOutside?: boolean | undefined;
  /** True if the document is made of a private channel. Then nobody else gets access unless the form gives it. */
  isPrivate?: boolean | undefined;
  format?: Format;
  prompt?: PromptParts;
  /** The number of slides as the person typed it. */
  slides?: string;
  making?: 'quick' | 'thorough';
  seenBy?: 'here' | 'me' | undefined;
  /** True if the form shows a file input. The prompt is then optional, because a file can replace the prompt. */
  offersFile?: boolean;
}

export const field = fieldsFor<AskContext, Ask>();
export const own = at<Ask>();
export const within = inside<Ask>();

/** `when` condition of a field: hides the field if the document is made from a template. */
export function fromText({ startFrom }: AskContext): boolean {
  return startFrom === 'text';
}

/** `when` condition of a field: hides the field for thorough documents, because the service's agent does not support it. */
export function ifQuick({ making }: AskContext): boolean {
  return making !== 'thorough';
}

/**
 * `when` condition of a field: shows the field only for a quick document from the person's own text or files, without a template.
 */
export function hasSections(form: AskContext): boolean {
  return fromText(form) && ifQuick(form) && !form.source;
}

/** `when` condition of a field: hides the field if an admin's rule forbids access for people outside. */
export function canShareOutside({ isClosedOutside }: AskContext): boolean {
  return !isClosedOutside;
}

/** Returns the name of an item, such as a theme or a file, escaped for mrkdwn. */
export function nameOf({ name }: { name: string }): string {
  return escaped(oneLine(name), 75);
}
