import type { Ask } from '../../../asks/schema.ts';
import { at, fieldsFor, inside } from '../form/field.ts';
import { escaped, oneLine } from '../text.ts';
import type { AttachedFile } from './file.ts';

/** What the tables of an ask's fields are written with. */

/** What fields of an ask go by besides themselves. */
interface Around {
  source?: unknown;
  startFrom: 'text' | 'template';
  file?: AttachedFile | undefined;
  recipientAccess?: string | undefined;
}

export const field = fieldsFor<Around, Ask>();
export const own = at<Ask>();
export const within = inside<Ask>();

/** A template decides some things by itself. */
export function fromText({ startFrom }: Around): boolean {
  return startFrom === 'text';
}

/** A foreign name within a sentence. */
export function nameOf({ name }: { name: string }): string {
  return escaped(oneLine(name), 75);
}
