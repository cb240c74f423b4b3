import { isDeepStrictEqual } from 'node:util';
import { type Outline, outlineLines, readOutline, titlesOf, wholeOutline } from '../../../asks/outline.ts';
import { sectionsLimit, sectionsOf } from '../../../asks/sections.ts';
import type { Format } from '../../../service/options.ts';
import { joinPrompt, type PromptParts } from './prompt.ts';

/** Reads the field `outline`. In this field, people edit the slide titles that Deckhand made from the sections of their text. */

interface OutlineContext {
  /** Titles of the sections at the time when the form listed them for editing. */
  sectionTitles?: string[] | undefined;
  prompt?: PromptParts;
  file?: unknown[];
  slides?: string;
  format?: Format;
}

/** Returns the outline that the person typed; undefined if a number of slides is set, or the text has fewer than two sections. */
export function typedOutline(typed: string, form: OutlineContext): Outline | undefined {
  const sections = sectionsNow(form);
  if (form.slides || sections.length < 2) return undefined;
  const slides = editedSlides(typed, form);
  return Array.isArray(slides) ? { sections, slides } : wholeOutline(sections);
}

/** Returns a sentence that says why the typed titles cannot be used; undefined if they can be used. */
export function outlineFault(typed: string, form: OutlineContext): string | undefined {
  if (form.slides)
    return typed.trim() && 'Each line is one. Leave the number of them empty, or clear this field.';
  const slides = editedSlides(typed, form);
  const sections = sectionsNow(form);
  if (slides && !isDeepStrictEqual(sections, form.sectionTitles))
    return 'The sections of your text have changed since. Clear this field to use them as they are.';
  if (typeof slides === 'string') return slides;
  const [count, limit] = [(slides ?? sections).length, sectionsLimit(form.format)];
  return count > limit ? `These are ${count}; ${limit} can be made.` : undefined;
}

/** Returns the typed slides, or a sentence about a line that cannot be read; undefined if the field is empty or unchanged. */
function editedSlides(typed: string, { sectionTitles = [] }: OutlineContext) {
  const text = typed.trim();
  const isChanged = text !== '' && text !== outlineLines(wholeOutline(sectionTitles));
  return isChanged ? readOutline(text, sectionTitles) : undefined;
}

/**
 * Returns the titles of the sections of the text in the form. For a file, returns `sectionTitles`, because a file does not change.
 */
function sectionsNow({ prompt, file, sectionTitles = [] }: OutlineContext): string[] {
  return file?.length || !prompt ? sectionTitles : titlesOf(sectionsOf(joinPrompt(prompt)));
}
