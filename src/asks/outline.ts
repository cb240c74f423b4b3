import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { CARDS_LIMIT, TITLE_LIMIT } from '../service/options.ts';
import { clip } from '../text.ts';
import type { Section } from './sections.ts';

/** Outlines: which sections of a text become which slides. People edit an outline in a form, one numbered line for each slide. */

export const outlineSchema = z.object({
  /** Titles of the text's sections (`titlesOf`) when the outline was made. If they differ now, the outline no longer fits the text. */
  sections: z.array(z.string()).min(2).max(CARDS_LIMIT),
  /** The slides in their order. A section that is on no slide is left out of the document. */
  slides: z
    .array(
      z.object({
        /** Indexes of the sections on the slide. */
        from: z.array(z.number().int().min(0)).min(1),
        /** The slide's title. Set only if the person changed the title, or merged several sections into this slide. */
        title: z.string().min(1).max(TITLE_LIMIT).optional(),
      }),
    )
    .min(1)
    .max(CARDS_LIMIT),
});
export type Outline = z.output<typeof outlineSchema>;

/** Maximum characters of one title, and of all titles together. A form keeps the titles in its metadata, which Slack limits. */
const TITLE = 80;
const ALL_TITLES = 1_200;

/** Returns a one-line title without formatting for each section: the section's heading, or its first words if it has no heading. */
export function titlesOf(sections: Section[]): string[] {
  const limit = Math.min(TITLE, Math.floor(ALL_TITLES / sections.length));
  return sections.map(({ text, title = text }) => clip(plainLine(title), limit) || 'Untitled');
}

/** Maximum number of characters of a section that are read for its title. */
const READ = 500;
const LINK = /!?\[([^[\]]{0,300})\]\([^()\s]{0,300}\)/g;
const FORMATTING = /\\([!-/:-@[-`{-~])|[*`~]+/g;

function plainLine(markdown: string): string {
  const [line = ''] = markdown.slice(0, READ).trim().split('\n');
  const words = line.replace(/^[\s>|*+-]+/, '').replace(LINK, '$1');
  return words
    .replace(FORMATTING, '$1')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Returns the outline in which each section is one slide. */
export function wholeOutline(sections: string[]): Outline {
  return { sections, slides: sections.map((_, at) => ({ from: [at] })) };
}

export function slideTitles({ sections, slides }: Outline): string[] {
  return slides.map(({ from: [first = 0], title }) => title ?? sections[first] ?? '');
}

/** Returns the sections that an outline puts on its slides. Returns undefined if the outline no longer fits the text. */
export function arranged(found: Section[], { sections, slides }: Outline): Section[] | undefined {
  if (!isDeepStrictEqual(titlesOf(found), sections)) return undefined;
  return slides.flatMap(({ from, title }) => {
    const [first, ...others] = from.flatMap((at) => found[at] ?? []);
    if (!first || title === undefined) return first ?? [];
    return { title, text: [withHeading(first, title), ...others.map(({ text }) => text)].join('\n\n') };
  });
}

function withHeading({ text, title }: Section, heading: string): string {
  return title === undefined
    ? `## ${heading}\n\n${text}`
    : text.replace(/^(#+[ \t]+).*/, (_, signs: string) => signs + heading);
}

/** Returns the lines that show an outline in a form, such as "2. Goals" or "2 + 3. Goals and costs". */
export function outlineLines(outline: Outline): string {
  const titles = slideTitles(outline);
  const numbers = outline.slides.map(({ from }) => from.map((at) => at + 1).join(' + '));
  return numbers.map((number, at) => `${number}. ${titles[at]}`).join('\n');
}

/**
 * Reads the lines of an outline that a person has edited. To find the section of a line, tries in this order:
 * - the line's title, if only one section has this title. (Its number may be wrong, because people renumber lines after moving them.)
 * - the line's number
 * - the line's position, if there are as many lines as sections
 * @returns the slides, or a sentence that tells the person what is wrong
 */
export function readOutline(typed: string, sections: string[]): Outline['slides'] | string {
  const lines = typed.split('\n').filter((line) => line.trim());
  const read = lines.map((line) => partsOf(line, sections));
  const named = read.flatMap((parts) => parts.map(({ from }) => from));
  const placed = read.map((parts, at) => {
    const isInPlace = parts.length === 1 && lines.length === sections.length && !named.includes(at);
    return parts.map(({ from, title }) => ({ from: from ?? (isInPlace ? at : undefined), title }));
  });
  const unknown = placed.findIndex((parts) => parts.some(({ from }) => from === undefined));
  if (unknown >= 0)
    return `“${clip(lines[unknown]?.trim() ?? '', 60)}” is none of the sections. Begin the line with the number that its section had.`;
  const slides = placed.map((parts) => slideOf(parts as Known[], sections));
  const used = slides.flatMap(({ from }) => from);
  const twice = used.find((from, at) => used.indexOf(from) !== at);
  return twice === undefined
    ? slides
    : `Section ${twice + 1}, “${sections[twice]}”, is in two lines. Begin each line with the number that its section had.`;
}

/** The part of an edited line that names one section. For example, the line "2 + 3. Goals" has the parts "2" and "3. Goals". */
interface Part {
  /** Index of the section. Undefined if the line has no known number or title. */
  from: number | undefined;
  /** The typed title; empty if only a number was typed. */
  title: string;
}
type Known = Part & { from: number };

function partsOf(line: string, sections: string[]): Part[] {
  const whole = partOf(line, sections);
  const isKnown = ({ from, title }: Part) => from !== undefined && sections[from] === title;
  if (isKnown(whole)) return [whole];
  const numbered = line.split(/ \+ (?=\d+(?:[.)]|\s*$| \+ ))/).map((part) => partOf(part, sections));
  if (numbered.length > 1) return numbered;
  const titled = line.split(' + ').map((part) => partOf(part, sections));
  return titled.every(isKnown) ? titled : [whole];
}

function partOf(text: string, sections: string[]): Part {
  const part = text.trim();
  const [, number = '', words = number ? '' : part] = /^(\d+)(?:[.)](.*)|$)/.exec(part) ?? [];
  const at = Number(number) - 1;
  const title = words.trim();
  if (title && sections[at] === title) return { from: at, title };
  for (const typed of [part, title]) {
    const only = sections.indexOf(typed);
    if (only >= 0 && only === sections.lastIndexOf(typed)) return { from: only, title: typed };
  }
  return { from: sections[at] === undefined ? undefined : at, title };
}

function slideOf(parts: Known[], sections: string[]): Outline['slides'][number] {
  const from = parts.map((part) => part.from);
  const own = from.map((at) => sections[at] ?? '');
  const typed = parts.flatMap(({ title }) => title || []);
  const title = clip((typed.length > 0 ? typed : own).join(' + '), TITLE_LIMIT);
  return { from, ...((from.length > 1 || title !== own[0]) && { title }) };
}
