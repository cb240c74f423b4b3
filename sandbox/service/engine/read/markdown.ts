import { lexer, type Token, type Tokens } from 'marked';
import { type Block, type ListItem, plain, type Span } from '../deck.ts';
import { spansOf } from './spans.ts';

/** A text read as Markdown: headings in between blocks, in their order. */
export type Part = { kind: 'heading'; level: number; spans: Span[] } | Block;

/** Bare addresses of pictures stand for pictures, as the service reads them. */
const pictureUrl = /^https?:\/\/\S+\.(png|jpe?g|gif|webp|svg|avif)(\?\S*)?$/i;
/** Places that the service cannot fetch from: this machine, private networks, and files that Slack keeps behind a token. */
const closedHost =
  /^(localhost|.*\.(local|internal)|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|\[.*\]|files\.slack\.com)$/i;
/** "[image: a lighthouse]" asks for a picture of that. */
const picturePlaceholder = /^\[(?:image|picture|photo|illustration)\s*:?\s*([^\]]*)\]$/i;

export function readMarkdown(text: string): Part[] {
  return lexer(text, { gfm: true }).flatMap(partsOf);
}

function partsOf(token: Token): Part[] {
  switch (token.type) {
    case 'heading': {
      const spans = spansOf(token.tokens);
      return plain(spans).trim() ? [{ kind: 'heading', level: (token as Tokens.Heading).depth, spans }] : [];
    }
    case 'paragraph':
      return paragraphParts(token as Tokens.Paragraph);
    case 'text':
      return paragraphParts(token as Tokens.Paragraph);
    case 'list': {
      const list = token as Tokens.List;
      const items = itemsOf(list, 0);
      return items.length > 0 ? [{ kind: 'list', ordered: list.ordered, items }] : [];
    }
    case 'blockquote':
      return quoteParts(token as Tokens.Blockquote);
    case 'table':
      return tableParts(token as Tokens.Table);
    case 'code': {
      const code = token as Tokens.Code;
      return code.text.trim() ? [{ kind: 'code', text: code.text, language: code.lang || undefined }] : [];
    }
    default:
      return [];
  }
}

function paragraphParts(token: Tokens.Paragraph): Part[] {
  const pictures = picturesIn(token.tokens ?? []);
  const spans = spansOf(token.tokens);
  const text = plain(spans).trim();
  return [...(text ? (pictureOf(text) ?? textParts(spans)) : []), ...pictures];
}

function picturesIn(tokens: Token[]): Part[] {
  return tokens.flatMap((token): Part[] => {
    if (token.type === 'image') {
      const { text, href } = token as Tokens.Image;
      return [{ kind: 'picture', seed: `${text} ${href}`, caption: text || undefined }];
    }
    return 'tokens' in token && token.tokens ? picturesIn(token.tokens) : [];
  });
}

function pictureOf(text: string): Part[] | undefined {
  // One that cannot be fetched is left out without a word.
  if (pictureUrl.test(text)) return isPublic(text) ? [{ kind: 'picture', seed: text, href: text }] : [];
  const found = picturePlaceholder.exec(text);
  return found ? [{ kind: 'picture', seed: found[1] || text, caption: found[1] || undefined }] : undefined;
}

function isPublic(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && !closedHost.test(url.hostname);
}

/** Three or more short lines under each other, as people paste them, are a list. */
function textParts(spans: Span[]): Part[] {
  const lines = linesOf(spans);
  const pasted = lines.length >= 3 && lines.every((line) => plain(line).length <= 140);
  if (pasted)
    return [{ kind: 'list', ordered: false, items: lines.map((line) => ({ spans: line, level: 0 })) }];
  return [{ kind: 'paragraph', spans: oneLine(spans) }];
}

function linesOf(spans: Span[]): Span[][] {
  const lines: Span[][] = [[]];
  for (const span of spans)
    for (const [i, text] of span.text.split('\n').entries()) {
      if (i > 0) lines.push([]);
      if (text.trim()) lines.at(-1)?.push({ ...span, text });
    }
  return lines.filter((line) => line.length > 0);
}

function oneLine(spans: Span[]): Span[] {
  return spans.map((span) => ({ ...span, text: span.text.replace(/\s*\n\s*/g, ' ') }));
}

function itemsOf(list: Tokens.List, level: number): ListItem[] {
  return list.items.flatMap((item, at): ListItem[] => {
    const number = list.ordered ? { number: (Number(list.start) || 1) + at } : {};
    const own: Span[] = item.task ? [{ text: item.checked ? '☑ ' : '☐ ' }] : [];
    const nested: ListItem[] = [];
    for (const token of item.tokens) {
      if (token.type === 'list') nested.push(...itemsOf(token as Tokens.List, Math.min(level + 1, 3)));
      else if (token.type === 'code') own.push({ text: ` ${(token as Tokens.Code).text}`, code: true });
      else if (token.type !== 'space' && token.type !== 'checkbox' && 'tokens' in token)
        own.push(...(own.length > (item.task ? 1 : 0) ? [{ text: ' ' }] : []), ...spansOf(token.tokens));
    }
    return plain(own).trim() ? [{ spans: own, level, ...number }, ...nested] : nested;
  });
}

/** A last line that begins with a dash names who said it. */
const attribution = /(?:^|\n)\s*(?:—|–|--?)\s*([^\n]{2,120})$/;

function quoteParts(token: Tokens.Blockquote): Part[] {
  const inner = token.tokens.flatMap(partsOf);
  const spans = inner.flatMap((part, i): Span[] => {
    const own = spansIn(part);
    return i > 0 && own.length > 0 ? [{ text: '\n' }, ...own] : own;
  });
  const raw = token.text.trim();
  const by = attribution.exec(raw)?.[1]?.trim();
  const text = plain(spans).trim();
  if (!text) return inner.filter((part) => part.kind === 'picture' || part.kind === 'table');
  if (!by) return [{ kind: 'quote', spans: oneLine(spans) }];
  const end = text.lastIndexOf(by.replace(/[*_`]/g, ''));
  const said = end > 0 ? text.slice(0, end).replace(/[\s—–-]+$/, '') : text;
  return said
    ? [{ kind: 'quote', spans: [{ text: said.replace(/\s+/g, ' ') }], by: by.replace(/[*_`]/g, '') }]
    : [];
}

function spansIn(part: Part): Span[] {
  if (part.kind === 'paragraph' || part.kind === 'heading' || part.kind === 'quote') return part.spans;
  if (part.kind === 'list')
    return part.items.flatMap((item, i) => (i > 0 ? [{ text: '\n' }, ...item.spans] : item.spans));
  return part.kind === 'code' ? [{ text: part.text, code: true }] : [];
}

function tableParts(token: Tokens.Table): Part[] {
  const cells = (row: Tokens.TableCell[]) => row.map((cell) => oneLine(spansOf(cell.tokens)));
  if (token.header.length === 0) return [];
  return [
    {
      kind: 'table',
      header: cells(token.header),
      rows: token.rows.map(cells),
      align: token.align.map((align, column) => align ?? (isNumeric(token, column) ? 'right' : 'left')),
    },
  ];
}

function isNumeric(token: Tokens.Table, column: number): boolean {
  return (
    token.rows.length > 0 &&
    token.rows.every((row) =>
      /^[-+~≈]?[$€£]?\s?\d[\d.,]*\s?(%|[kKmMbB]|pp)?$/.test(row[column]?.text.trim() ?? ''),
    )
  );
}
