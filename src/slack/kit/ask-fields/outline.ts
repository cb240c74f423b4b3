import { isDeepStrictEqual } from 'node:util';
import { type Outline, outlineLines, readOutline, titlesOf, wholeOutline } from '../../../asks/outline.ts';
import { sectionsLimit, sectionsOf } from '../../../asks/sections.ts';
import type { Format } from '../../../service/options.ts';
import { joinPrompt, type PromptParts } from './prompt.ts';

/** Reads the field in which people edit the titles of the slides that their text becomes. */

interface OutlineContext {
  /** The titles of the sections at the time when the form listed them. */
  sectionTitles?: string[] | undefined;
  prompt?: PromptParts;
  file?: unknown[];
  cards?: string;
  format?: Format;
}

/** Returns the outline that was typed; undefined if the text has no sections any more, or if a number of slides was chosen instead. */
export function typedOutline(typed: string, form: OutlineContext): Outline | undefined {
  const sections = sectionsNow(form);
  if (form.cards || sections.length < 2) return undefined;
  const slides = editedSlides(typed, form);
  return Array.isArray(slides) ? { sections, slides } : wholeOutline(sections);
}

/** Returns why the typed titles cannot be used, as a sentence; undefined if they can. */
export function outlineFault(typed: string, form: OutlineContext): string | undefined {
  if (form.cards)
    return typed.trim() && 'Each line is one. Leave the number of them empty, or clear this field.';
  const slides = editedSlides(typed, form);
  const sections = sectionsNow(form);
  if (slides && !isDeepStrictEqual(sections, form.sectionTitles))
    return 'The sections of your text have changed since. Clear this field to use them as they are.';
  if (typeof slides === 'string') return slides;
  const [count, limit] = [(slides ?? sections).length, sectionsLimit(form.format)];
  return count > limit ? `These are ${count}; ${limit} can be made.` : undefined;
}

/** Returns the slides, or why the lines cannot be read. Returns undefined if the field was cleared or not changed. */
function editedSlides(typed: string, { sectionTitles = [] }: OutlineContext) {
  const text = typed.trim();
  const isChanged = text !== '' && text !== outlineLines(wholeOutline(sectionTitles));
  return isChanged ? readOutline(text, sectionTitles) : undefined;
}

/** Returns the titles of the sections of the text as it is in the form. The text of a file is not in the form and does not change. */
function sectionsNow({ prompt, file, sectionTitles = [] }: OutlineContext): string[] {
  return file?.length || !prompt ? sectionTitles : titlesOf(sectionsOf(joinPrompt(prompt)));
}
