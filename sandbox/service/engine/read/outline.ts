import { type Block, plain, type Span, textsIn } from '../deck.ts';
import { type Part, type Pictures, readMarkdown } from './markdown.ts';
import { sentencesOf, shortened, sliced } from './sentences.ts';

/** A part of a text under one heading. */
export interface Section {
  title: string;
  /** The parent heading, if there is one. */
  kicker?: string;
  blocks: Block[];
}

export interface Outline {
  title: string;
  /** The text before the first heading. */
  lead: Block[];
  sections: Section[];
}

/** Longest title, in characters. */
const TITLE_LIMIT = 90;
const HEADING_LIMIT = 160;

/** Reads a text as a title, the text before the first heading, and a section for each heading. */
export function outlineOf(text: string, given?: string, pictures?: Pictures): Outline {
  const parts = readMarkdown(text, pictures);
  const hasHeadings = parts.some((part) => part.kind === 'heading');
  const titled = hasHeadings ? withTitleHeading(parts) : withTitleSentence(parts as Block[], given);
  const { sections, lead } = sectionsOf(titled.rest);
  const title = given ?? titled.title ?? sections[0]?.title ?? 'Untitled';
  // If the given title replaces the title of the text, the latter is kept as a subheading.
  const isSaid = given?.toLowerCase().includes(titled.title?.toLowerCase() ?? '');
  const isReplaced = hasHeadings && given !== undefined && !isSaid;
  const own: Block[] = isReplaced ? [{ kind: 'subheading', text: titled.title ?? '' }] : [];
  return { title, lead: [...own, ...lead], sections };
}

/** Takes the first heading as the title if it is the only one of its level and at most one block is above it. */
function withTitleHeading(parts: Part[]): { title?: string; rest: Part[] } {
  const headings = parts.filter((part) => part.kind === 'heading');
  const [first] = headings;
  if (!first) return { rest: parts };
  const text = plain(first.spans).trim();
  const isAlone = headings.filter(({ level }) => level <= first.level).length === 1;
  const isEarly = parts.indexOf(first) <= 1;
  if (!isAlone || !isEarly || text.length > HEADING_LIMIT) return { rest: parts };
  return { title: text, rest: parts.filter((part) => part !== first) };
}

/** Takes the title of a text without headings: the words before a colon, the first sentence, or its beginning. */
function withTitleSentence(blocks: Block[], given?: string): { title?: string; rest: Part[] } {
  const [first, ...others] = blocks;
  const isTitle = first?.kind === 'paragraph' && plain(first.spans).trim() === given?.trim();
  if (given !== undefined || !first) return { rest: isTitle ? others : blocks };
  if (first.kind !== 'paragraph') return { title: firstWords(first), rest: blocks };
  const text = plain(first.spans);
  const [sentence = ''] = sentencesOf(text);
  const label = /^[^:.!?"“„«(]{2,60}(?=:\s)/.exec(text)?.[0];
  const isLinked = first.spans[0]?.href !== undefined;
  const end = label && !isMessage(first.spans) ? label.length + 1 : sentence.length;
  if (isLinked || isMessage(first.spans) || end > TITLE_LIMIT + 1)
    return { title: shortened(text.trim(), TITLE_LIMIT), rest: blocks };
  const rest = trimmed(sliced(first.spans, end, text.length));
  const title = (label ?? sentence).trim();
  return { title, rest: plain(rest) ? [{ kind: 'paragraph', spans: rest }, ...others] : others };
}

function firstWords(block: Block): string {
  const [text = ''] = textsIn(block);
  return shortened(text.replace(/\s+/g, ' ').trim(), TITLE_LIMIT) || 'Untitled';
}

/** Returns whether a text is a message of a conversation: a name in bold, the time in brackets, a colon. */
export function isMessage([name, ...rest]: Span[]): boolean {
  return Boolean(name?.bold) && /^\s*\([^)]{2,80}\)\s*:/.test(plain(rest));
}

function trimmed([first, ...others]: Span[]): Span[] {
  if (!first) return [];
  const text = first.text.trimStart();
  return text ? [{ ...first, text }, ...others] : trimmed(others);
}

function sectionsOf(parts: Part[]): { lead: Block[]; sections: Section[] } {
  const lead: Block[] = [];
  const sections: Section[] = [];
  const above: { level: number; title: string }[] = [];
  for (const part of parts) {
    if (part.kind !== 'heading') {
      (sections.at(-1)?.blocks ?? lead).push(part);
      continue;
    }
    while ((above.at(-1)?.level ?? 0) >= part.level) above.pop();
    const text = plain(part.spans).trim();
    const kicker = above.at(-1)?.title;
    const title = shortened(text, HEADING_LIMIT);
    // A heading that is too long for a title, or has links, is repeated below it.
    const isWhole = title === text && !part.spans.some(({ href }) => href);
    sections.push({
      title,
      ...(kicker ? { kicker } : {}),
      blocks: isWhole ? [] : [{ kind: 'paragraph', spans: part.spans }],
    });
    above.push({ level: part.level, title });
  }
  return { lead, sections };
}
