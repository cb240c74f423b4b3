import type { KnownBlock, ModalView } from '@slack/types';
import { actions, DECK_FORM } from '../bolt/action-ids.ts';
import { connectButton } from '../connection/connect-blocks.ts';
import { connectionNotice } from '../connection/connection-words.ts';
import { button, buttons, context, section, type Words } from '../kit/parts.ts';
import { plain } from '../kit/text.ts';
import { threadFacts } from '../thread/thread-facts.ts';
import { type DeckForm, takesField, textOnlyFields } from './form.ts';
import { mainFields } from './main-fields.ts';
import { type Metadata, packMetadata } from './metadata.ts';
import { moreFieldsOf } from './more-fields.ts';

/** What is on display besides the fields; what is hidden is worked out from the form. */
export type Display = Omit<Metadata, 'hidden' | 'joins' | 'source'>;

export const THREAD_TITLE = 'Turn thread into slides';

/** The form that `/deck` opens, or the shortcut on a message, showing what has been filled in so far. */
export function deckModal(form: DeckForm, display: Display, words: Words): ModalView {
  return {
    type: 'modal',
    callback_id: DECK_FORM,
    title: plain(form.source ? THREAD_TITLE : 'Create a deck', 24),
    submit: plain('Create', 24),
    close: plain('Cancel', 24),
    private_metadata: packMetadata({
      ...display,
      joins: form.prompt.joins,
      source: form.source,
      hidden: hiddenOf(form),
    }),
    blocks: [
      ...notices(display, words),
      ...(display.thread ? threadFacts(display.thread) : []),
      ...mainFields(form),
      ...absence(display),
      ...buttons(button(display.more ? 'Fewer options' : 'More options', actions.moreOptions, 'toggle')),
      ...moreFieldsOf(form, display.more),
    ],
  };
}

/** Whoever may connect gets the button; the others read whom to ask. */
function notices({ connection, askAbout }: Display, words: Words): KnownBlock[] {
  const notice = connection && connectionNotice(connection, askAbout, words);
  if (!notice) return [];
  return [section(notice), ...(askAbout ? [] : buttons(connectButton(words)))];
}

/** Said early, in the form itself, rather than only when it is submitted. */
function absence({ absentFrom }: Display): KnownBlock[] {
  return context(
    absentFrom &&
      'Deckhand is not in the conversation you came from. To post there, type `/invite @Deckhand` in it first.',
  );
}

/** Only what is not on display: a value in both places could bring back what was cleared. */
function hiddenOf(form: DeckForm): Metadata['hidden'] {
  const { template, format, cards, imageSource, language, tone, audience } = form;
  const isTemplate = !takesField(form, textOnlyFields[0]);
  return isTemplate
    ? { format, cards: cards.slice(0, 12), imageSource, language, tone, audience }
    : { template: template && { id: template.id, name: template.name } };
}
