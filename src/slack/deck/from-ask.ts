import type { Ask } from '../../asks/schema.ts';
import { partPrompt } from './continuation.ts';
import { type DeckForm, emptyForm, isFilled, moreFields, type ThreadSource } from './form.ts';

/**
 * The form as it was when this was asked for, to change something and ask again. A file has to be attached
 * anew.
 */
export function formFromAsk(ask: Ask): DeckForm {
  return {
    ...emptyForm,
    ...(ask.source.kind === 'thread' && { source: threadOf(ask.source) }),
    startFrom: ask.template ? 'template' : 'text',
    prompt: partPrompt(ask.prompt),
    ...(ask.template && { template: ask.template }),
    format: ask.format,
    cards: ask.cards ? String(ask.cards) : '',
    ...(ask.theme && { theme: ask.theme }),
    ...(ask.folder && { folder: ask.folder }),
    exportAs: ask.exportAs ?? 'none',
    channel: ask.destination.channel,
    ...moreFromAsk(ask),
  };
}

function threadOf({ channel, ts, name }: Extract<Ask['source'], { kind: 'thread' }>): ThreadSource {
  return { channel, ts, name };
}

function moreFromAsk({ title, images, sharing, language, tone, audience }: Ask): Partial<DeckForm> {
  return {
    title: title ?? '',
    ...(images?.source && { imageSource: images.source }),
    ...(images?.model && { imageModel: images.model }),
    imageStyle: images?.style ?? '',
    ...(sharing?.workspaceAccess && { workspaceAccess: sharing.workspaceAccess }),
    ...(sharing?.externalAccess && { externalAccess: sharing.externalAccess }),
    recipients: sharing?.recipients?.join('\n') ?? '',
    ...(sharing?.recipientAccess && { recipientAccess: sharing.recipientAccess }),
    ...(language && { language }),
    tone: tone ?? '',
    audience: audience ?? '',
  };
}

/** True where something stands behind "More options", so that opening the form again shows it. */
export function hasMore(form: DeckForm): boolean {
  return moreFields.some((field) => isFilled(form, field));
}
