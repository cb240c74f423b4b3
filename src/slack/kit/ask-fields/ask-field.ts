import type { Ask } from '../../../asks/schema.ts';
import type { Format } from '../../../service/options.ts';
import { at, fieldsFor, inside } from '../form/field.ts';
import { escaped, oneLine } from '../text.ts';
import type { TalkSource } from './fields.ts';
import type { AttachedFile } from './file.ts';
import type { PromptParts } from './prompt.ts';

/** Building blocks of the table of an ask's fields. */

/** The entries that fields of an ask depend on, and what the form is told besides. */
interface AskContext {
  source?: TalkSource | undefined;
  startFrom: 'text' | 'template';
  file?: AttachedFile | undefined;
  channel?: string | undefined;
  into?: { channel: string; ts: string } | undefined;
  recipientAccess?: string | undefined;
  format?: Format;
  prompt?: PromptParts;
  /** as typed */
  cards?: string;
  making?: 'quick' | 'thorough';
  /** The service's name, where the form is on display. */
  service?: string;
  /** The field for a file is on display, so the words may be left out. */
  offersFile?: boolean;
}

export const field = fieldsFor<AskContext, Ask>();
export const own = at<Ask>();
export const within = inside<Ask>();

/** The condition of fields that a template decides. */
export function fromText({ startFrom }: AskContext): boolean {
  return startFrom === 'text';
}

/** The condition of fields that the service's thorough agent has nothing for. */
export function ifQuick({ making }: AskContext): boolean {
  return making !== 'thorough';
}

/** A foreign name within a sentence. */
export function nameOf({ name }: { name: string }): string {
  return escaped(oneLine(name), 75);
}
