import { Marked, type Token, type Tokens } from 'marked';
import { type Block, type ListItem, type Picture, plain, type Span, sameStyle } from '../deck.ts';
import { numberIn } from './numbers.ts';

/** A heading or block of a Markdown text. */
export type Part = { kind: 'heading'; level: number; spans: Span[] } | Block;

/** GitHub's Markdown, except that asterisks between digits and single tildes are text: "2*3*4", "~5 to ~7". */
const marked = new Marked({
  gfm: true,
  tokenizer: {
    emStrong(src, _masked, before) {
      return /^\*\d/.test(src) && /\d$/.test(before ?? '') ? undefined : false;
    },
    del(src) {
      return src.startsWith('~~') ? false : undefined;
    },
  },
});

/** Pictures by their addresses. */
export type Pictures = Record<string, Picture>;

/** Reads a Markdown text. An address among the pictures becomes the picture if it is a paragraph by itself. */
export function readMarkdown(text: string, pictures: Pictures = {}): Part[] {
  return marked.lexer(text).flatMap((token) => partsOf(token, pictures));
}

function partsOf(token: Token, pictures: Pictures): Part[] {
  switch (token.type) {
    case 'heading': {
      const spans = spansOf(token.tokens ?? []);
      return plain(spans).trim() ? [{ kind: 'heading', level: (token as Tokens.Heading).depth, spans }] : [];
    }
    case 'list': {
      const items = itemsOf(token as Tokens.List, 0);
      return items.length > 0 ? [{ kind: 'list', items }] : [];
    }
    case 'blockquote':
      return quoteParts(token as Tokens.Blockquote, pictures);
    case 'table':
      return [tableOf(token as Tokens.Table)];
    case 'code':
      return token.text.trim() ? [{ kind: 'code', text: token.text }] : [];
    case 'space':
    case 'hr':
      return [];
    default:
      return pictureParts(token, pictures) ?? textParts(spansOf(inlineTokens(token)));
  }
}

/** Returns the pictures of a paragraph that consists only of them. */
function pictureParts(token: Token, pictures: Pictures): Part[] | undefined {
  const shown = inlineTokens(token).filter(({ type, raw }) => type !== 'br' && raw.trim());
  const parts = shown.flatMap((one): Part[] => {
    const { href = '', text = '' } = one as Partial<Tokens.Image>;
    const picture = Object.hasOwn(pictures, href) ? pictures[href] : undefined;
    return picture ? [{ kind: 'picture', picture: { ...picture, alt: text === href ? '' : text } }] : [];
  });
  return parts.length > 0 && parts.length === shown.length ? parts : undefined;
}

/** Returns the inline tokens of a block. Blocks without any (HTML, link definitions) become text as written. */
function inlineTokens(token: Token): Token[] {
  const inner = 'tokens' in token ? token.tokens : undefined;
  return inner ?? [{ type: 'text', raw: token.raw, text: token.raw }];
}

/** Longest line of a pasted list, in characters. */
const LINE_LIMIT = 140;

/** Turns three or more short lines into a list, and other lines into one paragraph. */
function textParts(spans: Span[]): Part[] {
  const lines = linesOf(spans);
  if (lines.length === 0) return [];
  if (lines.length >= 3 && lines.every((line) => plain(line).length <= LINE_LIMIT))
    return [{ kind: 'list', items: lines.map((line) => ({ spans: line, level: 0 })) }];
  return [{ kind: 'paragraph', spans: oneLine(spans) }];
}

function linesOf(spans: Span[]): Span[][] {
  const lines: Span[][] = [[]];
  for (const span of spans)
    for (const [i, text] of span.text.split('\n').entries()) {
      if (i > 0) lines.push([]);
      if (text) lines.at(-1)?.push({ ...span, text });
    }
  return lines.filter((line) => plain(line).trim());
}

function oneLine(spans: Span[]): Span[] {
  return spans.map((span) => ({ ...span, text: span.text.replace(/\s*\n\s*/g, ' ') }));
}

const DEEPEST_LEVEL = 3;

function itemsOf(list: Tokens.List, level: number): ListItem[] {
  return list.items.flatMap((item, at): ListItem[] => {
    const number = list.ordered ? { number: (list.start === '' ? 1 : list.start) + at } : {};
    const own: Span[] = item.task ? [{ text: item.checked ? '☑ ' : '☐ ' }] : [];
    const below: ListItem[] = [];
    for (const token of item.tokens) {
      if (token.type === 'list')
        below.push(...itemsOf(token as Tokens.List, Math.min(level + 1, DEEPEST_LEVEL)));
      else if (token.type !== 'space' && token.type !== 'checkbox') {
        const spans = inlineOf(token);
        own.push(...(plain(own).trim() && plain(spans) ? [{ text: ' ' }] : []), ...spans);
      }
    }
    return plain(own).trim() ? [{ spans: oneLine(own), level, ...number }, ...below] : below;
  });
}

/** Converts a block inside a list item to text on its line. */
function inlineOf(token: Token): Span[] {
  return token.type === 'code' ? [{ text: token.text, code: true }] : spansOf(inlineTokens(token));
}

/** Converts a quotation. If it has lists or tables, these become blocks of their own. */
function quoteParts(token: Tokens.Blockquote, pictures: Pictures): Part[] {
  const inner = token.tokens.flatMap((part) => partsOf(part, pictures));
  if (!inner.every((part) => part.kind === 'paragraph' || part.kind === 'quote')) return inner;
  const spans = inner.flatMap((part, i) => [...(i > 0 ? [{ text: ' ' }] : []), ...part.spans]);
  return plain(spans).trim() ? [{ kind: 'quote', spans }] : [];
}

function tableOf(token: Tokens.Table): Block {
  const cells = (row: Tokens.TableCell[]) => row.map((cell) => oneLine(spansOf(cell.tokens)));
  const isNumeric = (column: number) =>
    token.rows.length > 0 && token.rows.every((row) => numberIn(row[column]?.text ?? '') !== undefined);
  return {
    kind: 'table',
    header: cells(token.header),
    rows: token.rows.map(cells),
    align: token.align.map((align, column) => align ?? (isNumeric(column) ? 'right' : 'left')),
  };
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00A0',
};

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');
}

type Style = Omit<Span, 'text'>;

/** Converts inline Markdown to spans. A picture between words becomes a link to it. */
function spansOf(tokens: Token[], style: Style = {}): Span[] {
  return merged(tokens.flatMap((token) => spanOf(token, style)));
}

function spanOf(token: Token, style: Style): Span[] {
  switch (token.type) {
    case 'strong':
      return spansOf(token.tokens ?? [], { ...style, bold: true });
    case 'em':
      return spansOf(token.tokens ?? [], { ...style, italic: true });
    case 'del':
      return spansOf(token.tokens ?? [], { ...style, strike: true });
    case 'link':
      return linked(spansOf(token.tokens ?? [], style), token.href);
    case 'image':
      return linked([{ ...style, text: decoded(token.text) || token.href }], token.href);
    case 'codespan':
      return [{ ...style, text: decoded((token as Tokens.Codespan).text), code: true }];
    case 'br':
      return [{ ...style, text: '\n' }];
    case 'html':
      return [{ ...style, text: /^<br\s*\/?>$/i.test(token.raw) ? '\n' : token.raw }];
    default:
      if ('tokens' in token && token.tokens) return spansOf(token.tokens, style);
      return [{ ...style, text: decoded('text' in token ? String(token.text) : token.raw) }];
  }
}

/** Adds a link to spans. Only web and mail addresses become links; others are shown in brackets after the text. */
function linked(spans: Span[], href: string): Span[] {
  const isSafe = /^(?:https?:\/\/|mailto:)[^\s"<>]+$/i.test(href) && URL.canParse(href);
  if (isSafe) return spans.map((span) => ({ ...span, href }));
  return href ? [...spans, { text: ` (${href})` }] : spans;
}

function merged(spans: Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans) {
    const last = found.at(-1);
    if (last && sameStyle(last, span)) last.text += span.text;
    else found.push({ ...span });
  }
  return found;
}
