import { eachOf, type Loose, looseOf, numberIn, textIn } from '../loose.ts';
import { codeBlock, inlineCode } from './code.ts';
import { emojiCharacter } from './emoji.ts';
import { escapeInline, escapeLineStarts } from './escape.ts';
import { withoutOuterBreaks } from './lines.ts';
import { linkTo } from './links.ts';
import { type Mark, marked, marks } from './marks.ts';
import { broadcastMention, channelMention, groupMention, personMention } from './mentions.ts';
import type { Telling } from './telling.ts';

/** A `rich_text` block, which is what Slack makes of what people type, to Markdown. */
export function markdownFromRichText(block: Loose, telling: Telling): string {
  const parts: { markdown: string; isList: boolean }[] = [];
  for (const element of eachOf(block.elements)) {
    const markdown = partOf(element, telling);
    if (markdown.trim() === '') continue;
    const isList = element.type === 'rich_text_list';
    const last = parts.at(-1);
    // Slack begins a new list for every change of depth; to people they are one.
    if (isList && last?.isList) last.markdown += `\n${markdown}`;
    else parts.push({ markdown, isList });
  }
  return parts.map(({ markdown }) => markdown).join('\n\n');
}

function partOf(element: Loose, telling: Telling): string {
  switch (element.type) {
    case 'rich_text_list':
      return list(element, telling);
    case 'rich_text_quote':
      return quote(paragraph(element, telling));
    case 'rich_text_preformatted':
      return codeBlock(plainText(element), textIn(element.language));
    default:
      return paragraph(element, telling);
  }
}

function paragraph(element: Loose, telling: Telling): string {
  return withoutOuterBreaks(escapeLineStarts(inline(element, telling))).trimEnd();
}

export function quote(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** Three spaces a level: enough for both kinds of list. */
const INDENT = '   ';

function list(element: Loose, telling: Telling): string {
  const depth = Math.min(Math.max(numberIn(element.indent) ?? 0, 0), 8);
  const first = (numberIn(element.offset) ?? 0) + 1;
  return eachOf(element.elements)
    .map((item, index) => {
      const sign = element.style === 'ordered' ? `${first + index}.` : '-';
      const lines = paragraph(item, telling).split('\n');
      const [head = '', ...rest] = lines.map((line) => line.trimEnd());
      const hanging = rest.map((line) => (line ? `${INDENT.repeat(depth)}${INDENT}${line}` : line));
      return [`${INDENT.repeat(depth)}${sign} ${head}`, ...hanging].join('\n');
    })
    .join('\n');
}

/** What is written, without any formatting: for code. */
function plainText(element: Loose): string {
  return eachOf(element.elements)
    .map((each) => textIn(each.text) || textIn(each.url) || (textIn(each.name) && `:${textIn(each.name)}:`))
    .join('');
}

interface Run {
  markdown: string;
  style: Loose;
}

function inline(element: Loose, telling: Telling): string {
  const runs = eachOf(element.elements).map(
    (each): Run => ({ markdown: runOf(each, telling), style: looseOf(each.style) }),
  );
  return withMarks(runs, Object.keys(marks) as Mark[]);
}

/** Neighbours of one style share their marks; bold goes around italic, never across it. */
function withMarks(runs: Run[], kinds: Mark[]): string {
  const [kind, ...others] = kinds;
  if (!kind) return runs.map(({ markdown }) => markdown).join('');
  let result = '';
  for (let from = 0; from < runs.length; ) {
    const has = isMarked(runs[from], kind);
    let to = from + 1;
    while (to < runs.length && isMarked(runs[to], kind) === has) to += 1;
    const inner = withMarks(runs.slice(from, to), others);
    result += has ? marked(inner, kind) : inner;
    from = to;
  }
  return result;
}

function isMarked(run: Run | undefined, kind: Mark): boolean {
  return run?.style[kind] === true;
}

function runOf(element: Loose, telling: Telling): string {
  const { names, dates } = telling;
  const text = textIn(element.text);
  switch (element.type) {
    case 'text':
      return looseOf(element.style).code === true ? inlineCode(text) : escapeInline(text);
    case 'link':
      return link(element, text);
    case 'user':
      return personMention(textIn(element.user_id), '', names);
    case 'channel':
      return channelMention(textIn(element.channel_id), '', names);
    case 'usergroup':
      return groupMention(textIn(element.usergroup_id), '', names);
    case 'broadcast':
      return broadcastMention(textIn(element.range));
    case 'emoji':
      return emojiOf(element);
    case 'date': {
      const fallback = textIn(element.fallback);
      const at = numberIn(element.timestamp) ?? Number.NaN;
      const date = escapeInline(dates.formatted(at, textIn(element.format), fallback));
      return textIn(element.url) ? linkTo(textIn(element.url), date) : date;
    }
    case 'color':
      return escapeInline(textIn(element.value));
    default:
      return escapeInline(text);
  }
}

function link(element: Loose, text: string): string {
  const isCode = looseOf(element.style).code === true;
  const label = isCode ? inlineCode(text) : escapeInline(text);
  return linkTo(textIn(element.url), label);
}

/** Slack gives the character itself for its own emoji, skin tone included. */
function emojiOf(element: Loose): string {
  const codes = textIn(element.unicode);
  if (/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(codes)) {
    const points = codes.split('-').map((code) => Number.parseInt(code, 16));
    if (points.every((point) => point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff))) {
      const known = emojiCharacter(textIn(element.name), numberIn(element.skin_tone));
      return known.startsWith(':') ? String.fromCodePoint(...points) : known;
    }
  }
  return emojiCharacter(textIn(element.name), numberIn(element.skin_tone));
}
