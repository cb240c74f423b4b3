import type { Tokens } from 'marked';
import { MarkdownTokens } from './Markdown.tsx';

export function MarkdownTable({ of }: { of: Tokens.Table }) {
  return (
    <div className="table-frame">
      <table>
        <thead>
          <tr>
            {of.header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a table's cells are told apart by their place
              <th key={index} style={{ textAlign: cell.align ?? 'start' }}>
                <MarkdownTokens of={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} style={{ textAlign: cell.align ?? 'start' }}>
                  <MarkdownTokens of={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
