import { recordOf, recordsOf, textOf, type UnknownRecord } from '../unknown-value.ts';
import type { RenderContext } from './context.ts';
import { isPictureAddress, isWebAddress, linkTo } from './links.ts';
import { markdownFromMrkdwn } from './mrkdwn.ts';
import { markdownFromRichText } from './rich-text.ts';
import { emphasized, escapeInline, escapeLineStarts, onOneLine } from './syntax.ts';
import { markdownTable, tableOfChart } from './tables.ts';
import { namedMarkdown, namedText } from './tokens.ts';

/** Maximum depth of blocks that contain other blocks. */
const DEEPEST = 4;

/** Converts Slack's blocks to Markdown. Buttons and menus are left out. */
export function markdownFromBlocks(blocks: unknown, context: RenderContext, depth = 0): string {
  return joined(blockTexts(blocks, context, depth).map(({ markdown }) => markdown));
}

/** Converts each block. `isSilent` is true if a block should have text but gave no Markdown, for example because its type is unknown. */
export function blockTexts(
  blocks: unknown,
  context: RenderContext,
  depth = 0,
): { markdown: string; isSilent: boolean }[] {
  if (depth > DEEPEST) return [];
  return recordsOf(blocks).map((block) => {
    const type = textOf(block.type);
    const markdown = builders.get(type)?.(block, context, depth) ?? '';
    return { markdown, isSilent: markdown.trim() === '' && !WITHOUT_TEXT.has(type) };
  });
}

/** Types of blocks that never have text. */
const WITHOUT_TEXT = new Set(['actions', 'context_actions', 'divider']);

type Builder = (block: UnknownRecord, context: RenderContext, depth: number) => string;

const builders = new Map<string, Builder>(
  Object.entries({
    rich_text: markdownFromRichText,
    section,
    header: (block, context) => emphasized(textObject(block.text, context), 'bold'),
    context: (block, context) =>
      recordsOf(block.elements)
        .map((element) => (element.type === 'image' ? '' : textObject(element, context)))
        .filter(Boolean)
        .join(' · '),
    image: (block, context) => picture(block, context),
    video: (block, context) =>
      joined([
        linkTo(textOf(block.title_url) || textOf(block.video_url), {
          label: textObject(block.title, context) || 'Video',
        }),
        textObject(block.description, context),
      ]),
    call,
    data_visualization: tableOfChart,
    markdown: (block, context) => withoutRules(namedMarkdown(textOf(block.text), context)),
    table: markdownTable,
    data_table: (block, context) =>
      joined([namedText(block.caption, context), markdownTable(block, context)]),
    alert: (block, context) => {
      const level = ALERTS.get(textOf(block.level));
      return [level, textObject(block.text, context)].filter(Boolean).join(': ');
    },
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
        [namedText(block.title, context), statusOf(block)].filter(Boolean).join(' '),
        markdownFromRichText(recordOf(block.details), context),
        markdownFromRichText(recordOf(block.output), context),
        recordsOf(block.sources)
          .map(({ url, text }) => linkTo(textOf(url), { label: namedText(text, context) }))
          .join(' · '),
      ]),
  }),
);

/** Levels of an alert that the Markdown names before the alert's text. Other levels, such as `info`, are left out. */
const ALERTS = new Map([
  ['warning', 'Warning'],
  ['error', 'Error'],
  ['success', 'Success'],
]);

function section(block: UnknownRecord, context: RenderContext): string {
  const words = textObject(block.text, context);
  const fields = recordsOf(block.fields).map((field) => onOneLine(textObject(field, context)));
  const accessory = recordOf(block.accessory);
  // Beside a text, show the picture only if its alternative text repeats the text. Any other picture is only decoration.
  const isShown =
    accessory.type === 'image' && (!words || lettersOf(words) === lettersOf(textOf(accessory.alt_text)));
  return joined([
    words,
    paired(fields.filter(Boolean))
      .map((field) => `- ${field}`)
      .join('\n'),
    isShown ? picture(words ? { image_url: accessory.image_url } : accessory, context) : '',
  ]);
}

/** Joins each title with its value. Slack shows fields in two columns, so a block may list two titles and then their two values. */
function paired(fields: string[]): string[] {
  const isTitle = (at: number) => /^\*\*[^*]+\*\*:?$/.test(fields[at] ?? '');
  return fields.flatMap((field, at) => {
    const row = at - (at % 4);
    const isPaired =
      row + 3 < fields.length && [0, 1].every((i) => isTitle(row + i) && !isTitle(row + 2 + i));
    if (!isPaired) return [field];
    return at % 4 < 2 ? [`${field} ${fields[at + 2]}`] : [];
  });
}

/** Returns a task's status such as "(in progress)"; empty if it has none. */
function statusOf({ status }: UnknownRecord): string {
  return textOf(status) && `(${escapeInline(textOf(status).replaceAll('_', ' '))})`;
}

function call(block: UnknownRecord): string {
  const { name, title, join_url } = recordOf(recordOf(block.call).v1);
  const label = escapeInline(textOf(name) || textOf(title));
  return label && `Call: ${textOf(join_url) ? linkTo(textOf(join_url), { label }) : label}`;
}

function richTitle(block: UnknownRecord, context: RenderContext): string {
  return markdownFromRichText(recordOf(block.rich_text_title), context);
}

export function textObject(value: unknown, context: RenderContext): string {
  const { type, text } = recordOf(value);
  if (type === 'mrkdwn') return markdownFromMrkdwn(textOf(text), context);
  return escapeLineStarts(namedText(text, context)).trim();
}

/** Returns a picture's title or alternative text, with its URL on a separate line if the document service can fetch the picture. */
function picture(block: UnknownRecord, context: RenderContext): string {
  const address = textOf(block.image_url);
  const words = textObject(block.title, context) || namedText(block.alt_text, context);
  if (isPictureAddress(address)) return joined([words, address]);
  return words && isWebAddress(address) ? linkTo(address, { label: words }) : words;
}

/** Returns only the letters and digits of a text, in lower case, so that texts can be compared. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** Removes lines of dashes, stars or underscores, because the document service would begin a new slide at each of them. */
function withoutRules(markdown: string): string {
  return markdown.replace(/^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/gm, '').trim();
}

export function joined(parts: string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}
