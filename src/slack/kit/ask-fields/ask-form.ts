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

/** The content of the form of an ask, valid or not. */
export type AskForm = Entries<typeof askFields>;

/**
 * Returns the ask that a form describes.
 * @throws ZodError if the form has errors
 */
export function askFromForm(form: AskForm, { team, person }: Actor): Ask {
  const ask = askSchema.parse({
    ...{ source: { kind: 'text' }, ...askForm.to(form) },
    ...(isForAsker(form) && { destination: { channel: person } }),
    ...{ team, person },
  });
  // If a document about a channel goes to a direct message, the destination becomes the asker's id. Admission needs this id to recognize the
  // asker, who may receive content of a private channel. The caller has to check that the direct message is the asker's own.
  return ask.source.kind === 'channel' && isDirectMessageId(ask.destination.channel)
    ? { ...ask, destination: { channel: person } }
    : ask;
}

/** Returns the choices of an ask as phrases, for example "Presentation", "10 slides", "theme Ocean". */
export function askPhrases(ask: Partial<Ask>): string[] {
  return askForm.phrases(ask, [
    'template',
    'format',
    'cards',
    'sections',
    'source',
    'files',
    'file',
    'audience',
  ]);
}

/**
 * Returns phrases for the choices of an ask that only the asker may see: the recipients' addresses, who may open the document, its language and
 * its tone.
 */
export function closerPhrases({ sharing = {}, language, tone }: Partial<Ask>): string[] {
  const { recipients = [], recipientAccess = 'view' } = sharing;
  return [
    ...(recipients.length > 0
      ? [`${escaped(listOf(recipients, 3), 300)} ${accessPhrase(recipientAccess)}`]
      : []),
    ...defaultsPhrases({ ...accessSchema.parse(sharing), language, tone }),
  ];
}

/** The fields that can have a default. */
const fieldsWithDefault = Object.fromEntries(
  Object.entries(askFields).filter(([, field]) => field.default),
) as Pick<typeof askFields, keyof Defaults>;

/** The fields that can have a default, in the order of the form of defaults. */
export const defaultFields = inOrder(fieldsWithDefault, ['theme']);

/** Returns defaults as phrases, for example "Document", "as PDF", "in German". */
export function defaultsPhrases(defaults: Defaults): string[] {
  return Object.entries<Fields[string]>(fieldsWithDefault).flatMap(([key, field]) => {
    const value = defaults[key as keyof Defaults];
    return value === undefined ? [] : ((field.default?.say ?? field.say)?.(value, askForm.initial) ?? []);
  });
}
