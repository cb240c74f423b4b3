import { eachOf, type Loose, looseOf, textIn } from '../loose.ts';
import { escapeLineStarts } from './escape.ts';
import { onOneLine } from './lines.ts';
import { isPictureAddress, isWebAddress, linkTo } from './links.ts';
import { marked } from './marks.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
import { namedMarkdown, namedText } from './named.ts';
import { markdownFromRichText } from './rich-text.ts';
import { markdownTable } from './tables.ts';
import type { Telling } from './telling.ts';

/** Slack allows containers of blocks; what goes deeper than this nobody has written. */
const DEEPEST = 4;

/** The blocks of a message, in their order. What can only be pressed is left out. */
export function markdownFromBlocks(blocks: unknown, telling: Telling, depth = 0): string {
  if (depth > DEEPEST) return '';
  return joined(eachOf(blocks).map((block) => builders[textIn(block.type)]?.(block, telling, depth) ?? ''));
}

type Builder = (block: Loose, telling: Telling, depth: number) => string;

const builders: Record<string, Builder | undefined> = {
  rich_text: markdownFromRichText,
  section: (block, telling) =>
    joined([
      textObject(block.text, telling),
      eachOf(block.fields)
        .map((field) => onOneLine(textObject(field, telling)))
        .filter(Boolean)
        .map((field) => `- ${field}`)
        .join('\n'),
      looseOf(block.accessory).type === 'image' ? picture(looseOf(block.accessory), telling) : '',
    ]),
  header: (block, telling) => marked(textObject(block.text, telling), 'bold'),
  context: (block, telling) =>
    eachOf(block.elements)
      .map((element) => (element.type === 'image' ? '' : textObject(element, telling)))
      .filter(Boolean)
      .join(' · '),
  image: (block, telling) => picture(block, telling),
  video: (block, telling) =>
    linkTo(textIn(block.title_url) || textIn(block.video_url), textObject(block.title, telling) || 'Video'),
  markdown: (block, telling) => withoutRules(namedMarkdown(textIn(block.text), telling)),
  table: markdownTable,
  data_table: (block, telling) => joined([namedText(block.caption, telling), markdownTable(block, telling)]),
  alert: (block, telling) => textObject(block.text, telling),
  input: (block, telling) => textObject(block.label, telling),
  card: (block, telling) =>
    joined([
      marked(textObject(block.title, telling), 'bold'),
      textObject(block.subtitle, telling),
      textObject(block.body, telling),
    ]),
  carousel: (block, telling, depth) => markdownFromBlocks(block.elements, telling, depth + 1),
  container: (block, telling, depth) =>
    joined([
      marked(textObject(block.title, telling) || richTitle(block, telling), 'bold'),
      textObject(block.subtitle, telling),
      markdownFromBlocks(block.child_blocks, telling, depth + 1),
    ]),
  plan: (block, telling, depth) =>
    joined([
      marked(namedText(block.title, telling), 'bold'),
      markdownFromBlocks(block.tasks, telling, depth + 1),
    ]),
  task_card: (block, telling) =>
    joined([
      namedText(block.title, telling),
      markdownFromRichText(looseOf(block.details), telling),
      markdownFromRichText(looseOf(block.output), telling),
    ]),
};

function richTitle(block: Loose, telling: Telling): string {
  return markdownFromRichText(looseOf(block.rich_text_title), telling);
}

export function textObject(value: unknown, telling: Telling): string {
  const { type, text } = looseOf(value);
  if (type === 'mrkdwn') return markdownFromMrkdwn(textIn(text), telling);
  return escapeLineStarts(namedText(text, telling)).trim();
}

/** A public picture by its address, on a line of its own; another one by what is said of it. */
function picture(block: Loose, telling: Telling): string {
  const address = textIn(block.image_url);
  const words = textObject(block.title, telling) || namedText(block.alt_text, telling);
  if (isPictureAddress(address)) return joined([words, address]);
  return words && isWebAddress(address) ? linkTo(address, words) : words;
}

/** A line of dashes would part the text into cards. */
function withoutRules(markdown: string): string {
  return markdown.replace(/^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/gm, '').trim();
}

export function joined(parts: string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}
