import type pptxgen from 'pptxgenjs';
import type { Setting } from '../../layout/canvas.ts';
import { cellPadding, type TableItem } from '../../layout/scene.ts';
import { sidePadding } from '../../layout/table.ts';
import { hex, inch, runsOf } from './text.ts';

type Slide = pptxgen.default.Slide;

/** Top, right, bottom, left, in points. */
const marginOf = (column: number) => [cellPadding.y, sidePadding(column), cellPadding.y, sidePadding(column)];

/** Adds a native table. */
export function paintTable(slide: Slide, item: TableItem, setting: Setting, language: string): void {
  const rows = item.rows.map((row, index) =>
    row.cells.map((cell, column) => ({
      text: cell
        .flatMap((paragraph, at) => runsOf(paragraph, at, language))
        .map((run, i, all) => ({
          ...run,
          options: {
            ...run.options,
            lineSpacing: undefined,
            breakLine: i < all.length - 1 && run.options?.breakLine,
          },
        })),
      options: {
        align: cell[0]?.align ?? 'left',
        valign: 'middle' as const,
        margin: marginOf(item.columns[column] ?? 0) as [number, number, number, number],
        fill: { color: hex(row.header || index % 2 === 0 ? setting.surface : setting.look.background) },
        border: borders(row.header, setting),
      },
    })),
  );
  slide.addTable(rows as pptxgen.default.TableRow[], {
    x: inch(item.box.x),
    y: inch(item.box.y),
    w: inch(item.box.width),
    colW: item.columns.map(inch),
    rowH: item.rows.map((row) => inch(row.height)),
    autoPage: false,
  });
}

function borders(header: boolean, setting: Setting): pptxgen.default.TableCellProps['border'] {
  const none = { type: 'none' as const };
  const color = hex(header ? setting.accent : setting.line);
  return [none, none, { type: 'solid', pt: header ? 1.5 : 0.75, color }, none];
}
