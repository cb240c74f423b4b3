import { escaped } from '../../../html.ts';
import type { Block, Card, Deck } from '../deck.ts';
import { canvasOf } from '../layout/canvas.ts';
import { readsFromRight } from '../layout/pages.ts';
import { onPlain } from '../layout/setting.ts';
import { themeOf } from '../themes/themes.ts';
import { artHtml, blockHtml, type Pen } from './html/blocks.ts';
import { styleOf } from './html/style.ts';

/** Draws a document as an HTML page for any screen size. Pictures and styles are inline, so the page loads nothing. */
export function paintPage(deck: Deck): string {
  const { look } = themeOf(deck.themeId);
  let ids = 0;
  const pen: Pen = {
    setting: onPlain(look, canvasOf({ format: 'presentation' }).sizes),
    id: () => `a${ids++}-`,
  };
  const cards = deck.cards.map((card, i) => cardHtml(card, i, deck, pen)).join('\n');
  const title = escaped(deck.title);
  return `<!doctype html>
<html lang="${escaped(deck.language)}"${readsFromRight(deck) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${styleOf(look)}</style>
</head>
<body class="format-${deck.format}">
<main>
${cards}
${MADE}
</main>
</body>
</html>
`;
}

const MADE =
  '<p class="made">Made by the sandbox. It has no language model: it lays out the given text and adds nothing to it.</p>';

function cardHtml(card: Card, index: number, deck: Deck, pen: Pen): string {
  const box = { x: 0, y: 0, width: 420, height: 640 };
  const art = card.layout === 'title' ? `<div class="art">${artHtml(pen, deck.title, box)}</div>` : '';
  const tag = index === 0 ? 'h1' : 'h2';
  const name = card.title || card.kicker || `Card ${index + 1}`;
  const kicker = card.kicker ? `<p class="kicker">${escaped(card.kicker)}</p>` : '';
  const title = card.title ? `<${tag}>${escaped(card.title)}</${tag}>` : '';
  const header = kicker || title ? `<header>${kicker}${title}</header>` : '';
  const cover = card.layout === 'title' || card.layout === 'section' ? ' cover' : '';
  return `<section class="card layout-${card.layout}${cover}" id="card-${index + 1}" aria-label="${escaped(name)}">${art}<div class="inner">${header}${contentHtml(card, pen)}</div></section>`;
}

function contentHtml({ layout, blocks }: Card, pen: Pen): string {
  const html = (some: Block[]) => some.map((block) => blockHtml(block, pen)).join('');
  const [only, ...others] = blocks;
  if (!only) return '';
  if (layout === 'chart' && others.length > 0)
    return `<div class="content beside"><div class="content">${html([only])}</div><div class="content">${html(others)}</div></div>`;
  return `<div class="content">${html(blocks)}</div>`;
}
