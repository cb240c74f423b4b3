import './lightbox.css';
import { useId, useState } from 'react';
import { Dialog } from '../modal/Dialog.tsx';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon, DownloadIcon } from '../parts/icons.tsx';
import { Thumbnails } from './Thumbnails.tsx';

interface Props {
  title: string;
  detail?: string;
  pages: string[];
  /** The page it opens at; `onPage` hears of every other one. */
  page?: number;
  onPage?(page: number): void;
  download?: { url: string; name: string };
  onClose(): void;
}

/** Pictures over the whole window; arrows turn the pages. */
export function Lightbox({ title, detail, pages, page: first = 0, onPage, download, onClose }: Props) {
  const [page, setPage] = useState(first);
  const id = useId();
  const last = pages.length - 1;
  const turn = (to: number): void => {
    if (to < 0 || to > last) return;
    setPage(to);
    onPage?.(to);
  };
  return (
    <Dialog labelledBy={id} onCancel={onClose} className="lightbox" testId="lightbox">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows turn pages wherever the focus is in it */}
      <div
        className="lightbox-frame"
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') turn(page + 1);
          if (key === 'ArrowLeft') turn(page - 1);
        }}
      >
        <header>
          <div>
            <h2 id={id}>{title}</h2>
            {detail && <p>{detail}</p>}
          </div>
          {last > 0 && (
            <span className="lightbox-count" aria-live="polite">
              {page + 1} of {pages.length}
            </span>
          )}
          {download && (
            <a href={download.url} download={download.name} aria-label={`Download ${download.name}`}>
              <DownloadIcon />
            </a>
          )}
          <button type="button" data-focus aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </button>
        </header>
        <div className="lightbox-stage">
          {last > 0 && (
            <button
              type="button"
              aria-label="Previous page"
              disabled={page === 0}
              onClick={() => turn(page - 1)}
            >
              <ChevronLeftIcon />
            </button>
          )}
          <img src={pages[page]} alt={last > 0 ? `${title}, page ${page + 1}` : title} />
          {last > 0 && (
            <button
              type="button"
              aria-label="Next page"
              disabled={page === last}
              onClick={() => turn(page + 1)}
            >
              <ChevronRightIcon />
            </button>
          )}
        </div>
        {last > 0 && <Thumbnails pages={pages} page={page} onPage={turn} />}
      </div>
    </Dialog>
  );
}
