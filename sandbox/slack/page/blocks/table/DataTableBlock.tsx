import './table.css';
import type { DataTableBlock as DataTable } from '@slack/types';
import { useState } from 'react';
import { ChevronLeftIcon, ChevronRightIcon } from '../../parts/icons.tsx';
import { TableBlock } from './TableBlock.tsx';

/** Rows on a page where the block does not say. */
const PAGE_SIZE = 5;

/** A table with a caption, a page at a time. */
export function DataTableBlock({ block }: { block: DataTable }) {
  const [page, setPage] = useState(0);
  const [head = [], ...rows] = block.rows;
  const size = block.page_size ?? PAGE_SIZE;
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const shown = Math.min(page, last);
  const part = rows.slice(shown * size, (shown + 1) * size);
  return (
    <div className="data-table">
      <TableBlock
        block={{ type: 'table', rows: [head, ...part] }}
        caption={block.caption}
        headColumn={block.row_header_column_index ?? 0}
      />
      {last > 0 && (
        <div className="data-table-pages">
          <button
            type="button"
            aria-label="Previous rows"
            disabled={shown === 0}
            onClick={() => setPage(shown - 1)}
          >
            <ChevronLeftIcon />
          </button>
          <span aria-live="polite">
            {shown * size + 1}–{shown * size + part.length} of {rows.length}
          </span>
          <button
            type="button"
            aria-label="Next rows"
            disabled={shown === last}
            onClick={() => setPage(shown + 1)}
          >
            <ChevronRightIcon />
          </button>
        </div>
      )}
    </div>
  );
}
