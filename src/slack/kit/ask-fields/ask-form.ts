import type { Actor } from '../../../actor.ts';
import { type Ask, askSchema } from '../../../asks/schema.ts';
import type { Defaults } from '../../../defaults/defaults.ts';
import { inOrder } from '../form/field.ts';
import { type Entries, type Fields, formOf } from '../form/form.ts';
import { askFields } from './fields.ts';

/** The form that an ask is filled in with. */
export const askForm = formOf(askFields);

/** The content of the form, valid or not. */
export type AskForm = Entries<typeof askFields>;

/**
 * The ask that a form without errors stands for.
 * @throws ZodError where the form was not checked before
 */
export function askFromForm(form: AskForm, { team, person }: Actor): Ask {
  const ask = askSchema.parse({ source: { kind: 'text' }, ...askForm.to(form), team, person });
  return ask.source.kind === 'channel' && isDirect(ask.destination.channel)
    ? { ...ask, destination: { channel: person } }
    : ask;
}

/** What was said in private may go to the person, whom admission knows by id and not by their conversation with Deckhand. */
function isDirect(channel: string): boolean {
  return channel.startsWith('D');
}

/** "Presentation", "10 cards", "theme Ocean". @param ask as far as it is known */
export function saidOf(ask: Partial<Ask>): string[] {
  return askForm.said(ask, ['template', 'format', 'cards', 'sections', 'source', 'file', 'audience']);
}

/** The fields that can have a default. */
const fieldsWithDefault = Object.fromEntries(
  Object.entries(askFields).filter(([, field]) => field.default),
) as Pick<typeof askFields, keyof Defaults>;

/** In the order of the form of defaults, which begins with what people most often have a default for. */
export const defaultFields = inOrder(fieldsWithDefault, ['theme']);

/** "Document", "as PDF", "in German" */
export function defaultsSaid(defaults: Defaults): string[] {
  return Object.entries<Fields[string]>(fieldsWithDefault).flatMap(([key, field]) => {
    const value = defaults[key as keyof Defaults];
    return value === undefined ? [] : ((field.default?.say ?? field.say)?.(value, askForm.initial) ?? []);
  });
}
