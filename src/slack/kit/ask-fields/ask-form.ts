import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../actor.ts';
import { type Ask, accessSchema, askSchema, isDirectMessageId } from '../../../asks/schema.ts';
import type { Defaults } from '../../../defaults/defaults.ts';
import { listOf } from '../../../text.ts';
import { escaped } from '../blocks/text.ts';
import { inOrder } from '../form/field.ts';
import { type Entries, type Fields, formOf } from '../form/form.ts';
import { accessPhrase } from './choices.ts';
import { askFields, isForAsker } from './fields.ts';

export const askForm = formOf(askFields);

/** The content of all fields in the form of an ask, valid or not. */
export type AskForm = Entries<typeof askFields>;

/** Returns the ask that the content of a form describes. @throws ZodError if the form has errors */
export function askFromForm(form: AskForm, { team, person }: Actor): Ask {
  const ask = askSchema.parse({
    ...{ source: { kind: 'text' }, ...askForm.to(form) },
    ...(isForAsker(form) && { destination: { channel: person } }),
    ...{ team, person },
  });
  // For a document about a channel, replace a direct message (D…) by the asker's id, so that admission knows that only the asker sees the
  // result. The caller must check that the direct message is the asker's own.
  return ask.source.kind === 'channel' && isDirectMessageId(ask.destination.channel)
    ? { ...ask, destination: { channel: person } }
    : ask;
}

/** Returns the choices of an ask as phrases for a summary, for example "Presentation", "10 slides", "theme Ocean". */
export function askPhrases(ask: Partial<Ask>): string[] {
  return askForm.phrases(ask, [
    'template',
    'format',
    'slides',
    'sections',
    'source',
    'files',
    'file',
    'audience',
  ]);
}

/** Returns phrases for recipients, access, language and tone. Show them only to the asker, because they can contain e-mail addresses. */
export function closerPhrases({ sharing = {}, language, tone }: Partial<Ask>): string[] {
  const { recipients = [], recipientAccess = 'view' } = sharing;
  // The card says in a sentence that the rule took access away.
  const access = accessSchema.parse(sharing.isCapped ? { ...sharing, externalAccess: undefined } : sharing);
  return [
    ...(recipients.length > 0
      ? [`${escaped(listOf(recipients, 3), 300)} ${accessPhrase(recipientAccess)}`]
      : []),
    ...defaultsPhrases({ ...access, language, tone }),
  ];
}

const fieldsWithDefault = Object.fromEntries(
  Object.entries(askFields).filter(([, field]) => field.default),
) as Pick<typeof askFields, keyof Defaults>;

/** The fields for which people can save a default value. The form of defaults shows them in this order, with the theme first. */
export const defaultFields = inOrder(fieldsWithDefault, ['theme']);

/** Returns the names of the default values that differ, for example "theme" and "language". */
export function changedDefaults(before: Defaults, after: Defaults): string[] {
  return Object.entries<Fields[string]>(defaultFields).flatMap(([key, field]) => {
    const isSame = isDeepStrictEqual(before[key as keyof Defaults], after[key as keyof Defaults]);
    return isSame || !field.default ? [] : [field.default.name];
  });
}

/** Returns saved default values as phrases, for example "Document", "as PDF", "in German". */
export function defaultsPhrases(defaults: Defaults): string[] {
  return Object.entries<Fields[string]>(fieldsWithDefault).flatMap(([key, field]) => {
    const value = defaults[key as keyof Defaults];
    return value === undefined ? [] : ((field.default?.say ?? field.say)?.(value, askForm.initial) ?? []);
  });
}
