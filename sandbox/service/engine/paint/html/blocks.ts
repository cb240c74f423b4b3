import type { Block, BlockOf, ListItem, Span } from '../../deck.ts';
import { artwork } from '../../layout/art.ts';
import { written } from '../../layout/chart.ts';
import type { Box } from '../../layout/scene.ts';
import type { Setting } from '../../layout/setting.ts';
import { createDefs, paintShape, paintSvg } from '../svg.ts';
import { escaped } from './escape.ts';

/** Means of drawing blocks. `id` makes names of definitions on the page unique. */
export interface Pen {
  setting: Setting;
  id: () => string;
}

export function spansHtml(spans: Span[]): string {
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
      return `<figure class="quote"><blockquote>${spansHtml(block.spans)}</blockquote>${block.by ? `<figcaption>${escaped(block.by)}</figcaption>` : ''}</figure>`;
    case 'table':
      return tableHtml(block);
    case 'chart':
      return chartHtml(block, pen);
    case 'stats':
      return `<dl class="stats">${block.stats.map((stat) => `<div><dt>${escaped(stat.label)}</dt><dd>${escaped(stat.value)}</dd>${stat.note ? `<dd class="note">${escaped(stat.note)}</dd>` : ''}</div>`).join('')}</dl>`;
    case 'steps':
      return `<ol class="steps">${block.steps.map((step) => `<li>${step.label ? `<strong>${escaped(step.label)}</strong>` : ''}${step.text ? `<span>${escaped(step.text)}</span>` : ''}</li>`).join('')}</ol>`;
    case 'picture':
      return `<figure class="picture">${artHtml(pen, block.seed, { x: 0, y: 0, width: 640, height: 400 }, 'surface', block.caption ?? 'Illustration')}</figure>`;
    case 'code':
      return `<pre tabindex="0"><code>${escaped(block.text)}</code></pre>`;
  }
}

/** Items of deeper levels become lists inside the item before them. */
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

/** Drawn twice, for wide and narrow screens: letters in a chart must not shrink with it. */
function chartHtml({ chart }: BlockOf<'chart'>, pen: Pen): string {
  const said = chart.labels
    .map(
      (label, i) =>
        `${label}: ${chart.series.map((series) => `${chart.series.length > 1 ? `${series.name} ` : ''}${written(chart, series.values[i] ?? 0)}`).join(', ')}`,
    )
    .join('; ');
  const draw = (width: number, height: number, name: string) =>
    paintSvg(
      {
        width,
        height,
        background: 'none',
        items: [{ kind: 'chart', box: { x: 0, y: 0, width, height }, chart }],
      },
      pen.setting,
      pen.id(),
    ).replace('<svg ', `<svg class="${name}" aria-hidden="true" `);
  return `<figure class="chart" role="img" aria-label="${escaped(`Chart. ${said}`)}">${draw(720, 380, 'on-wide')}${draw(360, 320, 'on-narrow')}</figure>`;
}

export function artHtml(pen: Pen, seed: string, box: Box, on: 'surface' | 'cover', alt?: string): string {
  const defs = createDefs(pen.id());
  const shapes = artwork(pen.setting.look, seed, box, on)
    .map((shape) => paintShape(shape, defs))
    .join('');
  const label = alt ? `role="img" aria-label="${escaped(alt)}"` : 'aria-hidden="true"';
  return `<svg ${label} viewBox="0 0 ${box.width} ${box.height}" preserveAspectRatio="xMidYMid slice"><defs>${defs.all()}</defs>${shapes}</svg>`;
}
