import { parseRecipients } from '../../asks/recipients.ts';
import { type Ask, askSchema } from '../../asks/schema.ts';
import { joinPrompt } from './continuation.ts';
import { type DeckForm, takesField } from './form.ts';

/**
 * The ask that a form without faults stands for.
 * @throws ZodError where the form was not checked before
 */
export function askFromForm(form: DeckForm, by: { team: string; person: string }): Ask {
  const isTemplate = form.startFrom === 'template';
  return askSchema.parse({
    ...by,
    source: sourceOf(form),
    prompt: joinPrompt(form.prompt),
    ...(isTemplate && { template: form.template }),
    ...(takesField(form, 'format') && { format: form.format }),
    ...(takesField(form, 'cards') && form.cards && { cards: Number(form.cards) }),
    theme: form.theme,
    folder: form.folder,
    exportAs: form.exportAs === 'none' ? undefined : form.exportAs,
    title: form.title || undefined,
    images: filled({
      source: takesField(form, 'imageSource') ? form.imageSource : undefined,
      model: form.imageModel,
      style: form.imageStyle.trim(),
    }),
    sharing: filled({
      workspaceAccess: form.workspaceAccess,
      externalAccess: form.externalAccess,
      recipients: recipientsOf(form),
      recipientAccess: form.recipientAccess,
    }),
    ...(takesField(form, 'language') &&
      filled({ language: form.language, tone: form.tone, audience: form.audience })),
    destination: form.source
      ? { channel: form.source.channel, threadTs: form.source.ts }
      : { channel: form.channel },
  });
}

function sourceOf({ source, file }: DeckForm): object {
  if (source) return { kind: 'thread', ...source };
  return file ? { kind: 'file', fileId: file.id, name: file.name } : { kind: 'text' };
}

function recipientsOf({ recipients }: DeckForm): string[] | undefined {
  const { recipients: valid } = parseRecipients(recipients);
  return valid.length > 0 ? valid : undefined;
}

/** Without what is empty; undefined where nothing is left. */
function filled<Part extends object>(part: Part): Partial<Part> | undefined {
  const entries = Object.entries(part).filter(([, value]) => value !== undefined && value !== '');
  return entries.length > 0 ? (Object.fromEntries(entries) as Partial<Part>) : undefined;
}
