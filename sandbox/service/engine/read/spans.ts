import type { Token, Tokens } from 'marked';
import type { Span } from '../deck.ts';

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00A0',
};

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '');
}

type Style = Omit<Span, 'text'>;

/** Inline Markdown as styled stretches of text. Pictures are left out: they are blocks of their own. */
export function spansOf(tokens: Token[] | undefined, style: Style = {}): Span[] {
  return merged((tokens ?? []).flatMap((token) => spanOf(token, style)));
}

function spanOf(token: Token, style: Style): Span[] {
  switch (token.type) {
    case 'strong':
      return spansOf(token.tokens, { ...style, bold: true });
    case 'em':
      return spansOf(token.tokens, { ...style, italic: true });
    case 'del':
      return spansOf(token.tokens, { ...style, strike: true });
    case 'link':
      return spansOf(token.tokens, isSafeLink(token.href) ? { ...style, href: token.href } : style);
    case 'codespan':
      return [{ ...style, text: decoded((token as Tokens.Codespan).text), code: true }];
    case 'br':
      return [{ ...style, text: '\n' }];
    case 'image':
    case 'html':
      return [];
    default:
      if ('tokens' in token && token.tokens) return spansOf(token.tokens, style);
      return 'text' in token ? [{ ...style, text: decoded(String(token.text)) }] : [];
  }
}

/** Links are opened from files: nothing but the web and mail. */
function isSafeLink(href: unknown): href is string {
  return typeof href === 'string' && /^(https?:\/\/|mailto:)[^\s"<>]+$/i.test(href) && URL.canParse(href);
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

function sameStyle(a: Span, b: Span): boolean {
  return (
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.code === b.code &&
    a.strike === b.strike &&
    a.href === b.href
  );
}
