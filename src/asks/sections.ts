import { CARDS_LIMIT, type Format, PAGES_LIMIT } from '../service/options.ts';
import type { Ask } from './schema.ts';

/** A text that comes in sections, such as a Markdown file with headings: which sections, and whether they are kept. */

export interface Section {
  text: string;
  /** The words of its heading, where it begins with one. */
  title?: string;
}

/**
 * Sections stand between lines of `---`; without any, they begin at headings of the highest level that there are several
 * of. What stands before the first is one, too. Headings within a block of code are none.
 * @returns those with words in them; one or none where the text comes in no sections
 */
export function sectionsOf(text: string): Section[] {
  const lines = readLines(text);
  return hasBreaks(lines) ? sectionsAt(lines, 'break') : sectionsAt(lines, levelOf(lines));
}

/** The sections that the service is to keep; undefined where it divides the text by itself. */
export function keptSections(
  { sections, cards, format, source, template, work }: Ask,
  text: string,
): Section[] | undefined {
  const isOffered =
    work.kind === 'document' && !template && (source.kind === 'text' || source.kind === 'file');
  if (!isOffered || sections === 'free') return undefined;
  // Lines of --- are written for nothing else. A number of slides that was asked for goes before them.
  if (sections === undefined && (cards !== undefined || !hasBreaks(readLines(text)))) return undefined;
  const found = sectionsOf(text);
  return found.length > 1 && found.length <= sectionsLimit(format) ? found : undefined;
}

/** Why sections cannot be kept that were to be, as one sentence. @param what the text is called, such as "This file" */
export function sectionsFault(text: string, format: Format, what: string): string | undefined {
  const count = sectionsOf(text).length;
  const limit = sectionsLimit(format);
  if (count < 2) return `${what} has no sections: no headings, and no lines of ---.`;
  return count > limit ? `${what} has ${count} sections; ${limit} can be kept.` : undefined;
}

/**
 * Whether each section is a page of its own to the service. To it, a page is more than a slide, and what has several is no
 * template any more (service interface, "Template doc"): so it is for documents and web pages, and where somebody has said so.
 */
export function isKeptAsPages({ sections, format }: Pick<Ask, 'sections' | 'format'>): boolean {
  return sections === 'kept' && hasPages(format);
}

export function hasPages(format: Format): boolean {
  return format === 'document' || format === 'webpage';
}

function sectionsLimit(format: Format): number {
  return hasPages(format) ? PAGES_LIMIT : CARDS_LIMIT;
}

interface Line {
  text: string;
  /** The level of a heading, or a break between sections. */
  mark?: number | 'break';
}

/** Only the two kinds of lines matter, so that no reader of Markdown is needed. */
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

function sectionsAt(lines: Line[], at: Line['mark']): Section[] {
  const groups: Line[][] = [[]];
  for (const line of lines) {
    if (at !== undefined && line.mark === at) groups.push([]);
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

/** Characters; more is no heading that anybody reads. */
const HEADING = 500;

/** Of signs at its end, those behind a space close it. Each run is looked at once: a long text has a thousand headings. */
function headingIn(line: string): string {
  const words = line
    .slice(0, HEADING)
    .replace(/^[ #]+/, '')
    .trim();
  const open = words.replace(/(?<!#)#+$/, '');
  return open === open.trimEnd() ? words : open.trimEnd();
}
