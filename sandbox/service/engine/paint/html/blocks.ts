import { escaped } from '../../../../html.ts';
import type { Block, BlockOf, ListItem, Span } from '../../deck.ts';
import { artwork } from '../../layout/art.ts';
import { type Box, dataUrl } from '../../layout/scene.ts';
import type { Setting } from '../../layout/setting.ts';
import { artSvg, paintSvg } from '../svg.ts';

/** What drawing blocks needs. `id` returns a unique prefix for the ids of definitions on the page. */
export interface Pen {
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

export function blockHtml(block: Block, pen: Pen): string {
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
export function artHtml(pen: Pen, seed: string, box: Box): string {
  const svg = artSvg({ kind: 'art', box, shapes: artwork(pen.setting.look, seed, box) }, pen.id());
  return svg.replace('<svg ', '<svg aria-hidden="true" preserveAspectRatio="xMidYMid slice" ');
}
