import { isDeepStrictEqual } from 'node:util';
import { CARDS_LIMIT, type Format, PAGES_LIMIT } from '../service/options.ts';
import { arranged, type Outline, titlesOf, wholeOutline } from './outline.ts';
import type { PartialAsk } from './request-text.ts';

/** Divides a text into sections, for example a Markdown file at its headings. Sections can be kept as slides or pages. */

export interface Section {
  text: string;
  /** Text of the section's heading, if the section begins with a heading. */
  title?: string;
}

/**
 * Divides a text at lines of `---`. Without such lines, divides it at headings of the highest level that occurs more than once, and then
 * long sections at their lower headings.
 */
export function sectionsOf(text: string): Section[] {
  const lines = readLines(text);
  if (hasBreaks(lines)) return sectionsAt(lines, 'break');
  const divided = dividedAtHeadings(lines);
  return divided.length > PAGES_LIMIT ? sectionsAt(lines, levelOf(lines)) : divided;
}

/** Maximum characters of a section that is not divided further, because one slide cannot show more text well. */
const LONG = 1_500;

function dividedAtHeadings(lines: Line[]): Section[] {
  const level = levelOf(lines);
  return sectionsAt(lines, level).flatMap((section) =>
    level !== undefined && section.text.length > LONG ? dividedAtHeadings(readLines(section.text)) : section,
  );
}

/** Returns the sections to keep as slides or pages. Returns undefined if none are kept, so the service divides the text itself. */
export function keptSections(ask: PartialAsk, text: string): Section[] | undefined {
  const { sections, slides, format, outline } = ask;
  if (!canKeepSections(ask)) return undefined;
  if (outline) return arranged(sectionsOf(text), outline);
  // By default, keep sections only if `---` lines separate them and the person chose no number of slides.
  if (sections === undefined && (slides !== undefined || !hasBreaks(readLines(text)))) return undefined;
  const found = sectionsOf(text);
  return found.length > 1 && found.length <= sectionsLimit(format) ? found : undefined;
}

function canKeepSections({ sections, source, template, work }: PartialAsk): boolean {
  const hasSections = source.kind === 'text' || source.kind === 'file';
  return work?.kind === 'document' && !template && hasSections && sections !== 'free';
}

/** Returns the ask's outline if it still fits the text, otherwise one slide per section. Undefined if sections cannot become slides. */
export function outlineOf(ask: PartialAsk, text: string): Outline | undefined {
  if (!canKeepSections(ask) || ask.slides !== undefined || sectionsFault(text, ask.format, ''))
    return undefined;
  const sections = titlesOf(sectionsOf(text));
  return isDeepStrictEqual(sections, ask.outline?.sections) ? ask.outline : wholeOutline(sections);
}

/** Returns true if the author has divided the text, for example by headings. A list in a short text does not count: it may list topics. */
export function hasStructure(text: string): boolean {
  const lines = readLines(text);
  const headings = lines.filter(({ mark }) => typeof mark === 'number').length;
  if (headings > 1 || hasBreaks(lines)) return true;
  const items = lines.filter((line) => LIST_ITEM.test(line.text)).length;
  return (items >= LIST_ITEMS && text.length >= LIST_LENGTH) || lines.some((line) => TABLE.test(line.text));
}

/** Minimum number of items in a list that counts as structure. */
const LIST_ITEMS = 3;
/** Minimum number of characters in a text whose list counts as structure. */
const LIST_LENGTH = 200;
const LIST_ITEM = /^ {0,12}(?:[-*+•◦▪]|\d{1,3}[.)])[ \t]+\S/;
/** Matches the line below the header of a Markdown table. */
const TABLE = /^ {0,3}\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;

/**
 * Joins the texts of files. If one of them has sections, each file begins a section of its own, and a text without a heading at its
 * beginning gets the file's name as the heading. Otherwise the service divides the whole text.
 */
export function joinFiles(files: { name: string; text: string }[]): string {
  if (files.length < 2) return files[0]?.text ?? '';
  const lines = files.flatMap(({ text }) => readLines(text));
  const [level, isDivided] = [levelOf(lines), hasBreaks(lines)];
  if (level === undefined && !isDivided) return files.map(({ text }) => text).join('\n\n');
  const heading = '#'.repeat(level ?? 1);
  return files
    .map(({ name, text }) => (isUntitled(text) ? `${heading} ${name.replace(/\s+/g, ' ')}\n\n${text}` : text))
    .join(isDivided ? BETWEEN : '\n\n');
}

/** Returns true if a text does not begin with a heading, and is not divided into slides, whose first one may have no title. */
function isUntitled(text: string): boolean {
  const lines = readLines(text);
  const first = lines.find((line) => line.text.trim() !== '');
  return typeof first?.mark !== 'number' && !hasBreaks(lines);
}

/** A line that divides a text, between blank lines. */
const BETWEEN = '\n\n---\n\n';

/** Returns sections as one text that the service divides at lines of `---`. */
export function joinSections(sections: Section[]): string {
  return sections.map(({ text }) => text).join(BETWEEN);
}

/**
 * Returns why sections cannot be kept, as a sentence; undefined if they can be kept.
 * @param what words for the text, such as "This file"
 */
export function sectionsFault(text: string, format: Format | undefined, what: string): string | undefined {
  const count = sectionsOf(text).length;
  const limit = sectionsLimit(format);
  if (count < 2) return `${what} has no sections: no headings, and no lines of ---.`;
  return count > limit ? `${what} has ${count} sections; ${limit} can be kept.` : undefined;
}

/** Returns true if each section becomes a page. By default the whole text is one page, because only such a document can be a template. */
export function isKeptAsPages({ sections, format }: Pick<PartialAsk, 'sections' | 'format'>): boolean {
  return sections === 'kept' && hasPages(format);
}

export function hasPages(format?: Format): boolean {
  return format === 'document' || format === 'webpage';
}

export function sectionsLimit(format?: Format): number {
  return hasPages(format) ? PAGES_LIMIT : CARDS_LIMIT;
}

interface Line {
  text: string;
  /** Level of a heading, or `break` for a line of `---`. */
  mark?: number | 'break';
}

/** Splits a text into lines and marks headings and lines of `---`. Lines in code blocks have no mark. */
function readLines(text: string): Line[] {
  let fence: string | undefined;
  return text.split(/\r?\n/).map((line) => {
    const [, ticks] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence) {
      if (ticks?.startsWith(fence) && line.trim() === ticks) fence = undefined;
      return { text: line };
    }
    if (ticks) {
      fence = ticks;
      return { text: line };
    }
    if (/^---[ \t]*$/.test(line)) return { text: line, mark: 'break' };
    const level = /^ {0,3}(#{1,6})[ \t]+\S/.exec(line)?.[1]?.length;
    return level ? { text: line, mark: level } : { text: line };
  });
}

function hasBreaks(lines: Line[]): boolean {
  return lines.some(({ mark }) => mark === 'break') && sectionsAt(lines, 'break').length > 1;
}

function levelOf(lines: Line[]): number | undefined {
  return [1, 2, 3, 4, 5, 6].find((level) => lines.filter(({ mark }) => mark === level).length > 1);
}

/** Returns true for a heading of a higher level than `at`, which does not belong to the section before it. */
function isHigher(mark: Line['mark'], at: Line['mark']): boolean {
  return typeof mark === 'number' && typeof at === 'number' && mark < at;
}

function sectionsAt(lines: Line[], at: Line['mark']): Section[] {
  const groups: Line[][] = [[]];
  for (const line of lines) {
    if (line.mark === at ? at !== undefined : isHigher(line.mark, at)) groups.push([]);
    if (line.mark !== 'break') groups.at(-1)?.push(line);
  }
  return groups.flatMap((group) => {
    const text = group
      .map((line) => line.text)
      .join('\n')
      .trim();
    if (!text) return [];
    const first = group.find((line) => line.text.trim() !== '');
    const title = typeof first?.mark === 'number' ? headingIn(first.text) : '';
    return [title ? { text, title } : { text }];
  });
}

/** Maximum number of characters of a heading that are used. */
const HEADING = 500;

/** Returns the text of a heading without its `#` signs. The patterns take linear time, so a long line cannot block the process. */
function headingIn(line: string): string {
  const words = line
    .slice(0, HEADING)
    .replace(/^[ #]+/, '')
    .trim();
  const open = words.replace(/(?<!#)#+$/, '');
  return open === open.trimEnd() ? words : open.trimEnd();
}
