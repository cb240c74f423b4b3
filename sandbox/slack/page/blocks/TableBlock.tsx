import type { TableBlock as Table } from '@slack/types';
import { RichTextBlock } from './RichTextBlock.tsx';

type Cell = Table['rows'][number][number];

const CellText = ({ cell }: { cell: Cell }) =>
  cell.type === 'rich_text' ? <RichTextBlock block={cell} /> : cell.text;

/** The first row is the head, as Slack draws it. */
export function TableBlock({ block }: { block: Table }) {
  const [head, ...rows] = block.rows;
  const align = (column: number) => ({ textAlign: block.column_settings?.[column]?.align ?? 'left' });
  return (
    <div className="table-frame">
      <table>
        <thead>
          <tr>
            {head?.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a table's cells are told apart by their place
              <th key={column} style={align(column)}>
                <CellText cell={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} style={align(column)}>
                  <CellText cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
