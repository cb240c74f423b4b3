import { type Block, type Card, type Deck, plain } from '../deck.ts';
import { canvasOf } from '../layout/canvas.ts';
import { splitLead } from '../layout/cards/lead.ts';
import { twoGroups } from '../layout/cards/points.ts';
import { readsFromRight } from '../layout/pages.ts';
import { onPlain } from '../layout/setting.ts';
import { themeOf } from '../themes/themes.ts';
import { artHtml, blockHtml, type Pen, spansHtml } from './html/blocks.ts';
import { escaped } from './html/escape.ts';
import { fontFaces } from './html/fontFaces.ts';
import { keys } from './html/keys.ts';
import { styleOf } from './html/style.ts';

/**
 * The doc as one HTML page: the same cards and theme as in the files, set by the browser so that it suits any
 * screen. Fonts, pictures, style and script are inside; the page asks for nothing.
 */
export function paintPage(deck: Deck): string {
  const { look } = themeOf(deck.themeId);
  let ids = 0;
  const pen: Pen = {
    setting: onPlain(look, canvasOf({ format: 'presentation' }).body),
    id: () => `a${ids++}-`,
  };
  const cards = deck.cards.map((card, i) => cardHtml(card, i, deck, pen)).join('\n');
  const title = escaped(deck.title);
  return `<!doctype html>
<html lang="${escaped(deck.language ?? 'en')}"${readsFromRight(deck) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${fontFaces(look, `${title} ${cards}`)}${styleOf(look)}</style>
</head>
<body class="format-${deck.format}">
<main>
${cards}
${cards.includes('no language model') ? '' : MADE}
</main>
${deck.format === 'presentation' ? `<div class="foot" aria-hidden="true">1 / ${deck.cards.length}</div>` : ''}
<script>${keys}</script>
</body>
</html>
`;
}

/** Said once: a deck of a subject alone says it on a card. */
const MADE =
  '<p class="made">Made by the sandbox, which has no language model: it sets the words that it is given and adds none.</p>';

function cardHtml(card: Card, index: number, deck: Deck, pen: Pen): string {
  const isCover = card.layout === 'title' || card.layout === 'section' || card.layout === 'closing';
  const art = isCover
    ? `<div class="art">${artHtml(pen, `${deck.title} ${index} ${card.title}`, { x: 0, y: 0, width: 420, height: 640 }, 'cover')}</div>`
    : '';
  const tag = index === 0 ? 'h1' : 'h2';
  const name = card.title || card.kicker || `Card ${index + 1}`;
  const kicker = card.kicker ? `<p class="kicker">${escaped(card.kicker)}</p>` : '';
  const title = card.title ? `<${tag}>${escaped(card.title)}</${tag}>` : '';
  const header = kicker || title ? `<header>${kicker}${title}</header>` : '';
  return `<section class="card layout-${card.layout}${isCover ? ' cover' : ''}" id="card-${index + 1}" aria-label="${escaped(name)}">${art}<div class="inner">${header}${contentHtml(card, pen)}</div></section>`;
}

function contentHtml(card: Card, pen: Pen): string {
  const html = (blocks: Block[]) => blocks.map((block) => blockHtml(block, pen)).join('');
  if (card.blocks.length === 0) return '';
  const groups = card.layout === 'columns' ? twoGroups(card.blocks) : undefined;
  if (groups)
    return `<div class="content columns">${groups.map((group) => `<div class="panel">${html(group)}</div>`).join('')}</div>`;
  if ((card.layout === 'picture' || card.layout === 'chart') && card.blocks.length > 1) {
    const isMain = (block: Block) => block.kind === card.layout;
    const [main, side] = [card.blocks.filter(isMain), card.blocks.filter((block) => !isMain(block))];
    const [first, second] = card.layout === 'picture' ? [side, main] : [main, side];
    return `<div class="content beside"><div class="content">${html(first)}</div><div class="content">${html(second)}</div></div>`;
  }
  return `<div class="content">${tilesHtml(card) ?? html(card.blocks)}</div>`;
}

/** The same few short points that files show as tiles. */
function tilesHtml(card: Card): string | undefined {
  const [list, ...more] = card.blocks;
  if (card.layout !== 'bullets' || list?.kind !== 'list' || list.ordered || more.length > 0) return undefined;
  const short = list.items.every((item) => item.level === 0 && plain(item.spans).length <= 120);
  if (!short || list.items.length < 2 || list.items.length > 6) return undefined;
  const items = list.items.map((item) => {
    const { lead, rest } = splitLead(item.spans);
    return `<li>${lead ? `<strong>${escaped(lead)}</strong><span class="rest">${spansHtml(rest)}</span>` : spansHtml(rest)}</li>`;
  });
  return `<ul class="tiles">${items.join('')}</ul>`;
}
