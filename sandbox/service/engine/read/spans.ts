import type { Token, Tokens } from 'marked';
import { type Span, sameStyle } from '../deck.ts';

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
export function spansOf(tokens: Token[], style: Style = {}): Span[] {
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
