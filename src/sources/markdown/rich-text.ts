import { numberOf, recordOf, recordsOf, textOf, type UnknownRecord } from '../unknown-value.ts';
import type { RenderContext } from './context.ts';
import { emojiCharacter } from './emoji.ts';
import { linkTo } from './links.ts';
import {
  codeBlock,
  type Emphasis,
  emphasized,
  escapeInline,
  escapeLineStarts,
  inlineCode,
  withoutOuterBreaks,
} from './syntax.ts';
import { broadcastMention, channelMention, groupMention, personMention } from './tokens.ts';

/** A `rich_text` block, the form of what people type, to Markdown. */
export function markdownFromRichText(block: UnknownRecord, context: RenderContext): string {
  const parts: { markdown: string; isList: boolean }[] = [];
  for (const element of recordsOf(block.elements)) {
    const markdown = partOf(element, context);
    if (markdown.trim() === '') continue;
    const isList = element.type === 'rich_text_list';
    const last = parts.at(-1);
    // Slack begins a new list at every change of depth; to people they are one list.
    if (isList && last?.isList) last.markdown += `\n${markdown}`;
    else parts.push({ markdown, isList });
  }
  return parts.map(({ markdown }) => markdown).join('\n\n');
}

function partOf(element: UnknownRecord, context: RenderContext): string {
  switch (element.type) {
    case 'rich_text_list':
      return list(element, context);
    case 'rich_text_quote':
      return quote(paragraph(element, context));
    case 'rich_text_preformatted':
      return codeBlock(plainText(element), textOf(element.language));
    default:
      return paragraph(element, context);
  }
}

function paragraph(element: UnknownRecord, context: RenderContext): string {
  return withoutOuterBreaks(escapeLineStarts(inline(element, context))).trimEnd();
}

export function quote(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** Three spaces a level are enough for both kinds of list. */
const INDENT = '   ';

function list(element: UnknownRecord, context: RenderContext): string {
  const depth = Math.min(Math.max(numberOf(element.indent) ?? 0, 0), 8);
  const first = (numberOf(element.offset) ?? 0) + 1;
  return recordsOf(element.elements)
    .map((item, index) => {
      const sign = element.style === 'ordered' ? `${first + index}.` : '-';
      const lines = paragraph(item, context).split('\n');
      const [head = '', ...rest] = lines.map((line) => line.trimEnd());
      const hanging = rest.map((line) => (line ? `${INDENT.repeat(depth)}${INDENT}${line}` : line));
      return [`${INDENT.repeat(depth)}${sign} ${head}`, ...hanging].join('\n');
    })
    .join('\n');
}

/** The text without any formatting, for code. */
function plainText(element: UnknownRecord): string {
  return recordsOf(element.elements)
    .map((each) => textOf(each.text) || textOf(each.url) || (textOf(each.name) && `:${textOf(each.name)}:`))
    .join('');
}

interface Run {
  markdown: string;
  style: UnknownRecord;
}

function inline(element: UnknownRecord, context: RenderContext): string {
  const runs = recordsOf(element.elements).map(
    (each): Run => ({ markdown: runOf(each, context), style: recordOf(each.style) }),
  );
  return withSigns(runs, ['bold', 'strike', 'italic']);
}

/** Neighbours of one style share their signs; bold encloses italic and never overlaps it. */
function withSigns(runs: Run[], kinds: Emphasis[]): string {
  const [kind, ...others] = kinds;
  if (!kind) return runs.map(({ markdown }) => markdown).join('');
  let result = '';
  for (let from = 0; from < runs.length; ) {
    const has = isMarked(runs[from], kind);
    let to = from + 1;
    while (to < runs.length && isMarked(runs[to], kind) === has) to += 1;
    const inner = withSigns(runs.slice(from, to), others);
    result += has ? emphasized(inner, kind) : inner;
    from = to;
  }
  return result;
}

function isMarked(run: Run | undefined, kind: Emphasis): boolean {
  return run?.style[kind] === true;
}

function runOf(element: UnknownRecord, context: RenderContext): string {
  const { names, dates } = context;
  const text = textOf(element.text);
  switch (element.type) {
    case 'text':
      return recordOf(element.style).code === true ? inlineCode(text) : escapeInline(text);
    case 'link':
      return link(element, text);
    case 'user':
      return personMention(textOf(element.user_id), '', names);
    case 'channel':
      return channelMention(textOf(element.channel_id), '', names);
    case 'usergroup':
      return groupMention(textOf(element.usergroup_id), '', names);
    case 'broadcast':
      return broadcastMention(textOf(element.range));
    case 'emoji':
      return emojiOf(element);
    case 'date': {
      const fallback = textOf(element.fallback);
      const at = numberOf(element.timestamp) ?? Number.NaN;
      const date = escapeInline(dates.formatted(at, textOf(element.format), fallback));
      return textOf(element.url) ? linkTo(textOf(element.url), date) : date;
    }
    case 'color':
      return escapeInline(textOf(element.value));
    default:
      return escapeInline(text);
  }
}

function link(element: UnknownRecord, text: string): string {
  const isCode = recordOf(element.style).code === true;
  const label = isCode ? inlineCode(text) : escapeInline(text);
  return linkTo(textOf(element.url), label);
}

/** Slack gives the code points of its own emoji, with the skin tone. */
function emojiOf(element: UnknownRecord): string {
  const codes = textOf(element.unicode);
  if (/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(codes)) {
    const points = codes.split('-').map((code) => Number.parseInt(code, 16));
    if (points.every((point) => point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff))) {
      const known = emojiCharacter(textOf(element.name), numberOf(element.skin_tone));
      return known.startsWith(':') ? String.fromCodePoint(...points) : known;
    }
  }
  return emojiCharacter(textOf(element.name), numberOf(element.skin_tone));
}
