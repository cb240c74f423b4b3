import { numberOf, recordOf, recordsOf, textOf, type UnknownRecord } from '../unknown-value.ts';
import type { RenderContext } from './context.ts';
import { emojiCharacter } from './emoji.ts';
import { linkTo } from './links.ts';
import {
  type Around,
  codeBlock,
  type Emphasis,
  emphasized,
  escapeInline,
  escapeLineStarts,
  inlineCode,
  withoutOuterBreaks,
} from './syntax.ts';
import { broadcastMention, channelMention, groupMention, personMention } from './tokens.ts';

/** Converts a `rich_text` block to Markdown. Slack stores what people type in such blocks. */
export function markdownFromRichText(block: UnknownRecord, context: RenderContext): string {
  let result = '';
  let last: UnknownRecord = {};
  for (const element of recordsOf(block.elements)) {
    const markdown = partOf(element, context);
    if (markdown.trim() === '') continue;
    if (result) result += goesOn(last, element) ? '\n' : '\n\n';
    result += markdown;
    last = element;
  }
  return result;
}

/** Returns true if `next` is a part of the same list as `list`. Slack begins a new list element whenever the depth changes. */
function goesOn(list: UnknownRecord, next: UnknownRecord): boolean {
  if (list.type !== 'rich_text_list' || next.type !== 'rich_text_list') return false;
  return list.style === next.style || numberOf(list.indent) !== numberOf(next.indent);
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

/** Indentation for each level of a list. Three spaces are enough both in lists with bullets and in numbered lists. */
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

/** Returns the content of a code block without formatting. */
function plainText(element: UnknownRecord): string {
  return recordsOf(element.elements)
    .map((each) => textOf(each.text) || textOf(each.url) || (textOf(each.name) && `:${textOf(each.name)}:`))
    .join('');
}

interface Run {
  markdown: string;
  /** The text without formatting, for inline code. */
  plain: string;
  style: UnknownRecord;
}

function inline(element: UnknownRecord, context: RenderContext): string {
  const elements = recordsOf(element.elements);
  const runs = elements.map((each, index): Run => {
    const markdown = runOf(each, context, elements[index + 1]);
    return {
      markdown,
      plain: textOf(each.text) || textOf(each.url) || markdown,
      style: recordOf(each.style),
    };
  });
  return withSigns(runs, ['bold', 'strike', 'italic', 'code'], { before: '', after: '' });
}

/** Puts formatting marks around runs of text. Neighbouring runs share marks, which are nested in the order of `kinds` and never overlap. */
function withSigns(runs: Run[], kinds: (Emphasis | 'code')[], around: Around): string {
  const [kind, ...others] = kinds;
  if (!kind) return runs.map(({ markdown }) => markdown).join('');
  let result = '';
  for (let from = 0; from < runs.length; ) {
    const has = isMarked(runs[from], kind);
    let to = from + 1;
    while (to < runs.length && isMarked(runs[to], kind) === has) to += 1;
    const group = runs.slice(from, to);
    const beside = {
      before: runs[from - 1]?.plain ?? around.before,
      after: runs[to]?.plain ?? around.after,
    };
    if (has && kind === 'code') result += inlineCode(group.map(({ plain }) => plain).join(''));
    else {
      const inner = withSigns(group, others, beside);
      result += has && kind !== 'code' ? emphasized(inner, kind, beside) : inner;
    }
    from = to;
  }
  return result;
}

function isMarked(run: Run | undefined, kind: Emphasis | 'code'): boolean {
  return run?.style[kind] === true;
}

function runOf(element: UnknownRecord, context: RenderContext, next?: UnknownRecord): string {
  const { names, dates } = context;
  const text = textOf(element.text);
  switch (element.type) {
    case 'link': {
      const url = textOf(element.url);
      const following = next ? textOf(next.text) || `@${textOf(next.type)}` : '';
      return linkTo(url, { label: escapeInline(text), title: context.titles?.get(url), next: following });
    }
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
      return textOf(element.url) ? linkTo(textOf(element.url), { label: date }) : date;
    }
    case 'color':
      return escapeInline(textOf(element.value));
    default:
      return escapeInline(text);
  }
}

/** Returns the character of an emoji, or `:name:` for a custom one. Slack's code points are used only if the name is unknown. */
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
