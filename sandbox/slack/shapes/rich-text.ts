import type { RichTextBlock, RichTextElement, RichTextSection } from '@slack/types';

const TOKEN =
  /<(@[UW][^>|]+|#[CG][^>|]+|![a-z]+|https?:[^>|]+|mailto:[^>|]+)(?:\|([^>]*))?>|:([a-z0-9_+-]+):/g;
const FENCE = /```\n?([\s\S]*?)```/g;

type Style = NonNullable<Extract<RichTextElement, { type: 'text' }>['style']>;

/** Formatting that clients recognize while typing: within a line, and not within a word. */
const FORMATTED = /(?<![\p{L}\p{N}])(?:`([^`\n]+)`|([*_~])(?!\s)([^\n]+?)(?<!\s)\2)(?![\p{L}\p{N}])/gu;
const STYLES: Record<string, Style> = { '*': { bold: true }, _: { italic: true }, '~': { strike: true } };

/** Returns the rich_text block that Slack adds to the message of a person. Its id is derived from `ts`, so it never changes. */
export function richTextOf(text: string, ts: string): RichTextBlock[] {
  const elements: RichTextBlock['elements'] = [];
  let from = 0;
  for (const fence of text.matchAll(FENCE)) {
    pushSection(elements, text.slice(from, fence.index));
    const code = unescapeText(fence[1] ?? '').replace(/\n$/, '');
    elements.push({ type: 'rich_text_preformatted', elements: [{ type: 'text', text: code }] });
    from = fence.index + fence[0].length;
  }
  pushSection(elements, text.slice(from));
  return elements.length ? [{ type: 'rich_text', block_id: `b${ts.slice(-6)}`, elements }] : [];
}

function pushSection(elements: RichTextBlock['elements'], text: string): void {
  if (text) elements.push(sectionOf(text));
}

function sectionOf(text: string): RichTextSection {
  return { type: 'rich_text_section', elements: styled(text, {}) };
}

function styled(text: string, style: Style): RichTextElement[] {
  const elements: RichTextElement[] = [];
  let from = 0;
  for (const { index, 0: all, 1: code, 2: sign = '', 3: inner = '' } of text.matchAll(FORMATTED)) {
    elements.push(...tokens(text.slice(from, index), style));
    if (code !== undefined) elements.push(textOf(code, { ...style, code: true }));
    else elements.push(...styled(inner, { ...style, ...STYLES[sign] }));
    from = index + all.length;
  }
  return [...elements, ...tokens(text.slice(from), style)];
}

function tokens(text: string, style: Style): RichTextElement[] {
  const elements: RichTextElement[] = [];
  let from = 0;
  const plain = (until: number) => {
    if (until > from) elements.push(textOf(text.slice(from, until), style));
  };
  for (const match of text.matchAll(TOKEN)) {
    plain(match.index);
    elements.push({ ...elementOf(match[1], match[2], match[3]), ...styleOf(style) } as RichTextElement);
    from = match.index + match[0].length;
  }
  plain(text.length);
  return elements;
}

function textOf(text: string, style: Style): RichTextElement {
  return { type: 'text', text: unescapeText(text), ...styleOf(style) };
}

const styleOf = (style: Style) => (Object.keys(style).length > 0 ? { style } : {});

function elementOf(
  target: string | undefined,
  label: string | undefined,
  emoji: string | undefined,
): RichTextElement {
  if (target === undefined) return { type: 'emoji', name: emoji ?? '' };
  if (target.startsWith('@')) return { type: 'user', user_id: target.slice(1) };
  if (target.startsWith('#')) return { type: 'channel', channel_id: target.slice(1) };
  if (target.startsWith('!')) return { type: 'broadcast', range: target.slice(1) as 'here' };
  return { type: 'link', url: unescapeText(target), ...(label ? { text: unescapeText(label) } : {}) };
}

const unescapeText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
