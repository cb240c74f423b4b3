import { parseMention } from '../../asks/parse-mention.ts';
import type { Defaults } from '../../defaults/defaults.ts';
import type { ThreadRef } from '../thread/threads.ts';
import { languageChoices } from './choices.ts';
import { partPrompt } from './continuation.ts';
import { type DeckForm, emptyForm } from './form.ts';

/** Characters: the words go along as instructions, beside sentences of ours. */
const WORDS_LIMIT = 4000;

/** The form that a mention in a thread stands for: what its words say goes before what is usually wanted. */
export function formFromMention(words: string, thread: ThreadRef, defaults: Defaults): DeckForm {
  const wish = parseMention(words);
  const { format, cards, exportAs, audience } = wish.kind === 'make' ? wish : {};
  const language = languageIn(words) ?? defaults.language;
  const wanted = format ?? defaults.format ?? emptyForm.format;
  const usual = wanted === 'presentation' ? emptyForm.exportAs : 'pdf';
  return {
    ...emptyForm,
    source: thread,
    prompt: partPrompt(words.slice(0, WORDS_LIMIT)),
    format: wanted,
    cards: cards ? String(cards) : '',
    exportAs: exportAs ?? defaults.exportAs ?? usual,
    audience: audience ?? '',
    tone: defaults.tone ?? '',
    ...(defaults.theme && { theme: defaults.theme }),
    ...(language && { language }),
  };
}

/** "… in German" */
function languageIn(words: string): string | undefined {
  const [, named] = /\bin (\p{Lu}\p{L}+)\b/u.exec(words) ?? [];
  return languageChoices.find(([, name]) => name === named)?.[0];
}
