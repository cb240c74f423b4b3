import { ChevronLeftIcon, ChevronRightIcon } from '../parts/icons.tsx';

interface Props {
  name: string;
  pages: string[];
  page: number;
  onPage(page: number): void;
  onOpen(): void;
}

/** The pages of a file, one at a time; a press on one shows it large. */
export function FilePages({ name, pages, page, onPage, onOpen }: Props) {
  const last = pages.length - 1;
  return (
    <div className="file-pages">
      <button
        type="button"
        className="file-page"
        aria-label={`Open ${name}, page ${page + 1}`}
        onClick={onOpen}
      >
        <img src={pages[page]} alt={`${name}, page ${page + 1} of ${pages.length}`} />
      </button>
      {last > 0 && (
        <div className="file-flip">
          <button
            type="button"
            aria-label="Previous page"
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          >
            <ChevronLeftIcon />
          </button>
          <span aria-live="polite">
            {page + 1} / {pages.length}
          </span>
          <button
            type="button"
            aria-label="Next page"
            disabled={page === last}
            onClick={() => onPage(page + 1)}
          >
            <ChevronRightIcon />
          </button>
        </div>
      )}
    </div>
  );
}
