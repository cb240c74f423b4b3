import { escaped } from '../../../html.ts';
import type { Block, BlockOf, Card, Deck, ListItem, Span } from '../deck.ts';
import { artwork } from '../layout/art.ts';
import { canvasOf, onPlain, type Setting } from '../layout/canvas.ts';
import { readsFromRight } from '../layout/pages.ts';
import { type Box, dataUrl } from '../layout/scene.ts';
import { type Look, themeOf } from '../themes/themes.ts';
import type { Family } from '../type/fonts.ts';
import { artSvg, paintSvg } from './svg.ts';

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

/** The theme's font if the reader has it, otherwise a similar one. The page loads no fonts. */
const fontStacks: Record<Family, string> = {
  inter: "'Inter', system-ui, 'Segoe UI', Roboto, Arial, sans-serif",
  poppins: "'Poppins', 'Century Gothic', 'Segoe UI', system-ui, sans-serif",
  fraunces: "'Fraunces', Georgia, 'Times New Roman', serif",
  'jetbrains-mono': "'JetBrains Mono', ui-monospace, Consolas, monospace",
};

/** Returns the style sheet of a page. The class `format-…` of the body selects the format. */
function styleOf(look: Look): string {
  const [one] = look.palette;
  return `
:root{color-scheme:${look.dark ? 'dark' : 'light'};--bg:${look.background};--surface:${look.surface};--ink:${look.ink};--muted:${look.muted};--line:${look.line};--accent:${look.accent};--one:${one};--cover:linear-gradient(135deg,${look.cover.from},${look.cover.to});--cover-ink:${look.cover.ink};--cover-muted:${look.cover.muted};--cover-accent:${look.cover.accent};--heading:${fontStacks[look.heading]};--body:${fontStacks[look.body]}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:400 clamp(1rem,.94rem + .35vw,1.2rem)/1.55 var(--body);overflow-wrap:anywhere;-webkit-font-smoothing:antialiased}
h1,h2,h3{font-family:var(--heading);font-weight:600;line-height:1.15;margin:0;text-wrap:balance}
h1{font-size:clamp(2.1rem,1.3rem + 3.4vw,4rem)}
h2{font-size:clamp(1.6rem,1.2rem + 1.7vw,2.5rem)}
h3{font-size:1.15em;color:var(--accent)}
p,ul,ol,figure,pre,blockquote{margin:0}
a{color:var(--accent);text-underline-offset:.15em}
.card{position:relative;display:grid;align-items:center;min-height:min(100svh,760px);padding:clamp(2.5rem,6vw,6rem) clamp(1.25rem,6vw,6rem);border-bottom:1px solid var(--line)}
.inner{width:100%;max-width:1080px;margin:0 auto;display:grid;gap:1.4rem}
.kicker{color:var(--accent);font-weight:600;font-size:.86em;margin:0}
header{display:grid;gap:.55rem}
header::after{content:"";width:3.2rem;height:4px;background:var(--one);border-radius:9px;margin-top:.5rem}
.content{display:grid;gap:1.3rem;min-width:0}
.content>*{min-width:0}
.content>p,.content>ul,.content>ol{max-width:44em}
ul,ol{padding-inline-start:1.3em;display:grid;gap:.5em}
ul ul,ol ol{margin-top:.5em}
li::marker{color:var(--accent);font-weight:600}
code{font:.9em/1.5 ${fontStacks['jetbrains-mono']};background:color-mix(in srgb,var(--surface),var(--line) 40%);padding:.1em .35em;border-radius:4px}
pre{background:var(--surface);border-inline-start:4px solid var(--accent);border-radius:8px;padding:1.2rem 1.4rem;overflow:auto}
pre code{background:none;padding:0}
img{max-width:100%;max-height:28rem;justify-self:start;border-radius:8px}
.beside{grid-template-columns:minmax(0,1.35fr) minmax(0,1fr);align-items:start;gap:2.2rem}
.table{overflow:auto;max-width:100%}
table{border-collapse:collapse;width:100%;font-size:.95em}
th,td{text-align:start;padding:.6em .9em;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:break-word}
th{border-bottom:2px solid var(--accent);font-weight:600}
tbody tr:nth-child(even){background:var(--surface)}
.right{text-align:end}.center{text-align:center}
.content blockquote{border-inline-start:5px solid var(--accent);padding-inline-start:1.4rem;font-style:italic}
.chart svg{width:100%;height:auto;display:block}
.layout-title{--cover:var(--bg);--cover-ink:var(--ink);--cover-muted:var(--muted);--cover-accent:var(--one)}
.cover{background:var(--cover);color:var(--cover-ink);overflow:hidden;border:0}
.cover .kicker,.cover li::marker{color:var(--cover-accent)}.cover p:not(.kicker){color:var(--cover-muted)}.cover a{color:inherit}
.cover header::after{background:var(--cover-accent)}
.cover .art{position:absolute;inset-block:0;inset-inline-end:0;width:36%}[dir=rtl] .art{transform:scaleX(-1)}.cover .art svg{width:100%;height:100%;display:block}
.cover .inner{position:relative}.cover .inner>*{max-width:min(100%,40rem)}.layout-title .inner>*{max-width:min(56vw,40rem)}
.made{margin:0;padding:1.2rem clamp(1.25rem,6vw,5.5rem) 4rem;color:var(--muted);font-size:.85rem}
.format-webpage .card:nth-of-type(even):not(.cover){background:var(--surface)}
.format-webpage .card:nth-of-type(even):not(.cover)  pre{background:var(--bg)}
.format-webpage .card:nth-of-type(even):not(.cover) tbody tr:nth-child(even){background:var(--bg)}
.format-webpage .card{min-height:0;border:0}.format-webpage .layout-title{min-height:min(88svh,760px)}
.format-document .card{min-height:0;border:0;padding-block:1.4rem}.format-document .inner{max-width:46rem}.format-document .cover{padding-block:4.5rem;margin-bottom:1.5rem}.format-document .cover .art{width:28%}.format-document h2{font-size:1.55rem}
.format-social{background:var(--surface)}.format-social main{display:grid;gap:1.5rem;padding:1.5rem;justify-items:center}
.format-social .card{width:min(92vw,640px);min-height:min(92vw,640px);border:0;border-radius:16px;background-color:var(--bg);padding:clamp(1.5rem,5vw,3rem)}.format-social .cover{background:var(--cover);padding-top:0;grid-template-rows:auto 1fr}.format-social .layout-title .inner>*{max-width:none}.format-social .beside{grid-template-columns:1fr}.format-social .cover .art{position:static;width:auto;height:min(36vw,250px);margin:0 calc(-1*clamp(1.5rem,5vw,3rem)) 1.5rem}
@media(max-width:760px){.beside{grid-template-columns:1fr}.layout-title .inner>*{max-width:none}.cover .art{position:relative;inset:auto;width:auto!important;height:9rem;margin:-2.5rem -1.25rem 1.5rem;order:-1}.cover{align-content:start}.card{min-height:0}.layout-title,.layout-section{min-height:min(70svh,560px)}}
@media print{@page{size:13.33in 7.5in;margin:0}body{font-size:15pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}.card{min-height:100vh;break-after:page;break-inside:avoid;border:0}.format-document .card{min-height:0;break-after:auto}}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}`.replace(/\n/g, '');
}

/** What drawing blocks needs. `id` returns a unique prefix for the ids of definitions on the page. */
interface Pen {
  setting: Setting;
  id: () => string;
}

function spansHtml(spans: Span[]): string {
  return spans
    .map((span) => {
      let html = escaped(span.text);
      if (span.code) html = `<code>${html}</code>`;
      if (span.italic) html = `<em>${html}</em>`;
      if (span.bold) html = `<strong>${html}</strong>`;
      if (span.strike) html = `<s>${html}</s>`;
      return span.href ? `<a href="${escaped(span.href)}" rel="noopener noreferrer">${html}</a>` : html;
    })
    .join('');
}

function blockHtml(block: Block, pen: Pen): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${spansHtml(block.spans)}</p>`;
    case 'subheading':
      return `<h3>${escaped(block.text)}</h3>`;
    case 'list':
      return listHtml(block.items);
    case 'quote':
      return `<blockquote>${spansHtml(block.spans)}</blockquote>`;
    case 'table':
      return tableHtml(block);
    case 'chart':
      return chartHtml(block, pen);
    case 'picture':
      return `<img src="${dataUrl(block.picture)}" alt="${escaped(block.picture.alt)}">`;
    case 'code':
      return `<pre tabindex="0"><code>${escaped(block.text)}</code></pre>`;
  }
}

/** Draws a list. Items of deeper levels become lists inside the item before them. */
function listHtml(items: ListItem[]): string {
  let html = '';
  const [first] = items;
  for (let i = 0; i < items.length; ) {
    const item = items[i] as ListItem;
    const next = items.findIndex(({ level }, at) => at > i && level <= (first?.level ?? 0));
    const below = items.slice(i + 1, next < 0 ? items.length : next);
    html += `<li>${spansHtml(item.spans)}${below.length > 0 ? listHtml(below) : ''}</li>`;
    i += 1 + below.length;
  }
  if (first?.number === undefined) return `<ul>${html}</ul>`;
  return `<ol${first.number > 1 ? ` start="${first.number}"` : ''}>${html}</ol>`;
}

function tableHtml(block: BlockOf<'table'>): string {
  const align = (column: number) =>
    block.align[column] && block.align[column] !== 'left' ? ` class="${block.align[column]}"` : '';
  const head = block.header.map((cell, i) => `<th scope="col"${align(i)}>${spansHtml(cell)}</th>`).join('');
  const rows = block.rows.map(
    (row) =>
      `<tr>${block.header.map((_, i) => `<td${align(i)}>${spansHtml(row[i] ?? [])}</td>`).join('')}</tr>`,
  );
  return `<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** In points. Labels are still large enough when the chart shrinks on a narrow screen. */
const CHART_WIDTH = 560;

function chartHtml({ chart }: BlockOf<'chart'>, pen: Pen): string {
  const said = chart.labels.map(
    (label, i) =>
      `${label}: ${chart.series.map(({ name, written }) => `${chart.series.length > 1 ? `${name} ` : ''}${written[i]}`).join(', ')}`,
  );
  const height = Math.max(chart.labels.length * chart.series.length * 30, 120) + 30;
  const items = [{ kind: 'chart' as const, box: { x: 0, y: 0, width: CHART_WIDTH, height }, chart }];
  const scene = { width: CHART_WIDTH, height, background: 'none', items };
  const svg = paintSvg(scene, pen.setting, pen.id()).replace('<svg ', '<svg aria-hidden="true" ');
  return `<figure class="chart" role="img" aria-label="${escaped(`Chart. ${said.join('; ')}`)}">${svg}</figure>`;
}

/** Draws decoration. */
function artHtml(pen: Pen, seed: string, box: Box): string {
  const svg = artSvg({ kind: 'art', box, shapes: artwork(pen.setting.look, seed, box) }, pen.id());
  return svg.replace('<svg ', '<svg aria-hidden="true" preserveAspectRatio="xMidYMid slice" ');
}
