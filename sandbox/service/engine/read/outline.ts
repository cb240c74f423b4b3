import { type Block, plain, type Span } from '../deck.ts';
import { type Part, readMarkdown } from './markdown.ts';

/** A part of a text under one heading. Without a heading the title is empty. */
export interface Section {
  title: string;
  level: number;
  /** Titles of the headings it stands under, outermost first. */
  under: string[];
  blocks: Block[];
}

export interface Outline {
  /** The text's own title, where it has one. */
  title?: string;
  /** Blocks before the first section. */
  lead: Block[];
  sections: Section[];
}

/** Longest heading that can stand as the title of a card, in characters. */
const HEADLINE_LIMIT = 160;

/** "To do: 1. this, 2. that", all on one line. */
const INLINE_LIST = /^.*?(?<![\p{L}\d]\s?)1[.)] \p{L}.*[\s,;]2[.)] \p{L}.*$/gmu;
const inLines = (line: string) => line.replace(/[,;]?[^\S\n]+(?=\d{1,2}[.)] \p{L})/gu, '\n');

/** Reads a text into its title, its lead and its sections. */
export function outlineOf(text: string): Outline {
  const parts = withHeadings(readMarkdown(text.replace(INLINE_LIST, inLines)));
  const title = titleIn(parts);
  const rest =
    title === undefined ? parts : parts.slice(parts.findIndex((part) => part.kind === 'heading') + 1);
  const lead: Block[] =
    title === undefined ? [] : (parts.slice(0, parts.length - rest.length - 1) as Block[]);
  const sections: Section[] = [];
  const path: { level: number; title: string }[] = [];
  for (const part of rest) {
    if (part.kind !== 'heading') {
      (sections.at(-1)?.blocks ?? lead).push(part);
      continue;
    }
    while ((path.at(-1)?.level ?? 0) >= part.level) path.pop();
    const { title: own, rest } = headline(part.spans);
    sections.push({ title: own, level: part.level, under: path.map((above) => above.title), blocks: rest });
    path.push({ level: part.level, title: own });
  }
  return { title, lead, sections };
}

/** In a text without headings, a short line above a list is one, and a short first line is the title. */
function withHeadings(parts: Part[]): Part[] {
  if (parts.length < 4 || parts.some((part) => part.kind === 'heading')) return parts;
  const isLine = (part: Part) =>
    part.kind === 'paragraph' &&
    /^[^.!?:;,()]{2,50}$/.test(plain(part.spans).trim()) &&
    !part.spans.some((span) => span.href);
  return parts.map((part, at): Part => {
    if (part.kind !== 'paragraph' || !isLine(part)) return part;
    if (parts[at + 1]?.kind === 'list') return { kind: 'heading', level: 2, spans: part.spans };
    return at === 0 ? { kind: 'heading', level: 1, spans: part.spans } : part;
  });
}

/** A heading as long as a paragraph is shortened, and said in full below. */
function headline(spans: Span[]): { title: string; rest: Block[] } {
  const text = plain(spans).trim();
  if (text.length <= HEADLINE_LIMIT) return { title: text, rest: [] };
  const cut = text.slice(0, 80);
  const title = `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 40))} …`;
  return { title, rest: [{ kind: 'paragraph', spans }] };
}

/** The first heading is the title of the whole if it is the only one of its level and none stands above it. */
function titleIn(parts: Part[]): string | undefined {
  const headings = parts.filter((part) => part.kind === 'heading');
  const [first] = headings;
  if (!first) return undefined;
  const alone = headings.filter((heading) => heading.level <= first.level).length === 1;
  const early = parts.indexOf(first) <= 1;
  const own = plain(first.spans).trim();
  return alone && early && own.length <= HEADLINE_LIMIT ? own : undefined;
}
