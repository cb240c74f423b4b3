import { eachOf, type Loose, looseOf, textIn } from '../loose.ts';
import { emojiCharacter, isStandardEmoji } from './emoji.ts';
import { escapeInline, escapeLineStarts } from './escape.ts';
import { isPictureAddress, isWebAddress, linkTo } from './links.ts';
import { marked } from './marks.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
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
        .map((field) => textObject(field, telling).replace(/\s*\n\s*/g, ' '))
        .filter(Boolean)
        .map((field) => `- ${field}`)
        .join('\n'),
      looseOf(block.accessory).type === 'image' ? picture(looseOf(block.accessory)) : '',
    ]),
  header: (block, telling) => marked(textObject(block.text, telling), 'bold'),
  context: (block, telling) =>
    eachOf(block.elements)
      .map((element) => (element.type === 'image' ? '' : textObject(element, telling)))
      .filter(Boolean)
      .join(' · '),
  image: (block, telling) => picture(block, textObject(block.title, telling)),
  video: (block, telling) =>
    linkTo(textIn(block.title_url) || textIn(block.video_url), textObject(block.title, telling) || 'Video'),
  markdown: (block) => withoutRules(textIn(block.text)),
  table: markdownTable,
  data_table: (block, telling) =>
    joined([escapeInline(textIn(block.caption)), markdownTable(block, telling)]),
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
      marked(escapeInline(textIn(block.title)), 'bold'),
      markdownFromBlocks(block.tasks, telling, depth + 1),
    ]),
  task_card: (block, telling) =>
    joined([
      escapeInline(textIn(block.title)),
      markdownFromRichText(looseOf(block.details), telling),
      markdownFromRichText(looseOf(block.output), telling),
    ]),
};

function richTitle(block: Loose, telling: Telling): string {
  return markdownFromRichText(looseOf(block.rich_text_title), telling);
}

/** `plain_text` may hold emoji by name; `mrkdwn` anything. */
export function textObject(value: unknown, telling: Telling): string {
  const { type, text } = looseOf(value);
  if (type === 'mrkdwn') return markdownFromMrkdwn(textIn(text), telling);
  const named = textIn(text).replace(/:([a-z0-9_+'-]+):/g, (all, name: string) =>
    isStandardEmoji(name) ? emojiCharacter(name) : all,
  );
  return escapeLineStarts(escapeInline(named)).trim();
}

/** A public picture by its address, on a line of its own; another one by what is said of it. */
function picture(block: Loose, title = ''): string {
  const address = textIn(block.image_url);
  const words = title || escapeInline(textIn(block.alt_text));
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
