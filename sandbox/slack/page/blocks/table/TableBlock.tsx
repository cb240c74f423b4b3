import './table.css';
import type { TableBlock as Table } from '@slack/types';
import { RichTextBlock } from '../RichTextBlock.tsx';

type Cell = Table['rows'][number][number];

const CellText = ({ cell }: { cell: Cell }) =>
  cell.type === 'rich_text' ? <RichTextBlock block={cell} /> : cell.text;

interface Props {
  block: Table;
  caption?: string;
  /** The column that names each row, where there is one. */
  headColumn?: number;
}

/** The first row is the head, as Slack draws it. A wide table scrolls by itself, by keys as well. */
export function TableBlock({ block, caption, headColumn }: Props) {
  const [head, ...rows] = block.rows;
  const styleOf = (column: number) => {
    const { align = 'left', is_wrapped: wraps = false } = block.column_settings?.[column] ?? {};
    return { textAlign: align, whiteSpace: wraps ? ('normal' as const) : ('nowrap' as const) };
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="table-frame" aria-label={caption ?? 'Table'} tabIndex={0}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {head?.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a table's cells are told apart by their place
              <th key={column} scope="col" style={styleOf(column)}>
                <CellText cell={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={index}>
              {row.map((cell, column) =>
                column === headColumn ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <th key={column} scope="row" style={styleOf(column)}>
                    <CellText cell={cell} />
                  </th>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={column} style={styleOf(column)}>
                    <CellText cell={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
