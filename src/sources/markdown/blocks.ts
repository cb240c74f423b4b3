import { isRecord, recordOf, recordsOf, textOf, type UnknownRecord } from '../unknown-value.ts';
import type { RenderContext } from './context.ts';
import { isPictureAddress, isWebAddress, linkTo } from './links.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
import { markdownFromRichText } from './rich-text.ts';
import { emphasized, escapeLineStarts, onOneLine } from './syntax.ts';
import { namedMarkdown, namedText } from './tokens.ts';

/** Containers within containers; nobody writes them deeper than this. */
const DEEPEST = 4;

/** The blocks of a message, in their order. Buttons and menus are left out. */
export function markdownFromBlocks(blocks: unknown, context: RenderContext, depth = 0): string {
  if (depth > DEEPEST) return '';
  return joined(
    recordsOf(blocks).map((block) => builders[textOf(block.type)]?.(block, context, depth) ?? ''),
  );
}

type Builder = (block: UnknownRecord, context: RenderContext, depth: number) => string;

const builders: Record<string, Builder | undefined> = {
  rich_text: markdownFromRichText,
  section: (block, context) =>
    joined([
      textObject(block.text, context),
      recordsOf(block.fields)
        .map((field) => onOneLine(textObject(field, context)))
        .filter(Boolean)
        .map((field) => `- ${field}`)
        .join('\n'),
      recordOf(block.accessory).type === 'image' ? picture(recordOf(block.accessory), context) : '',
    ]),
  header: (block, context) => emphasized(textObject(block.text, context), 'bold'),
  context: (block, context) =>
    recordsOf(block.elements)
      .map((element) => (element.type === 'image' ? '' : textObject(element, context)))
      .filter(Boolean)
      .join(' · '),
  image: (block, context) => picture(block, context),
  video: (block, context) =>
    linkTo(textOf(block.title_url) || textOf(block.video_url), textObject(block.title, context) || 'Video'),
  markdown: (block, context) => withoutRules(namedMarkdown(textOf(block.text), context)),
  table: markdownTable,
  data_table: (block, context) => joined([namedText(block.caption, context), markdownTable(block, context)]),
  alert: (block, context) => textObject(block.text, context),
  input: (block, context) => textObject(block.label, context),
  card: (block, context) =>
    joined([
      emphasized(textObject(block.title, context), 'bold'),
      textObject(block.subtitle, context),
      textObject(block.body, context),
    ]),
  carousel: (block, context, depth) => markdownFromBlocks(block.elements, context, depth + 1),
  container: (block, context, depth) =>
    joined([
      emphasized(textObject(block.title, context) || richTitle(block, context), 'bold'),
      textObject(block.subtitle, context),
      markdownFromBlocks(block.child_blocks, context, depth + 1),
    ]),
  plan: (block, context, depth) =>
    joined([
      emphasized(namedText(block.title, context), 'bold'),
      markdownFromBlocks(block.tasks, context, depth + 1),
    ]),
  task_card: (block, context) =>
    joined([
      namedText(block.title, context),
      markdownFromRichText(recordOf(block.details), context),
      markdownFromRichText(recordOf(block.output), context),
    ]),
};

function richTitle(block: UnknownRecord, context: RenderContext): string {
  return markdownFromRichText(recordOf(block.rich_text_title), context);
}

export function textObject(value: unknown, context: RenderContext): string {
  const { type, text } = recordOf(value);
  if (type === 'mrkdwn') return markdownFromMrkdwn(textOf(text), context);
  return escapeLineStarts(namedText(text, context)).trim();
}

/** A public picture by its address, on a line of its own; any other by its title or alternative text. */
function picture(block: UnknownRecord, context: RenderContext): string {
  const address = textOf(block.image_url);
  const words = textObject(block.title, context) || namedText(block.alt_text, context);
  if (isPictureAddress(address)) return joined([words, address]);
  return words && isWebAddress(address) ? linkTo(address, words) : words;
}

/** The service would split the text into cards at a line of dashes. */
function withoutRules(markdown: string): string {
  return markdown.replace(/^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/gm, '').trim();
}

export function joined(parts: string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

/** A `table` or `data_table` block; its first row is the header, as Slack shows it. */
export function markdownTable(block: UnknownRecord, context: RenderContext): string {
  const rows = (Array.isArray(block.rows) ? block.rows : [])
    .filter(Array.isArray)
    .map((row: unknown[]) => row.filter(isRecord).map((cell) => cellOf(cell, context)));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [header, ...body] = rows;
  if (!header || width === 0) return '';
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`;
  const rule = `|${' --- |'.repeat(width)}`;
  return [line(header), rule, ...body.map(line)].join('\n');
}

function cellOf(cell: UnknownRecord, context: RenderContext): string {
  const value = typeof cell.value === 'number' ? String(cell.value) : '';
  const markdown =
    cell.type === 'rich_text' && recordsOf(cell.elements).length > 0
      ? markdownFromRichText(cell, context)
      : namedText(cell.text, context) || value;
  return onOneLine(markdown).replaceAll('|', '\\|');
}
